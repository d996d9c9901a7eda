import { message } from '../core/index.ts'
import type { CallAccount, Model } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'

/** Ends every call after `limitMs`. It goes inside the pace, so that waiting for a place does not count. */
export function withModelTimeout<Request, Reply extends CallAccount>(
  model: Model<Request, Reply>,
  limitMs = 60_000,
): Model<Request, Reply> {
  return {
    ...model,
    async generate(request, signal) {
      signal.throwIfAborted()
      const controller = new AbortController()
      const stopped = Promise.withResolvers<never>()
      const stop = (reason: unknown) => {
        stopped.reject(reason)
        controller.abort(reason)
      }
      const abort = () => stop(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      const timer = setTimeout(() => stop(tookTooLong(model.id, limitMs)), limitMs)
      try {
        return await Promise.race([stopped.promise, model.generate(request, controller.signal)])
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
    },
  }
}

function tookTooLong(model: string, limitMs: number): ModelFailure {
  return new ModelFailure(message('{model} did not answer within {seconds} s', { model, seconds: limitMs / 1000 }), {
    retryable: true,
    hint: message('Raise the time limit, or see whether the server hangs'),
  })
}
