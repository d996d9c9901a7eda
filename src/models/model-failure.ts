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
 * A model's failure to reply. `status` is the provider's HTTP status, undefined when no response came; `usage` is the
 * usage in spite of the failure, if the provider reports it.
 */
export class ModelFailure extends EvalError {
  readonly status: number | undefined
  readonly usage: Usage | undefined

  // There is no `cause` on purpose: a provider's error holds the request and text echoed by the server, keys included.
  constructor(sentence: Message, { status, usage, ...options }: ModelFailureOptions = {}) {
    super('judge', sentence, options)
    this.status = status
    this.usage = usage
  }

  /** True when the server has no capacity now, rather than an error. */
  get overloaded(): boolean {
    return this.retryable && (this.status === 429 || this.status === 503 || this.status === 529)
  }
}

/** Asks an agent's model, whose failure is a failure of the agent. @throws {EvalError} `agent` */
export async function askAsAgent(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  try {
    return await model.generate(request, signal)
  } catch (cause) {
    if (!(cause instanceof ModelFailure)) throw cause
    // This is not retryable, because the model's own retries are used up.
    throw new EvalError('agent', cause.sentence, { hint: cause.hint, cause })
  }
}
