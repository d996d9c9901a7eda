import {
  type ArgumentDifference,
  type Message,
  type Metric,
  message,
  splitThoughts,
  stringifyJson,
  parsedJson,
} from '../../core/index.ts'
import { type AnswerOptions, type ReferenceComparison, answerMetric } from './answer-metric.ts'
import { hasKeyTwice } from '../../core/basics/json.ts'
import { differences } from '../trajectory/deep-equal.ts'
import { valuePreview } from '../shared/value-preview.ts'

type JsonMatchOptions = AnswerOptions & {
  readonly threshold?: number
  /** The value expected in every case, in place of the JSON in the reference's final response. */
  readonly value?: unknown
  /** Lets the answer have more keys, and more elements of a list in any order. */
  readonly subset?: boolean
}

/**
 * Scores each final response 1 when its JSON equals the expected one, else 0, and gives the mean. The JSON is all of
 * the answer, or else the last value in it that is not an example. Values are compared like arguments of tools; with
 * `subset` the answer may have more.
 *
 * @example
 * const metrics = [jsonMatch({ value: { status: 'confirmed' }, subset: true })]
 * const cases = [{ ask: 'Book a table.' }]
 * const agent = () => 'Done: {"status": "confirmed", "id": 7}'
 * const { results } = await evaluate({ cases, agent, metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 1, passed: true, … }
 */
export function jsonMatch(options: JsonMatchOptions = {}): Metric {
  const { threshold = 1, thoughts, value, subset } = options

  function compare(answer: string, expectedText: string): ReferenceComparison {
    const expected: ReadJson | undefined = value === undefined ? readJson(expectedText) : { value }
    if (expected === undefined) {
      return { status: 'broken-reference', reason: message('The reference answer holds no readable JSON') }
    }
    if (expected.unclear !== undefined) return { status: 'broken-reference', reason: keyTwice(expected.unclear) }
    const actual = readJson(splitThoughts(answer).answer, expected.value)
    if (actual === undefined) {
      return { status: 'compared', value: 0, reason: message('The answer holds no readable JSON') }
    }
    if (actual.unclear !== undefined) return { status: 'not-comparable', reason: keyTwice(actual.unclear) }
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

/** Several references without any JSON are compared as one JSON list of texts. */
function references(texts: readonly string[]): readonly string[] {
  return texts.length > 1 && texts.every((text) => readJson(text) === undefined) ? [stringifyJson(texts)] : texts
}

/**
 * Reads the JSON of a text: all of it, or else the last value that is neither an example nor inside a code block of
 * another language. The value is wrapped in an object because it may be null; undefined when the text has no JSON.
 */
function readJson(text: string, expected?: unknown): ReadJson | undefined {
  const whole = tryParse(text)
  if (whole !== undefined) return whole
  // Places are visited from the end, so blocks that begin after the current one are no longer needed.
  const others = [...text.matchAll(/^[ \t]*```(?!json)[a-z][^\n`]*\n.*?(?:^[ \t]*```|$(?!\n))/gims)]
  const found = [...jsonIn(text)].toReversed().map((place) => {
    while ((others.at(-1)?.index ?? 0) > place.start) others.pop()
    const block = others.at(-1)
    return {
      ...place,
      isExample: /(?:\bexample\b|\be\.g\.|例)[^\n.。{}[\]]{0,40}$/i.test(
        text.slice(Math.max(0, place.start - 60), place.start),
      ),
      isOfOthers: block !== undefined && place.end <= block.index + block[0].length,
    }
  })
  const meant = found.filter(({ isExample, isOfOthers }) => !isExample && !isOfOthers)
  const values = (meant.length > 0 ? meant : found).flatMap(({ start, end }) => tryParse(text.slice(start, end)) ?? [])
  // Unless a list is expected, a list of numbers such as [1] is a citation and not the answer.
  return (Array.isArray(expected) ? undefined : values.find(({ value }) => !isReference(value))) ?? values[0]
}

/** `unclear` is a text in which an object has a key twice: nobody knows which of its values is meant. */
type ReadJson = { readonly value: unknown; readonly unclear?: string }

function keyTwice(text: string): Message {
  return message('An object has a key twice: {text}', { text: text.slice(0, 200) })
}

function isReference(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number')
}

type JsonMatchPlace = { readonly start: number; readonly end: number }

/** Yields the positions of objects, lists and fenced values. After a broken value, reading goes on where it broke. */
function* jsonIn(text: string): Generator<JsonMatchPlace> {
  const opening = /```(?:json\w*)?[ \t]*\n\s*(?=[^\s{[`])|\{(?=\s*["}])|\[/gi
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const isFence = found[0].startsWith('`')
    const start = isFence ? opening.lastIndex : found.index
    const { end, isWhole } = isFence ? restOfLine(text, start) : endOf(text, start)
    if (isWhole) yield { start, end }
    opening.lastIndex = Math.max(end, start + 1)
  }
}

function restOfLine(text: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  const end = text.indexOf('\n', start)
  return { end: end === -1 ? text.length : end, isWhole: true }
}

function endOf(text: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  const token = /\s*(?:([{[])|([}\]])|[,:]|"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/y
  token.lastIndex = start
  let [depth, end] = [0, start]
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    end = token.lastIndex
    if (found[1] !== undefined) depth += 1
    if (found[2] !== undefined) depth -= 1
    if (depth === 0) return { end, isWhole: true }
  }
  return { end, isWhole: false }
}

// Evidence could not hold a value that is nested deeper: JSON.stringify would overflow the stack.
const DEEPEST = 500

function tryParse(text: string): ReadJson | undefined {
  const value = parsedJson(text, { deepest: DEEPEST - 1 })
  if (value === undefined) return undefined
  return hasKeyTwice(text, value) ? { value, unclear: text } : { value }
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
