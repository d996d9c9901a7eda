import type { Limiter } from '../../core/index.ts'
import type { CallAccount, Model } from '../language-model.ts'
import { ModelFailure } from '../model-failure.ts'

/**
 * Delays calls to the pace that the server accepts. It goes inside the retries, so that the limiter receives every
 * refusal. Models with the same quota share one limiter.
 */
export function withPace<Request, Reply extends CallAccount>(
  model: Model<Request, Reply>,
  limiter: Limiter,
): Model<Request, Reply> {
  return {
    ...model,
    async generate(request, signal) {
      const release = await limiter.acquire(signal)
      try {
        const reply = await model.generate(request, signal)
        release({ status: 'answered' })
        return reply
      } catch (error) {
        const overloaded = error instanceof ModelFailure && error.overloaded
        release(overloaded ? { status: 'refused', retryAfterMs: error.retryAfterMs } : { status: 'failed' })
        throw error
      }
    },
  }
}
