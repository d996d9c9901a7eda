import { EvalError, message, nearestNames } from '../../core/index.ts'
import { checkedUrl, shownUrl } from '../http/http-redirects.ts'
import type { ApiOptions } from '../http/json-api.ts'
import { adkApi, type AdkApi } from './adk-api.ts'

/** Milliseconds. A server in TypeScript needs some seconds to compile the agents of a folder. */
const PATIENCE = 30_000

export type AdkApp = { readonly app: string; readonly address: string; readonly api: AdkApi }

type AdkAppPlace = ApiOptions & { readonly app?: string | undefined }

/**
 * Finds the app that a URL means: the last step of its path, or the server's only app.
 *
 * @throws {EvalError} `target` when no server answers, or it has no such app
 */
export async function findApp(options: AdkAppPlace, redact: (text: string) => string): Promise<AdkApp> {
  for (const { place, app } of placesIn(options)) {
    const address = shownUrl(new URL(place.url)).replace(/(?<!\/)\/+$/, '')
    const apps = await appsOf(place, redact)
    // A gateway may list fewer apps than the server has.
    const named = apps === undefined ? options.app : chosenApp(apps, app, address)
    if (named !== undefined) return { app: named, address, api: adkApi(place, redact) }
  }
  const address = shownUrl(parsedUrl(options.url))
  throw new EvalError('target', message('{address} is no ADK server: it does not answer /list-apps', { address }), {
    hint: startServer,
  })
}

/** The last step of the path is the app, unless the server's own address ends with it. */
function placesIn(options: AdkAppPlace): readonly { readonly place: AdkAppPlace; readonly app: string | undefined }[] {
  const url = parsedUrl(options.url)
  const whole = { place: { ...options, url: url.href }, app: options.app }
  const [, parent = '', last] = /^(.*?)(?<!\/)\/+([^/]+)\/*$/.exec(url.pathname) ?? []
  if (last === undefined || options.app !== undefined) return [whole]
  const above = Object.assign(new URL(url), { pathname: parent || '/' })
  return [{ place: { ...options, url: above.href }, app: decodedStep(last) }, whole]
}

function chosenApp(apps: readonly string[], wanted: string | undefined, address: string): string {
  const [first] = apps
  const app = wanted ?? first
  if (app === undefined) {
    throw new EvalError('target', message('The ADK server at {address} has no app', { address }), { hint: startServer })
  }
  const values = { address, app, apps: apps.join(', '), count: apps.length }
  if (wanted === undefined && apps.length > 1) {
    throw new EvalError('target', message('The ADK server at {address} has {count} apps, and none is named', values), {
      hint: message('Name one of {apps}: adk:{address}/{app}', values),
    })
  }
  if (apps.includes(app)) return app
  const names = nearestNames(app, apps).join(', ')
  throw new EvalError('target', message('The ADK server at {address} has no app “{app}”', values), {
    hint:
      names === ''
        ? message('It has: {apps}.', values)
        : message('Did you mean {names}? It has: {apps}.', { ...values, names }),
  })
}

function decodedStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    // A lone % is a valid character here.
    return step
  }
}

async function appsOf(place: AdkAppPlace, redact: (text: string) => string): Promise<readonly string[] | undefined> {
  const signal = AbortSignal.timeout(PATIENCE)
  try {
    const apps = await adkApi(place, redact).ask('/list-apps', { signal })
    return Array.isArray(apps) ? apps.filter((app) => typeof app === 'string') : undefined
  } catch (error) {
    const { origin } = new URL(place.url)
    if (signal.aborted) {
      const values = { address: origin, seconds: PATIENCE / 1000 }
      throw new EvalError('target', message('{address} did not answer within {seconds} s', values), {
        hint: startServer,
      })
    }
    if (!(error instanceof EvalError)) throw error
    const hint = error.hint !== undefined && !error.retryable ? error.hint : startServer
    throw new EvalError('target', error.sentence, { hint, cause: error })
  }
}

function parsedUrl(text: string): URL {
  const hint = message('Write it like {example}', { example: 'adk:http://127.0.0.1:8000/my_app' })
  return checkedUrl(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`, hint)
}

const startServer = message(
  'Start it with `adk api_server AGENTS_DIR` (Python, Java or TypeScript), and write adk:http://HOST:PORT/APP',
)
