import type { Metric } from '../../core/index.ts'
import { type TokenizerName, rougeLOf, tokenizers } from '../../text/index.ts'
import { type AnswerOptions, type ReferenceComparison, answerMetric } from './answer-metric.ts'
import { rougeComparison, withoutWords } from './rouge-comparison.ts'

type RougeLOptions = AnswerOptions & {
  readonly threshold: number
  /** `unicode` by default. */
  readonly tokenizer?: TokenizerName
}

/**
 * Compares each final response with its reference by the F-measure of ROUGE-L (Lin 2004), 0–1, and gives the mean: the
 * words that they share in the same order.
 *
 * @example
 * const metrics = [rougeL({ threshold: 0.6 })]
 * const cases = [{ ask: 'When are you open?', answer: 'Open from nine to five' }]
 * const { results } = await evaluate({ cases, agent: () => 'We open at nine', metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 0.4444, passed: false, … }
 */
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
