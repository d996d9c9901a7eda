import type { APICallError } from 'ai'
import { z } from 'zod'
import { message, type Message, type Usage, parsedJson } from '../core/index.ts'
import { networkHint } from '../core/basics/network-hint.ts'
import { messageOf } from '../core/basics/message-of.ts'
import { ModelFailure } from './model-failure.ts'
import { retryAfter } from './retry-after.ts'
import type { Redact } from './secrets.ts'

export type FailureContext = {
  /** The name for people, such as `Anthropic`. */
  readonly provider: string
  readonly model: string
  readonly variables: string
  readonly redact: Redact
  /** Reads a `Retry-After` that is a date; the system's clock by default. */
  readonly clock?: () => Date
}

/** Converts an error of the AI SDK to a failure in our words, without secrets. */
export function providerFailure(error: unknown, context: FailureContext): ModelFailure {
  if (!isApiCallError(error)) return unusable(error, context)
  const { statusCode } = error
  if (statusCode === undefined) return unreachable(error, context)
  if (statusCode >= 400) return refusal(error, statusCode, context)
  return errorInside(error.responseBody ?? '', context) ?? halfAnswer(error, statusCode, context)
}

export function contentRefused(
  { provider, redact }: FailureContext,
  { reason, usage }: { readonly reason: string; readonly usage: Usage | undefined },
): ModelFailure {
  return new ModelFailure(message('{provider} refused to answer: {reason}', { provider, reason: redact(reason) }), {
    usage,
    hint: message('Its content filter objects to the question; another model may answer it'),
  })
}

/**
 * Returns the error that a provider or router puts into the body of a 200 or of one of its choices, with the status
 * that it stands for; undefined when there is none.
 */
export function errorInside(body: unknown, context: FailureContext): ModelFailure | undefined {
  const told = InnerError.safeParse(typeof body === 'string' ? parsedJson(body) : body).data
  const error = told?.error ?? told?.choices?.flatMap((choice) => choice.error ?? [])[0]
  if (error === undefined) return undefined
  const { message: said, code, metadata } = typeof error === 'string' ? { message: error } : error
  const { provider, redact } = context
  const problem = redact([said, metadata?.raw].filter((text) => text !== undefined).join(': '), 300)
  const status = Number(code)
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    return new ModelFailure(message('{provider} answered with an error: {problem}', { provider, problem }))
  }
  return new ModelFailure(
    message('{provider} answered with status {status}: {problem}', { provider, status, problem }),
    { status, retryable: isTransient(status), hint: hintFor(status, [code], context) },
  )
}

const Said = z.object({
  message: z.string().optional().catch(undefined),
  code: z.union([z.number(), z.string()]).optional().catch(undefined),
  /** OpenRouter puts the error of the provider behind it here. */
  metadata: z
    .object({ raw: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})
const SaidError = z.union([Said, z.string()]).nullish().catch(undefined)
const InnerError = z.object({
  error: SaidError.transform((error) => error ?? undefined),
  choices: z
    .array(z.object({ error: SaidError }))
    .optional()
    .catch(undefined),
})

// This is the SDK's own marker. Its class exists in several copies, and importing one takes a quarter of a second.
function isApiCallError(error: unknown): error is APICallError {
  return error instanceof Error && Symbol.for('vercel.ai.error.AI_APICallError') in error
}

/** Makes the failure for a 200 whose body has nothing in the provider's format. */
export function nothingSaid({ provider }: FailureContext): ModelFailure {
  return new ModelFailure(message('{provider} gave an answer with nothing in it', { provider }), {
    retryable: true,
    hint: message('See whether the address is right, and what stands between here and there'),
  })
}

function refusal(error: APICallError, status: number, context: FailureContext): ModelFailure {
  const { provider, redact, clock = () => new Date() } = context
  const body = error.responseBody ?? ''
  const told = ErrorBody.safeParse(parsedJson(body)).data
  const codes = codesIn(told)
  const problem = redact(told?.error?.message ?? told?.message ?? body)
  const values = { provider, status, problem }
  const sentence =
    problem === ''
      ? message('{provider} answered with status {status}', values)
      : message('{provider} answered with status {status}: {problem}', values)
  const retryable = isTransient(status) && !codes.some((code) => spent.has(code))
  const headers = error.responseHeaders ?? {}
  const now = clock().getTime()
  return new ModelFailure(sentence, {
    status,
    retryable,
    retryAfterMs: retryable ? retryAfter(headers, body, now) : undefined,
    hint: hintFor(status, codes, context),
  })
}

const ErrorBody = z.object({
  message: z.string().optional().catch(undefined),
  error: z
    .object({
      message: z.string().optional().catch(undefined),
      code: z.unknown().optional(),
      type: z.unknown().optional(),
      details: z
        .array(z.object({ reason: z.unknown().optional() }))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

function codesIn(body: z.infer<typeof ErrorBody> | undefined): readonly unknown[] {
  const error = body?.error
  return error === undefined ? [] : [error.code, error.type, ...(error.details ?? []).map(({ reason }) => reason)]
}

// Codes of a 429 that waiting does not cure, because the account has no money.
const spent = new Set<unknown>(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'])

function isTransient(status: number): boolean {
  return [408, 409, 425, 429].includes(status) || (status >= 500 && ![501, 505].includes(status))
}

function hintFor(status: number, codes: readonly unknown[], context: FailureContext): Message | undefined {
  const { provider, model, variables } = context
  // Google answers a wrong key with status 400.
  if (status === 401 || status === 403 || codes.includes('API_KEY_INVALID')) {
    return variables === ''
      ? message('See whether the server wants a key')
      : message('See whether {variables} is right, and whether it may use {model}', { variables, model })
  }
  if (status === 402 || codes.some((code) => spent.has(code))) {
    return message("See the account's billing at {provider}", { provider })
  }
  if (status === 404) return message('See whether {provider} has a model {model}', { provider, model })
  if (status === 429)
    return message('Wait, ask for a higher limit at {provider}, or ask fewer questions at once', { provider })
  if (isTransient(status)) return message('{provider} has trouble; try again later', { provider })
  return undefined
}

function unreachable(error: APICallError, { provider, redact }: FailureContext): ModelFailure {
  const problem = redact(networkCode(error) ?? error.message)
  return new ModelFailure(message('{provider} cannot be reached: {problem}', { provider, problem }), {
    retryable: error.isRetryable,
    hint: networkHint(problem) ?? message('See whether the network is there, and whether the address is right'),
  })
}

function halfAnswer(error: APICallError, status: number, { provider, redact }: FailureContext): ModelFailure {
  const code = networkCode(error)
  if (code !== undefined) {
    return new ModelFailure(
      message('{provider} broke off in the middle of its answer: {problem}', { provider, problem: code }),
      {
        retryable: true,
        hint: message('See whether the network is there, and whether the address is right'),
      },
    )
  }
  const body = redact(error.responseBody ?? '', 100)
  const problem = body === '' ? redact(error.message) : body
  return new ModelFailure(
    message('{provider} gave an answer that is not in its format: {problem}', { provider, problem }),
    {
      status,
      // A failing proxy produces this too.
      retryable: true,
      hint: message('See whether the address is right, and what stands between here and there'),
    },
  )
}

function unusable(error: unknown, { provider, redact }: FailureContext): ModelFailure {
  const problem = redact(messageOf(error))
  const code = networkCode(error)
  return new ModelFailure(message('{provider} cannot be used: {problem}', { provider, problem }), {
    retryable: code !== undefined,
  })
}

// fetch wraps the system's error once, the SDK once more.
function networkCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && isOfNetwork(error.code)) return error.code
  return networkCode(error.cause)
}

function isOfNetwork(code: string): boolean {
  return /^(E[A-Z_]+|UND_ERR_\w+)$/.test(code) || networkHint(code) !== undefined
}
