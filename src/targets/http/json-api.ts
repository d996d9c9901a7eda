import { EvalError, message, parseJson, stringifyJson } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'
import { fetchAtPace } from './fetch-at-pace.ts'
import { bodyBeginning, readBody, tooLong } from './http-body.ts'
import { checkedHeaders, endpointRedactor, type HttpTargetOptions } from './http-endpoint.ts'
import { brokenOffAnswer, networkError, statusError } from './http-errors.ts'

export type ApiOptions = Pick<HttpTargetOptions, 'headers' | 'maxReplyBytes' | 'clock'> & { readonly url: string }

export type JsonRequest = {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly body?: unknown
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** A server with JSON requests and answers. Addresses are absolute. */
export type JsonApi = ReturnType<typeof jsonApi>

/** @throws {EvalError} `config` for headers that cannot be sent */
export function jsonApi(options: ApiOptions, redactKnown: (text: string) => string) {
  const { headers = {}, maxReplyBytes = 10 * 2 ** 20, clock = () => new Date() } = options
  const redactOwn = endpointRedactor({ url: options.url, headers })
  const redact = (text: string) => redactOwn(redactKnown(text))
  const sent = checkedHeaders(
    { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    headers,
  )

  async function open(address: string, { method = 'GET', body: asked, signal, headers: own = {} }: JsonRequest) {
    try {
      const text = asked === undefined ? undefined : stringifyJson(asked)
      const all = new Headers(sent)
      for (const [name, value] of Object.entries(own)) all.set(name, value)
      const response = await fetchAtPace(address, { method, headers: all, body: text, signal })
      if (response.ok) return response
      if ([404, 405, 501].includes(response.status)) return void (await response.body?.cancel())
      const body = redact(await bodyBeginning(response))
      throw statusError(response, { address: withoutQuery(address), body, now: clock() })
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof EvalError ? error : networkError(error, withoutQuery(address))
    }
  }

  async function read(response: Response, address: string, signal: AbortSignal): Promise<string> {
    try {
      const { text, cut } = await readBody(response, maxReplyBytes)
      if (cut) throw tooLong(address, maxReplyBytes)
      return text
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof EvalError ? error : brokenOffAnswer(error, address)
    }
  }
  return {
    redact,
    maxReplyBytes,
    /** @returns the response with its body unread; undefined where the path or object does not exist (404, 405, 501) */
    open,
    async text(address: string, asked: JsonRequest) {
      const response = await open(address, asked)
      return response && read(response, withoutQuery(address), asked.signal)
    },
    /** Reads the body of a response; `address` is shown in errors. */
    read,
    /** @throws {EvalError} `agent` with the beginning of invalid JSON */
    parse(text: string) {
      try {
        return text.trim() === '' ? null : parseJson(text)
      } catch (cause) {
        const beginning = excerpt(redact(text), 200)
        throw new EvalError(
          'agent',
          message('The server’s answer is not JSON. It begins with {beginning}', { beginning }),
          {
            cause,
          },
        )
      }
    },
  }
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}
