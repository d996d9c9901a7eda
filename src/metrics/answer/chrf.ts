import type { Metric } from '../../core/index.ts'
import { chrfOf } from '../../text/index.ts'
import { type AnswerOptions, answerMetric } from './answer-metric.ts'
import { similarityReason } from './similarity-reason.ts'

type ChrfOptions = AnswerOptions & {
  readonly threshold: number
  /** Length of the longest character n-grams. */
  readonly order?: number
  /** How many times recall counts against precision. */
  readonly beta?: number
}

/** chrF of each final response with its reference, and their mean: shared character n-grams, for languages of any script. */
export function chrf(options: ChrfOptions): Metric {
  const { threshold, thoughts, order, beta } = options
  return answerMetric({
    name: 'chrf',
    threshold,
    thoughts,
    compare: (answer, expected) => {
      const value = chrfOf(answer, expected, { order, beta })
      return { status: 'compared', value, reason: similarityReason('chrF', value, threshold) }
    },
  })
}
