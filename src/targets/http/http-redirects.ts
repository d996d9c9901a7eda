import { EvalError, message, type Message } from '../../core/index.ts'

/**
 * Like `fetch`, but follows redirects only within the origin: another origin must receive neither the headers nor the
 * conversation. A redirect that turns POST into GET would lose the body.
 */
export async function fetchWithinOrigin(url: string, init: RequestInit): Promise<Response> {
  let from = url
  for (let redirects = 0; redirects <= 5; redirects += 1) {
    const response = await fetch(from, { ...init, redirect: 'manual' })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    const to = URL.parse(location, from)
    const keepsRequest = [307, 308].includes(response.status) || init.method === 'GET'
    if (to === null || to.origin !== new URL(from).origin || !keepsRequest) throw redirected(from, to)
    from = to.href
  }
  throw redirected(url, new URL(from))
}

function redirected(from: string, to: URL | null): EvalError {
  const values = { from: shownUrl(new URL(from)), to: to === null ? '?' : shownUrl(to) }
  return new EvalError('agent', message('{from} redirects to {to}, which we do not follow', values), {
    hint: message('If that is where the agent is, write this address into url'),
  })
}

/** Returns the reason why a url is refused, without showing its parts. */
export function refusedUrl(url: URL | null): Message | undefined {
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return message('The url of the target is not an http address')
  return hasLogin(url) ? message('The url of the target holds a user name or password') : undefined
}

function hasLogin({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

/** @throws {EvalError} `config` with the hint for a url that is refused */
export function checkedUrl(text: string, hint: Message, hintOfLogin = hint): URL {
  const url = URL.parse(text)
  const refused = refusedUrl(url)
  if (url !== null && refused === undefined) return url
  throw new EvalError('config', refused ?? '', { hint: url !== null && hasLogin(url) ? hintOfLogin : hint })
}

/** Leaves out the query, which often holds a key. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}
