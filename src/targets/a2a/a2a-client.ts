import { randomUUID } from 'node:crypto'
import { EvalError, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { excerpt } from '../excerpt.ts'
import { serverSentEvents, tooLong } from '../http/http-body.ts'
import { brokenOffAnswer } from '../http/http-errors.ts'
import { shownUrl } from '../http/http-redirects.ts'
import type { JsonApi } from '../http/json-api.ts'
import type { AgentPlace } from './agent-card.ts'

type Calling = { readonly signal: AbortSignal; readonly traceparent?: string | undefined }

export type A2aClient = {
  /** @returns the result. @throws {EvalError} `agent` */
  call(method: string, params: object, calling: Calling): Promise<unknown>
  /** Like `call`, for results that arrive one by one until the server ends them or the connection breaks. */
  stream(method: string, params: object, calling: Calling): AsyncGenerator<unknown>
}

export function a2aClient({ address, dialect }: Pick<AgentPlace, 'address' | 'dialect'>, api: JsonApi): A2aClient {
  const shown = shownUrl(new URL(address))

  async function open(method: string, params: object, { signal, traceparent }: Calling): Promise<Response> {
    const headers = { 'A2A-Version': dialect, ...(traceparent !== undefined && { traceparent }) }
    const body = { jsonrpc: '2.0', id: randomUUID(), method, params }
    const response = await api.open(address, { method: 'POST', body, signal, headers })
    if (response !== undefined) return response
    throw new EvalError('agent', message('{address} is no A2A agent', { address: shown }))
  }

  function resultIn(text: string): unknown {
    const answer = api.parse(text)
    const error = isObject(answer) ? answer['error'] : undefined
    if (error !== undefined && error !== null) throw refusal(error, api.redact)
    if (isObject(answer) && 'result' in answer) return answer['result']
    throw new EvalError('agent', message('{address} is no A2A agent', { address: shown }))
  }

  return {
    async call(method, params, calling) {
      return resultIn(await api.read(await open(method, params, calling), shown, calling.signal))
    },
    async *stream(method, params, calling) {
      const response = await open(method, params, calling)
      const isStream = /^text\/event-stream/i.test(response.headers.get('content-type') ?? '')
      if (!isStream) return yield resultIn(await api.read(response, shown, calling.signal))
      const limit = { maxBytes: api.maxReplyBytes, tooLong: () => tooLong(shown, api.maxReplyBytes) }
      try {
        for await (const text of serverSentEvents(response, limit)) yield resultIn(text)
      } catch (error) {
        calling.signal.throwIfAborted()
        throw error instanceof EvalError ? error : brokenOffAnswer(error, shown)
      }
    },
  }
}

function refusal(error: unknown, redact: (text: string) => string): EvalError {
  const { code, message: told } = isObject(error) ? error : { code: undefined, message: error }
  const problem = excerpt(redact([code, told].filter((part) => part !== undefined).join(': ')), 300)
  return new EvalError('agent', message('The A2A agent refused: {problem}', { problem }))
}
