import { EvalError, message } from '../core/index.ts'

/**
 * Parses the address of an OpenAI-compatible API. A bare host gets `/v1`, where these servers have it. In the query
 * only Azure's version and fields that name a variable (`?api_key=${NAME}`) are allowed; anything else may be a key.
 *
 * @throws {EvalError} `config` when the address is invalid or contains a password
 */
export function baseUrlFrom(text: string, options: { readonly path?: string } = {}): string {
  const url = httpUrl(text)
  // Some consoles show the address with the operation behind it.
  const path = url.pathname.replace(/(?:\/chat\/completions)?(?<!\/)\/*$/, '')
  return `${url.origin}${path === '' ? (options.path ?? '/v1') : path}${url.search}`
}

function httpUrl(text: string): URL {
  const url = URL.parse(text.trim())
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  const fields = url?.search.slice(1).split('&') ?? []
  if (isPlain && (url.search === '' || fields.every((field) => publicField.test(field)))) return url
  // The address is not shown, because it may contain a password.
  throw new EvalError('config', message('The address of a model server is not one'), {
    hint: message('Write http://HOST:PORT/v1, and a key as {example}, set in the environment or in .env', {
      example: '?api_key=${NAME}',
    }),
  })
}

// Braces may be percent-encoded, as in a parsed address.
const variable = /(?:\$|%24)(?:\{|%7B)(\w+)(?:\}|%7D)/i
const publicField = new RegExp(String.raw`^(?:api-version=[\w.-]+|[\w.-]+=${variable.source})$`, 'i')

/** Removes the query from an address, and returns its fields with the values of the variables that they name. */
export function filledQuery(
  baseUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
): {
  readonly address: string
  readonly fields: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
} {
  const [address = '', query = ''] = baseUrl.split('?')
  const secrets: string[] = []
  const fields = query.split('&').flatMap((field): [string, string][] => {
    const [name = '', value = ''] = field.split('=')
    const [, named] = variable.exec(value) ?? []
    if (name === '') return []
    if (named === undefined) return [[name, value]]
    const told = environment[named]?.trim()
    if (told === undefined || told === '') {
      throw new EvalError('config', message('the environment variable {name} is not set', { name: named }), {
        hint: message('Set it, or write it into .env beside the config.'),
      })
    }
    secrets.push(told)
    return [[name, told]]
  })
  return { address, fields: Object.fromEntries(fields), secrets }
}
