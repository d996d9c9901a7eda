import { adaptiveLimit } from '../models/index.ts'
import type { ConfiguredJudge } from './judge-settings.ts'

/** Limits the number of concurrent questions to a judge, first come, first served. */
export function withLimit(judge: ConfiguredJudge, limit: number): ConfiguredJudge {
  // The limiter receives no refusals, so its limit stays at the start value.
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
