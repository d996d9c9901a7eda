import { type Message, type Metric, EvalError, message } from '../../core/index.ts'
import { type AnswerOptions, answerMetric } from './answer-metric.ts'
import { type Normalisation, normalise } from './normalise.ts'
import { valuePreview } from '../shared/value-preview.ts'

type TextMatchOptions = AnswerOptions &
  Normalisation & {
    readonly threshold?: number
    /** Expected in every case, in place of the reference's final response. */
    readonly text?: string
  }

/**
 * 1 for each final response that is the expected text, and the mean of that.
 *
 * @example exactMatch({ ignoreCase: true, ignoreWhitespace: true })
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
  /** Several texts, all of which every answer has to contain. */
  readonly texts?: readonly string[]
}

/**
 * How many of the expected texts each final response contains, as a share, and the mean of that.
 *
 * @example containsText({ texts: ['refund', '14 days'], ignoreCase: true })
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

// Every answer contains an empty text, and a list of none is always complete: a metric that cannot fail is a mistake.
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
