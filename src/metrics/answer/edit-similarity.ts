import type { Metric } from '../../core/index.ts'
import { editSimilarityOf } from '../../text/index.ts'
import { type AnswerOptions, answerMetric } from './answer-metric.ts'
import { type Normalisation, normalise } from './normalise.ts'
import { similarityReason } from './similarity-reason.ts'

type EditSimilarityOptions = AnswerOptions & Normalisation & { readonly threshold: number }

/** Edit similarity of each final response with its reference, and their mean: how little has to be typed to correct it. */
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
