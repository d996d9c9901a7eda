import type { ArgumentDifference } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { stringifyJson } from '../../core/basics/json.ts'
import type { BriefArgument } from './trace-row.ts'

const longestText = 160
const longestArgument = 80
const mostArguments = 6
/** Characters shown before the difference or the match. */
const wordsBefore = 12

export function beginningOf(text: string, longest = longestText): string {
  const start = text.slice(0, 2 * longest + 1)
  const characters = Array.from(start)
  return characters.length <= longest && start.length === text.length
    ? text
    : `${characters.slice(0, longest).join('')}…`
}

export function briefValue(value: unknown, longest = longestText): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return beginningOf(value, longest)
  if (isObject(value) && typeof value['mimeType'] === 'string' && typeof value['data'] === 'string')
    return beginningOf(value['mimeType'], longest)
  // A tool's answer is most often an object with one text.
  const [first, ...others] = isObject(value) ? Object.values(value) : []
  if (typeof first === 'string' && others.length === 0) return beginningOf(first, longest)
  return beginningOf(jsonBeginning(value, 4 * longest), longest)
}

/** Shortens a call's arguments; those that differ come first, each by its path and from where it differs. */
export function briefArguments(
  args: Readonly<Record<string, unknown>>,
  differences: readonly ArgumentDifference[] = [],
): { readonly args: BriefArgument[]; readonly moreArgs: number } {
  const differing = new Set(differences.map(({ path }) => path.split(/[.[]/, 1)[0]))
  const equal = Object.entries(args).filter(([name]) => !differing.has(name))
  const all = [
    ...differences.filter(({ path }) => path !== '').map(briefDifference),
    ...equal.map(([name, value]) => ({ name, text: briefValue(value, longestArgument) })),
  ]
  return {
    args: all.slice(0, mostArguments).map((one) => ({ ...one, name: beginningOf(one.name, longestArgument) })),
    moreArgs: Math.max(0, all.length - mostArguments),
  }
}

function briefDifference(difference: ArgumentDifference): BriefArgument {
  const { path: name, expected, actual } = difference
  if (!('actual' in difference)) return { name, text: '', mark: 'missing' }
  if (!('expected' in difference)) return { name, text: briefValue(actual, longestArgument), mark: 'extra' }
  const text = typeof actual === 'string' && typeof expected === 'string' ? fromDifference(expected, actual) : actual
  return { name, text: briefValue(text, longestArgument), mark: 'differs' }
}

/** Shows the actual text from its first difference, so that long texts that begin alike can be told apart. */
function fromDifference(expected: string, actual: string): string {
  let same = 0
  while (same < actual.length && actual[same] === expected[same]) same += 1
  return fromPlace(actual, same)
}

/** Returns a text from a little before a place in it. */
export function fromPlace(text: string, at: number): string {
  const cut = at - wordsBefore
  // The cut must not split a surrogate pair.
  return cut < wordsBefore ? text : `…${text.slice(cut).replace(/^[\uDC00-\uDFFF]/, '')}`
}

/** Serializes only the beginning, since a value may have megabytes. */
function jsonBeginning(value: unknown, longest: number): string {
  if (typeof value === 'string') return stringifyJson(value.slice(0, longest))
  if (typeof value !== 'object' || value === null) return stringifyJson(value)
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  let text = opening
  for (const [name, one] of Object.entries(value)) {
    if (text.length > longest) return text
    if (text !== opening) text += ', '
    text += Array.isArray(value) ? '' : `${stringifyJson(name.slice(0, longest))}: `
    text += jsonBeginning(one, longest - text.length)
  }
  return text + closing
}
