import type { Metric } from '../../core/index.ts'
import { editSimilarityOf } from '../../text/index.ts'
import { type AnswerOptions, answerMetric } from './answer-metric.ts'
import { type Normalisation, normalise } from './normalise.ts'
import { similarityReason } from './similarity-reason.ts'

type EditSimilarityOptions = AnswerOptions & Normalisation & { readonly threshold: number }

/**
 * Compares each final response with its reference by edit similarity (Levenshtein 1966), 0–1, and gives the mean: 1 minus
 * the share of characters that have to be typed to correct it.
 *
 * @example
 * const metrics = [editSimilarity({ threshold: 0.9 })]
 * const cases = [{ ask: 'Order number?', answer: 'ORD-1234' }]
 * const { results } = await evaluate({ cases, agent: () => 'ORD-1284', metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 0.875, passed: false, … }
 */
export function editSimilarity(options: EditSimilarityOptions): Metric {
  const { threshold, thoughts } = options
  return answerMetric({
    name: 'edit_similarity',
    threshold,
    thoughts,
    compare: (answer, expected) => {
      const value = editSimilarityOf(normalise(answer, options), normalise(expected, options))
      return { status: 'compared', value, reason: similarityReason('Edit similarity', value, threshold) }
    },
  })
}
