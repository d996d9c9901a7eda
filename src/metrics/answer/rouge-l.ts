import type { Metric } from '../../core/index.ts'
import { type TokenizerName, rougeLOf, tokenizers } from '../../text/index.ts'
import { type AnswerOptions, type ReferenceComparison, answerMetric } from './answer-metric.ts'
import { rougeComparison, withoutWords } from './rouge-comparison.ts'

type RougeLOptions = AnswerOptions & {
  readonly threshold: number
  /** `unicode` unless told otherwise. */
  readonly tokenizer?: TokenizerName
}

/** ROUGE-L F-measure of each final response with its reference, and their mean: words that they share in the same order. */
export function rougeL(options: RougeLOptions): Metric {
  const { threshold, tokenizer = 'unicode', thoughts } = options
  const tokenize = tokenizers[tokenizer]

  function compare(answer: string, expected: string): ReferenceComparison {
    const score = rougeLOf(answer, expected, tokenize)
    const noWords = score.fmeasure === 0 ? withoutWords(expected, tokenize) : undefined
    return noWords ?? rougeComparison('ROUGE-L', score, threshold)
  }

  return answerMetric({ name: 'rouge_l', threshold, thoughts, compare })
}
