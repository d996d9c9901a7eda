import type { Context } from 'hono'
import { html } from 'hono/html'
import { message } from '../core/index.ts'
import { type Language, languageOfReader, translate } from '../i18n/index.ts'
import type { ApiProblem } from './api/basics.ts'

/** Refuses a request: a person who opens an address reads it as a page in their language, a program gets JSON. */
export function refuse(context: Context, problem: ApiProblem, status: 401 | 403): Response | Promise<Response> {
  context.header('vary', 'accept, accept-language')
  context.header('cache-control', 'no-store')
  // Browsers send `Sec-Fetch-Mode` to this machine and over TLS only.
  if (context.req.header('accept')?.includes('text/html') !== true) return context.json(problem, status)
  const language = languageOfReader(
    context.req
      .header('accept-language')
      ?.split(',')
      .map((one) => one.trim()),
  )
  return context.html(pageOf(problem, language, status === 401 && again(language)), status)
}

/** A cookie for this site alone does not come with the click on a link of another one. */
function again(language: Language) {
  const why = message('Were you let in already? A browser does not say so behind a link on another site.')
  return html`<p>
    ${translate(why, language)} <a href="">${translate(message('Open this address again'), language)}</a>
  </p>`
}

function pageOf({ sentence, hint }: ApiProblem, language: Language, more: unknown) {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Shinsa</title>
      </head>
      <body>
        <main>
          <h1>Shinsa</h1>
          <p>${translate(sentence, language)}</p>
          ${hint && html`<p>${translate(hint, language)}</p>`} ${more}
        </main>
      </body>
    </html>`
}
