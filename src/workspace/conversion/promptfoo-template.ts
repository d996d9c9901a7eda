import { isObject } from '../../core/basics/is-object.ts'
import { stringifyJson } from '../../core/index.ts'

/** A template with its variables filled in; `logic` is what stands in it beyond names of variables. */
export type Filled = { readonly text: string; readonly logic: readonly string[] }

/** Fills `{{ name }}` and `{{ name.field }}`, and says which of them there are not. Expressions stay as they stand. */
export function fillPrompt(template: string, variables: Readonly<Record<string, unknown>>): Filled {
  const logic = [...template.matchAll(/\{%-?\s*(\w+)[^%]*%\}/g)].map(([, word = '']) => `{% ${word} %}`)
  const text = template.replaceAll(/\{\{-?\s*([^{}]*?)\s*-?\}\}/g, (written, expression: string) => {
    const value = valueOf(expression, variables)
    if (value !== undefined) return value
    logic.push(written)
    // What is not given is nothing there; what is more than a name stays to be seen.
    return isName.test(expression) ? '' : written
  })
  return { text, logic: [...new Set(logic)] }
}

const isName = /^[\w$]+(\.[\w$]+)*$/

function valueOf(expression: string, variables: Readonly<Record<string, unknown>>): string | undefined {
  const [, path, filter] =
    /^([\w.$-]+|[\w.$-]+(?:\[['"]?\w+['"]?\])+)(?:\s*\|\s*(dump|safe|trim))?$/.exec(expression) ?? []
  if (path === undefined) return undefined
  const value = path
    .split(/[.[\]'"]+/)
    .filter((key) => key !== '')
    .reduce<unknown>(
      (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : Array.isArray(at) ? at[Number(key)] : undefined),
      variables,
    )
  if (value === undefined) return undefined
  if (filter === 'dump') return stringifyJson(value)
  const text = typeof value === 'object' && value !== null ? stringifyJson(value) : String(value)
  return filter === 'trim' ? text.trim() : text
}

/** Variables that are lists stand for one test each, in all combinations. */
export function combinations(
  variables: Readonly<Record<string, unknown>>,
): readonly Readonly<Record<string, unknown>>[] {
  return Object.entries(variables).reduce<readonly Readonly<Record<string, unknown>>[]>(
    (all, [name, value]) => {
      const values: readonly unknown[] =
        Array.isArray(value) && value.every((one) => typeof one !== 'object') ? value : [value]
      return all.flatMap((one) => values.map((each) => ({ ...one, [name]: each })))
    },
    [{}],
  )
}
