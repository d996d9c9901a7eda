import type { Metric } from '../../core/index.ts'
import { rouge1 } from '../../text/rouge.ts'
import { type TokenizerName, tokenizers } from '../../text/tokenize.ts'
import { type AnswerOptions, type ReferenceComparison, answerMetric } from './answer-metric.ts'
import { rougeComparison, withoutWords } from './rouge-comparison.ts'

type ResponseMatchOptions = AnswerOptions & {
  readonly threshold?: number
  /** `unicode` by default; with `adkCompat` `default`, which knows ASCII words only. */
  readonly tokenizer?: TokenizerName
  /** Scores as ADK does: thoughts are part of the answer, and a missing reference is an empty text, which scores 0. */
  readonly adkCompat?: boolean
}

/**
 * Compares each final response with its reference by the F-measure of ROUGE-1 (Lin 2004), 0–1, and gives the mean: the
 * words that they share, whatever the order. The default threshold is 0.8.
 *
 * @example
 * const metrics = [responseMatch({ threshold: 0.7 })]
 * const cases = [{ ask: 'When are you open?', answer: 'Open from nine to five' }]
 * const { results } = await evaluate({ cases, agent: () => 'From nine we open', metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 0.6667, passed: false, … }
 */
export function responseMatch(options: ResponseMatchOptions = {}): Metric {
  const { threshold = 0.8, adkCompat = false, thoughts = adkCompat } = options
  const tokenize = tokenizers[options.tokenizer ?? (adkCompat ? 'default' : 'unicode')]

  function compare(answer: string, expected: string): ReferenceComparison {
    const score = rouge1(answer, expected, tokenize)
    const noWords = score.fmeasure === 0 && !adkCompat ? withoutWords(expected, tokenize) : undefined
    return noWords ?? rougeComparison('ROUGE-1', score, threshold)
  }

  return answerMetric({ name: 'response_match_score', threshold, thoughts, adkCompat, compare })
}
