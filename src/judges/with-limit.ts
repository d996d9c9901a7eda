import { adaptiveLimit } from '../models/index.ts'
import type { ConfiguredJudge } from './judge-settings.ts'

/** A judge that is asked at most so many questions at once, first come, first served. */
export function withLimit(judge: ConfiguredJudge, limit: number): ConfiguredJudge {
  // Told of no refusal, it stays where it starts.
  const limiter = adaptiveLimit({ start: limit, max: limit })
  return {
    ...judge,
    async ask(question, signal = new AbortController().signal) {
      const release = await limiter.acquire(signal)
      try {
        return await judge.ask(question, signal)
      } finally {
        release({ status: 'failed' })
      }
    },
  }
}
