import { isObject } from '../../core/basics/is-object.ts'
import { type JsonObject, stringifyJson } from '../../core/index.ts'

/** A template with its variables filled in; `logic` lists the expressions in it that are more than names. */
export type Filled = { readonly text: string; readonly logic: readonly string[] }

/** Fills `{{ name }}` and `{{ name.field }}`. Other expressions stay as they are. */
export function fillPrompt(template: string, variables: JsonObject): Filled {
  const logic = [...template.matchAll(/\{%-?\s*(\w+)[^%]*%\}/g)].map(([, word = '']) => `{% ${word} %}`)
  const text = template.replaceAll(/\{\{-?\s*([^{}]*?)\s*-?\}\}/g, (written, expression: string) => {
    const value = textOf(expression, variables)
    if (value !== undefined) return value
    logic.push(written)
    // A missing variable is filled in as nothing; an expression that is no name stays in the text.
    return isName.test(expression) ? '' : written
  })
  return { text, logic: [...new Set(logic)] }
}

const isName = /^[\w$]+(\.[\w$]+)*$/

function textOf(expression: string, variables: JsonObject): string | undefined {
  const [first = '', ...filters] = expression.split(/(?<!\s)\s*\|\s*(?=[a-z]+\b)/)
  const start = literal(first) ?? valueAt(first, variables)
  if (start === undefined && (!isPath.test(first) || !/^(default|d)\b/.test(filters[0] ?? ''))) return undefined
  let value = start
  for (const written of filters) {
    const [, name = '', given = ''] = /^(\w+)\s*(?:\((.*)\))?$/s.exec(written) ?? []
    const options = given === '' ? [] : [...given.matchAll(/"[^"]*"|'[^']*'|[^,\s]+/g)].map(([text]) => literal(text))
    if (!Object.hasOwn(known, name) || options.includes(undefined)) return undefined
    value = known[name]?.(value, ...options.map((one) => one ?? ''))
    if (value === undefined) return undefined
  }
  return asText(value)
}

const known: Readonly<Record<string, (value: unknown, ...options: readonly (string | number)[]) => unknown>> = {
  dump: (value) => stringifyJson(value),
  safe: (value) => value,
  string: asText,
  trim: (value) => asText(value).trim(),
  upper: (value) => asText(value).toUpperCase(),
  lower: (value) => asText(value).toLowerCase(),
  capitalize: (value) => asText(value).charAt(0).toUpperCase() + asText(value).slice(1).toLowerCase(),
  title: (value) =>
    asText(value).replaceAll(/\S+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  length: (value) => (typeof value === 'string' || Array.isArray(value) ? value.length : undefined),
  first: (value) => (Array.isArray(value) ? value[0] : undefined),
  last: (value) => (Array.isArray(value) ? value.at(-1) : undefined),
  join: (value, between = '') => (Array.isArray(value) ? value.map(asText).join(String(between)) : undefined),
  default: (value, other = '') => value ?? other,
  d: (value, other = '') => value ?? other,
  replace: (value, from = '', to = '') => asText(value).replaceAll(String(from), () => String(to)),
}

const isPath = /^[\w$-]+(?:\.[\w$-]+|\[['"]?[\w-]+['"]?\])*$/

function literal(expression: string): string | number | undefined {
  if (/^-?\d+(\.\d+)?$/.test(expression)) return Number(expression)
  return /^(?:'([^'\\]*)'|"([^"\\]*)")$/.exec(expression)?.slice(1).join('')
}

function valueAt(path: string, variables: JsonObject): unknown {
  if (!isPath.test(path)) return undefined
  return path
    .split(/[.[\]'"]+/)
    .filter((key) => key !== '')
    .reduce<unknown>(
      (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : Array.isArray(at) ? at[Number(key)] : undefined),
      variables,
    )
}

function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? stringifyJson(value) : String(value)
}

/** Fills variables within variables as often as promptfoo does; a line break at the end of a value is dropped. */
export function filledVariables(variables: JsonObject, env: JsonObject): JsonObject {
  let all = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/\n$/, '') : value,
    ]),
  )
  for (let round = 0; round < 5; round += 1) {
    const filled = Object.entries(all).map(([name, value]): readonly [string, unknown] => {
      if (typeof value !== 'string' || !value.includes('{{')) return [name, value]
      const { text, logic } = fillPrompt(value, { env, ...all })
      return [name, logic.length === 0 ? text : value]
    })
    if (filled.every(([name, value]) => all[name] === value)) break
    all = Object.fromEntries(filled)
  }
  return all
}

/** Splits a text at commas outside of quotes. */
export function textsBetweenCommas(text: string): readonly string[] {
  return [...text.matchAll(/\s*(?:"((?:[^"\\]|\\.|"")*)"|([^,]*))\s*(?:,|$)/gs)]
    .map(
      ([, quoted, plain]) =>
        quoted?.replaceAll(/""|\\(["\\])/g, (pair, sign?: string) => sign ?? '"') ?? plain?.trim() ?? '',
    )
    .filter((one) => one !== '')
}

/** Returns one set of variables for each combination of those that are lists. */
export function combinations(variables: JsonObject): readonly JsonObject[] {
  return Object.entries(variables).reduce<readonly JsonObject[]>(
    (all, [name, value]) => {
      const values: readonly unknown[] = Array.isArray(value) && typeof value[0] === 'string' ? value : [value]
      return all.flatMap((one) => values.map((each) => ({ ...one, [name]: each })))
    },
    [{}],
  )
}
