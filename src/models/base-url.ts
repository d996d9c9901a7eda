import { EvalError, message } from '../core/index.ts'

/**
 * The address of an OpenAI-compatible API. One that is only a host gets `/v1`, where these servers have it.
 *
 * @throws {EvalError} `config` when it is no address, or one with a password in it
 */
export function baseUrlFrom(text: string, options: { readonly path?: string } = {}): string {
  const url = httpUrl(text)
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path === '' ? (options.path ?? '/v1') : path}`
}

function httpUrl(text: string): URL {
  const url = URL.parse(text.trim())
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === '')
    return url
  // Not shown: it may hold a password.
  throw new EvalError('config', message('The address of a model server is not one'), {
    hint: message('Write http://HOST:PORT/v1; a key stands in the environment, not in the address'),
  })
}
