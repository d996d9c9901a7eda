import type { ArgumentDifference, Message, Metric } from '../../core/index.ts'
import { message, nestingDepth, parseJson, stringifyJson } from '../../core/index.ts'
import type { AnswerOptions, Comparison } from './answer-metric.ts'
import { answerMetric } from './answer-metric.ts'
import { differences } from '../trajectory/deep-equal.ts'
import { valuePreview } from '../shared/value-preview.ts'

type JsonMatchOptions = AnswerOptions & {
  readonly threshold?: number
  /** Expected in every case, in place of the JSON in the reference's final response. */
  readonly value?: unknown
  /** Let the answer have more: more keys, and more elements of a list in any order. */
  readonly subset?: boolean
}

/**
 * 1 for each final response whose JSON equals the expected one, and the mean of that. The JSON is all of the answer, or
 * stands in a ``` fence, or between the first and the last bracket. Values are equal as arguments of tools are.
 *
 * @example jsonMatch({ value: { status: 'confirmed' }, subset: true })
 */
export function jsonMatch(options: JsonMatchOptions = {}): Metric {
  const { threshold = 1, thoughts, value, subset } = options

  function compare(answer: string, expectedText: string): Comparison {
    const expected = value === undefined ? readJson(expectedText) : { value }
    if (expected === undefined) {
      return { status: 'broken-reference', reason: message('The reference answer holds no readable JSON') }
    }
    const actual = readJson(answer)
    if (actual === undefined) {
      return { status: 'compared', value: 0, reason: message('The answer holds no readable JSON') }
    }
    const found = differences(expected.value, actual.value, { subset })
    return {
      status: 'compared',
      value: found.length === 0 ? 1 : 0,
      reason: differenceReason(found),
      evidence: [{ kind: 'values', differences: found }],
    }
  }

  const expected = value === undefined ? undefined : stringifyJson(value, 2)
  return answerMetric({ name: 'json_match', threshold, thoughts, expected, compare, references })
}

/** A list of texts, none of which is JSON, is the JSON that is expected. */
function references(texts: readonly string[]): readonly string[] {
  return texts.length > 1 && texts.every((text) => readJson(text) === undefined) ? [stringifyJson(texts)] : texts
}

/** The first reading that is JSON; undefined when none is. In an object, because null is JSON too. */
function readJson(text: string): { readonly value: unknown } | undefined {
  for (const candidate of jsonCandidates(text)) {
    const parsed = tryParse(candidate)
    if (parsed !== undefined && nestingDepth(parsed.value, DEEPEST) < DEEPEST) return parsed
  }
  return undefined
}

// What is nested deeper could not be written down as evidence: JSON.stringify overflows the stack.
const DEEPEST = 500

function* jsonCandidates(text: string): Generator<string> {
  yield text
  for (const [, fenced] of text.matchAll(/```[^\n`]*\n(.*?)```/gs)) if (fenced !== undefined) yield fenced
  const start = text.search(/[[{]/)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  if (start !== -1 && end > start) yield text.slice(start, end + 1)
}

function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function differenceReason(found: readonly ArgumentDifference[]): Message {
  const [first] = found
  const values = {
    path: first === undefined || first.path === '' ? '$' : first.path,
    expected: valuePreview(first?.expected),
    actual: valuePreview(first?.actual),
    count: found.length,
  }
  return message(
    'The JSON differs at {path}: expected {expected}, got {actual} ({count} {count|difference|differences})',
    values,
  )
}
