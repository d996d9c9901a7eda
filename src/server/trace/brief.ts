import type { ArgumentDifference } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { stringifyJson } from '../../core/basics/json.ts'
import type { BriefArgument } from './trace-row.ts'

const longestText = 160
const longestArgument = 80
const mostArguments = 6

/** The first words of a text, cut between characters. */
export function beginningOf(text: string, longest = longestText): string {
  const start = text.slice(0, 2 * longest + 1)
  const characters = Array.from(start)
  return characters.length <= longest && start.length === text.length
    ? text
    : `${characters.slice(0, longest).join('')}…`
}

/** Any value in a line. */
export function briefValue(value: unknown, longest = longestText): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return beginningOf(value, longest)
  // An image is no words.
  if (isObject(value) && typeof value['mimeType'] === 'string' && typeof value['data'] === 'string')
    return beginningOf(value['mimeType'], longest)
  // What tools answer mostly is one text in an object.
  const [first, ...others] = isObject(value) ? Object.values(value) : []
  if (typeof first === 'string' && others.length === 0) return beginningOf(first, longest)
  return beginningOf(jsonBeginning(value, 4 * longest), longest)
}

/** The arguments of a call in short; those that differ come first, so that they are among those that are shown. */
export function briefArguments(
  args: Readonly<Record<string, unknown>>,
  differences: readonly ArgumentDifference[] = [],
): { readonly args: BriefArgument[]; readonly moreArgs: number } {
  const marks = new Map(differences.map(({ path }) => [path.split(/[.[]/, 1)[0] ?? '', path]))
  const markOf = (name: string): BriefArgument['mark'] => {
    const path = marks.get(name)
    if (path === undefined) return undefined
    const difference = differences.find((one) => one.path === path)
    const isWhole = path === name && difference !== undefined
    if (isWhole && !('expected' in difference)) return 'extra'
    return 'differs'
  }
  const own = Object.entries(args).map(([name, value]) => ({
    name,
    text: briefValue(value, longestArgument),
    mark: markOf(name),
  }))
  const absent = [...marks.keys()]
    .filter((name) => name !== '' && !Object.hasOwn(args, name))
    .map((name) => ({ name, text: '', mark: 'missing' as const }))
  const all = [...own, ...absent].map(({ mark, name, text }) => ({
    name: beginningOf(name, longestArgument),
    text,
    ...(mark !== undefined && { mark }),
  }))
  const marked = all.filter(({ mark }) => mark !== undefined)
  const shown = all.length <= mostArguments ? all : [...marked, ...all.filter(({ mark }) => mark === undefined)]
  return { args: shown.slice(0, mostArguments), moreArgs: Math.max(0, all.length - mostArguments) }
}

/** Of a value of megabytes not all is written out for its first words. */
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
