import type { Metric } from '../../core/index.ts'
import { chrfOf } from '../../text/index.ts'
import { type AnswerOptions, answerMetric } from './answer-metric.ts'
import { similarityReason } from './similarity-reason.ts'

type ChrfOptions = AnswerOptions & {
  readonly threshold: number
  /** Length of the longest character n-grams. */
  readonly order?: number
  /** The weight of recall relative to precision. */
  readonly beta?: number
}

/**
 * Compares each final response with its reference by chrF, the F-score of shared character n-grams (Popović 2015), 0–1, and
 * gives the mean. It suits languages of any script. N-grams have up to 6 characters (`order`), and recall counts twice as
 * much as precision (`beta`).
 *
 * @example
 * const metrics = [chrf({ threshold: 0.5 })]
 * const cases = [{ ask: 'When are you open?', answer: 'Open from nine to five' }]
 * const { results } = await evaluate({ cases, agent: () => 'We open at nine', metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 0.1978, passed: false, … }
 */
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
