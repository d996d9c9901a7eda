import { EvalError, message, parseJson, stringifyJson } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { snakeCase } from '../../formats/kit/key-spelling.ts'
import { excerpt } from '../excerpt.ts'
import { readBody, streamedPieces, tooLong } from '../http/http-body.ts'
import { checkedHeaders, redactor } from '../http/http-endpoint.ts'
import type { HttpTargetOptions } from '../http/http-endpoint.ts'
import { networkError, statusError } from '../http/http-errors.ts'
import { fetchWithinOrigin } from '../http/http-redirects.ts'

export type ApiOptions = Pick<HttpTargetOptions, 'headers' | 'maxReplyBytes' | 'clock'> & { readonly url: string }

type Asked = { readonly method?: 'GET' | 'POST' | 'DELETE'; readonly body?: unknown; readonly signal: AbortSignal }

/** The HTTP interface of a server of ADK. Paths are below its address. */
export type AdkApi = {
  /** @returns the JSON value, or undefined where the server has no such path or thing (404, 405, 501) */
  ask(path: string, asked: Asked): Promise<unknown>
  /** The same for an answer that is a list of events, whole or streamed. */
  askForEvents(path: string, asked: Asked): Promise<readonly unknown[] | undefined>
  readonly redact: (text: string) => string
}

/** @throws {EvalError} `config` for headers that cannot be sent */
export function adkApi(options: ApiOptions, redactKnown: (text: string) => string): AdkApi {
  const { headers = {}, maxReplyBytes = 10 * 2 ** 20, clock = () => new Date() } = options
  const redactOwn = redactor({ url: options.url, headers })
  const redact = (text: string) => redactOwn(redactKnown(text))
  const sent = checkedHeaders(
    { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    headers,
  )

  async function textOf(path: string, { method = 'GET', body, signal }: Asked): Promise<string | undefined> {
    const { origin, pathname, search } = new URL(options.url)
    const address = `${origin}${pathname.replace(/\/+$/, '')}${path}`
    try {
      const text = body === undefined ? undefined : stringifyJson(body)
      const response = await fetchWithinOrigin(`${address}${search}`, { method, headers: sent, body: text, signal })
      if ([404, 405, 501].includes(response.status)) return void (await response.body?.cancel())
      const limit = response.ok ? maxReplyBytes : 4096
      const answer = await readBody(response, limit)
      if (!response.ok) throw statusError(response, { address, body: redact(answer.text), now: clock() })
      if (answer.cut) throw tooLong(address, limit)
      return answer.text
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof EvalError ? error : networkError(error, address)
    }
  }

  function parse(text: string): unknown {
    try {
      return text.trim() === '' ? null : parseJson(text)
    } catch (cause) {
      const beginning = excerpt(redact(text), 200)
      throw new EvalError(
        'agent',
        message('The ADK server’s answer is not JSON. It begins with {beginning}', { beginning }),
        {
          cause,
        },
      )
    }
  }

  return {
    redact,
    async ask(path, asked) {
      const text = await textOf(path, asked)
      return text === undefined ? undefined : parse(text)
    },
    async askForEvents(path, asked) {
      const text = await textOf(path, asked)
      if (text === undefined) return undefined
      const pieces = /^\s*\[/.test(text) ? parse(text) : streamedPieces(text, parse)
      return Array.isArray(pieces) ? pieces.map((event) => refuseError(event, redact)) : []
    },
  }
}

// What breaks behind the first event cannot have a status any more.
function refuseError(event: unknown, redact: (text: string) => string): unknown {
  const error = fieldOf(event, 'error')
  if (typeof error !== 'string' || fieldOf(event, 'author') !== undefined) return event
  throw new EvalError('agent', message('The ADK agent failed: {problem}', { problem: excerpt(redact(error), 300) }), {
    hint: message('The server’s own log has the whole of it.'),
  })
}

/** A field by its name in camelCase; some servers write snake_case. */
export function fieldOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined
  return value[name] ?? value[snakeCase(name)]
}
