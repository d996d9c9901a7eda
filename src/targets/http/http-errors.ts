import { EvalError, message } from '../../core/index.ts'
import { networkHint } from '../../core/basics/network-hint.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import { excerpt } from '../excerpt.ts'

const retryableStatuses = [408, 429, 500, 502, 503, 504]

// The server was down or closed the connection; undici adds some codes of its own.
const retryableCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]

type HttpErrorsRefusal = { readonly address: string; readonly body: string; readonly now: Date }

/** Makes the error for a status other than 2xx. `address` and `body` are shown, so they must not contain secrets. */
export function statusError(response: Response, { address, body, now }: HttpErrorsRefusal): EvalError {
  const { status } = response
  const retryable = retryableStatuses.includes(status)
  const retryAfterMs = retryable ? parseRetryAfter(response.headers.get('retry-after'), now.getTime()) : undefined
  const values = { address, status, body: excerpt(body.trim(), 300) }
  const sentence =
    values.body === ''
      ? message('{address} answered with status {status}', values)
      : message('{address} answered with status {status}: {body}', values)
  return new EvalError('agent', sentence, { retryable, retryAfterMs, hint: hintFor(status) })
}

function hintFor(status: number) {
  if (status === 401 || status === 403) return message('See whether the headers carry valid credentials')
  if (status === 404 || status === 405) return message('See whether the url and the method are right')
  return undefined
}

/** Returns milliseconds from `now`; `Retry-After` is a number of seconds or a date. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

export function networkError(cause: unknown, address: string): EvalError {
  const code = codeOf(cause)
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return silent(cause, address)
  const problem = code ?? messageOf(cause)
  return new EvalError('agent', message('{address} cannot be reached: {problem}', { address, problem }), {
    hint: networkHint(problem) ?? message('See whether the agent is running and listens at this address'),
    retryable: retryableCodes.includes(problem),
    cause,
  })
}

export function brokenOffAnswer(cause: unknown, address: string): EvalError {
  const code = codeOf(cause)
  if (code === 'UND_ERR_BODY_TIMEOUT') return silent(cause, address)
  const problem = code ?? messageOf(cause)
  return new EvalError('agent', message('{address} broke off its answer: {problem}', { address, problem }), {
    hint: message('The agent’s own log may say why the connection was closed before the answer was whole'),
    retryable: retryableCodes.includes(problem),
    cause,
  })
}

function silent(cause: unknown, address: string): EvalError {
  return new EvalError('timeout', message('{address} was silent for more than 5 minutes', { address }), {
    hint: message('A server that takes longer has to send something meanwhile'),
    cause,
  })
}

// fetch wraps the system's error once; for a host with several addresses it is an AggregateError of the same code.
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
