import { type Message, type Metric, EvalError, message } from '../../core/index.ts'
import { type AnswerOptions, answerMetric } from './answer-metric.ts'
import { type Normalisation, normalise } from './normalise.ts'
import { valuePreview } from '../shared/value-preview.ts'

type TextMatchOptions = AnswerOptions &
  Normalisation & {
    readonly threshold?: number
    /** The text expected in every case, in place of the reference's final response. */
    readonly text?: string
  }

/**
 * Scores each final response 1 when it is the expected text, else 0, and gives the mean. Options ignore case, white
 * space and Unicode forms.
 *
 * @throws {EvalError} `config` when `text` is empty
 * @example
 * const metrics = [exactMatch({ ignoreCase: true, ignoreWhitespace: true })]
 * const cases = [{ ask: 'Capital of France?', answer: 'Paris' }]
 * const { results } = await evaluate({ cases, agent: () => ' paris', metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 1, passed: true, … }
 */
export function exactMatch(options: TextMatchOptions = {}): Metric {
  const name = 'exact_match'
  const { threshold = 1, thoughts, text } = options
  if (text !== undefined) assertSearchable(name, [text])
  return answerMetric({
    name,
    threshold,
    thoughts,
    expected: text,
    compare: (answer, expected) => ({
      status: 'compared',
      value: normalise(answer, options) === normalise(expected, options) ? 1 : 0,
      reason: message('The answer is {answer}, not {expected}', {
        answer: valuePreview(answer),
        expected: valuePreview(expected),
      }),
    }),
  })
}

type ContainsTextOptions = TextMatchOptions & {
  /** Every answer has to contain all of these texts. */
  readonly texts?: readonly string[]
}

/**
 * Scores each final response by the share of expected texts that it contains, 0–1, and gives the mean.
 *
 * @throws {EvalError} `config` when there is no text to look for, or an empty one
 * @example
 * const metrics = [containsText({ texts: ['refund', '14 days'] })]
 * const cases = [{ ask: 'Can I send it back?' }]
 * const { results } = await evaluate({ cases, agent: () => 'You get a refund.', metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 0.5, passed: false, … }
 */
export function containsText(options: ContainsTextOptions = {}): Metric {
  const name = 'contains'
  const { threshold = 1, thoughts } = options
  const texts = options.texts ?? (options.text === undefined ? undefined : [options.text])
  if (texts !== undefined) assertSearchable(name, texts)
  return answerMetric({
    name,
    threshold,
    thoughts,
    expected: texts?.join('\n'),
    compare: (answer, expected) => {
      const wanted = texts ?? [expected]
      const searched = normalise(answer, options)
      const missing = wanted.filter((text) => !searched.includes(normalise(text, options)))
      const value = (wanted.length - missing.length) / wanted.length
      return { status: 'compared', value, reason: missingReason(missing, wanted.length) }
    },
  })
}

// Every answer contains an empty text, and an empty list is always complete: such a metric could never fail.
function assertSearchable(metric: string, texts: readonly string[]): void {
  if (texts.length > 0 && texts.every((text) => text.trim() !== '')) return
  throw new EvalError('config', message('{metric} has no text to compare with, or an empty one', { metric }), {
    hint: message('Give it a text, or leave the text out to compare with the reference of each case.'),
  })
}

function missingReason(missing: readonly string[], wanted: number): Message {
  return message('The answer does not contain {text} ({count} of {wanted} {wanted|text|texts} missing)', {
    text: valuePreview(missing[0] ?? ''),
    count: missing.length,
    wanted,
  })
}
