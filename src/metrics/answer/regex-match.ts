import { type Metric, EvalError, message } from '../../core/index.ts'
import { type AnswerOptions, type ReferenceComparison, answerMetric } from './answer-metric.ts'
import { valuePreview } from '../shared/value-preview.ts'

type RegexMatchOptions = AnswerOptions & {
  readonly threshold?: number
  /** The pattern for every case; otherwise the reference's final response is the pattern. */
  readonly pattern?: string
  /** Flags of a JavaScript RegExp; `i`, `m`, `s` and `u` are the useful ones. */
  readonly flags?: string
  /** Longer answers (in characters) are not evaluated, because a pattern's time can grow much faster than the text. */
  readonly maxLength?: number
}

/**
 * Scores each final response 1 when the pattern is found somewhere in it, else 0, and gives the mean. Anchor it with ^
 * and $ to match all of the answer. `maxLength` (10,000 characters) does not make every pattern safe: nested repetition
 * such as `(a+)+$` never ends on a short text either.
 *
 * @throws {EvalError} `config` when the pattern is empty or no regular expression
 * @example
 * const metrics = [regexMatch({ pattern: '\\bORD-\\d{4}\\b' })]
 * const cases = [{ ask: 'Order number?' }]
 * const { results } = await evaluate({ cases, agent: () => 'It is ORD-1234.', metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 1, passed: true, … }
 */
export function regexMatch(options: RegexMatchOptions = {}): Metric {
  const { threshold = 1, thoughts, pattern, flags = '', maxLength = 10_000 } = options
  if (pattern !== undefined) assertPattern(pattern, flags)

  function compare(answer: string, expected: string): ReferenceComparison {
    const regex = compile(expected, flags)
    if (regex instanceof SyntaxError) return brokenReference(expected, regex)
    if (answer.length > maxLength) return tooLong(answer.length, maxLength)
    return {
      status: 'compared',
      value: regex.test(answer) ? 1 : 0,
      reason: message('The answer does not match {pattern}', { pattern: String(regex) }),
    }
  }

  return answerMetric({ name: 'regex_match', threshold, thoughts, expected: pattern, compare })
}

function assertPattern(pattern: string, flags: string): void {
  if (pattern === '') {
    throw new EvalError('config', message('The pattern of regex_match is empty'), {
      hint: message('Leave the pattern out to take it from the reference of each case.'),
    })
  }
  const regex = compile(pattern, flags)
  if (regex instanceof RegExp) return
  throw new EvalError('config', message('{pattern} is not a pattern: {problem}', problemOf(pattern, regex)), {
    hint: message('Write it as a JavaScript regular expression, without slashes around it.'),
    cause: regex,
  })
}

function brokenReference(pattern: string, problem: SyntaxError): ReferenceComparison {
  return {
    status: 'broken-reference',
    reason: message('The reference {pattern} is not a pattern: {problem}', problemOf(pattern, problem)),
  }
}

function problemOf(pattern: string, problem: SyntaxError): { pattern: string; problem: string } {
  return { pattern: valuePreview(pattern), problem: problem.message }
}

function tooLong(length: number, limit: number): ReferenceComparison {
  return {
    status: 'not-comparable',
    reason: message('The answer is {length} characters long, patterns are tried on {limit} at most', { length, limit }),
  }
}

function compile(pattern: string, flags: string): RegExp | SyntaxError {
  try {
    return new RegExp(pattern, flags)
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}
