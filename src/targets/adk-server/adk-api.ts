import { EvalError, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { snakeCase } from '../../formats/kit/key-spelling.ts'
import { excerpt } from '../excerpt.ts'
import { streamedPieces } from '../http/http-body.ts'
import { jsonApi, type ApiOptions, type JsonRequest } from '../http/json-api.ts'

type Sent = Omit<JsonRequest, 'headers'>

/** The HTTP interface of an ADK server. Paths are relative to its address. */
export type AdkApi = ReturnType<typeof adkApi>

/** @throws {EvalError} `config` for headers that cannot be sent */
export function adkApi(options: ApiOptions, redactKnown: (text: string) => string) {
  const { redact, parse, text: textAt } = jsonApi(options, redactKnown)

  function textOf(path: string, asked: Sent): Promise<string | undefined> {
    const { origin, pathname, search } = new URL(options.url)
    return textAt(`${origin}${pathname.replace(/(?<!\/)\/+$/, '')}${path}${search}`, asked)
  }

  return {
    redact,
    /** @returns the JSON value, or undefined where the path or object does not exist (404, 405, 501) */
    async ask(path: string, asked: Sent) {
      const text = await textOf(path, asked)
      return text === undefined ? undefined : parse(text)
    },
    /** Like `ask`, for an answer that is a list of events, whole or streamed. */
    async askForEvents(path: string, asked: Sent) {
      const text = await textOf(path, asked)
      if (text === undefined) return undefined
      const pieces = /^\s*\[/.test(text) ? parse(text) : streamedPieces(text, parse)
      return Array.isArray(pieces) ? pieces.map((event) => refuseError(event, redact)) : []
    },
  }
}

// An error after the first event cannot change the status any more, so it is an event.
function refuseError(event: unknown, redact: (text: string) => string): unknown {
  const error = adkField(event, 'error')
  if (typeof error !== 'string' || adkField(event, 'author') !== undefined) return event
  throw new EvalError('agent', message('The ADK agent failed: {problem}', { problem: excerpt(redact(error), 300) }), {
    hint: message('The server’s own log has the whole of it.'),
  })
}

/** Reads a field in camelCase, or in snake_case, which some servers write. */
export function adkField(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined
  return value[name] ?? value[snakeCase(name)]
}
