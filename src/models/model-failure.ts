import { EvalError, type Message, type Usage } from '../core/index.ts'
import type { LanguageModel, ModelReply, ModelRequest } from './language-model.ts'

type ModelFailureOptions = {
  readonly hint?: Message
  readonly status?: number
  readonly usage?: Usage
  readonly retryable?: boolean
  readonly retryAfterMs?: number
}

/**
 * Why a model gave no reply. `status` is the provider's HTTP status, absent when there was no answer at all; `usage` is what
 * it took all the same, where the provider says so.
 */
export class ModelFailure extends EvalError {
  readonly status: number | undefined
  readonly usage: Usage | undefined

  // There is no `cause` on purpose: a provider's error holds the request and whatever the server echoed, keys included.
  constructor(sentence: Message, { status, usage, ...options }: ModelFailureOptions = {}) {
    super('judge', sentence, options)
    this.status = status
    this.usage = usage
  }

  /** The server has no room for us now, as opposed to being broken. */
  get overloaded(): boolean {
    return this.retryable && (this.status === 429 || this.status === 503 || this.status === 529)
  }
}

/** Asks the model of an agent: where it gives no reply, the agent has failed. @throws {EvalError} `agent` */
export async function askAsAgent(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  try {
    return await model.generate(request, signal)
  } catch (cause) {
    if (!(cause instanceof ModelFailure)) throw cause
    // Not to be tried again: the model has its own retries, and they were used up.
    throw new EvalError('agent', cause.sentence, { hint: cause.hint, cause })
  }
}
