import { EvalError, message } from '../core/index.ts'

/**
 * The address of an OpenAI-compatible API. One that is only a host gets `/v1`, where these servers have it. Of a query Azure's
 * version is kept; anything else in one may be a key.
 *
 * @throws {EvalError} `config` when it is no address, or one with a password in it
 */
export function baseUrlFrom(text: string, options: { readonly path?: string } = {}): string {
  const url = httpUrl(text)
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  return `${url.origin}${path === '' ? (options.path ?? '/v1') : path}${url.search}`
}

function httpUrl(text: string): URL {
  const url = URL.parse(text.trim())
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (isPlain && /^(?:\?api-version=[\w.-]+)?$/.test(url.search)) return url
  // Not shown: it may hold a password.
  throw new EvalError('config', message('The address of a model server is not one'), {
    hint: message('Write http://HOST:PORT/v1; a key stands in the environment, not in the address'),
  })
}
