import { message } from '../../core/index.ts'
import type { RougeScore, Tokenizer } from '../../text/index.ts'
import type { ReferenceComparison } from './answer-metric.ts'
import { similarityReason } from './similarity-reason.ts'

export function rougeComparison(measure: string, score: RougeScore, threshold: number): ReferenceComparison {
  const { precision, recall, fmeasure } = score
  return {
    status: 'compared',
    value: fmeasure,
    reason: similarityReason(measure, fmeasure, threshold),
    parts: [
      { name: 'precision', value: precision },
      { name: 'recall', value: recall },
    ],
  }
}

/** A text without words for this tokenizer (an emoji; Thai with ASCII words) would not even match itself. */
export function withoutWords(text: string, tokenize: Tokenizer): ReferenceComparison | undefined {
  if (tokenize(text).length > 0) return undefined
  return { status: 'not-comparable', reason: message('The reference answer has no words to compare') }
}
