import { EvalError, JsonObject, message, stringifyJson } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'

type JsonPathStep = {
  readonly select: string | number | '*'
  readonly kind: 'name' | 'index' | 'all'
  readonly optional: boolean
}

/**
 * Makes a function that reads one place of a JSON value: `$.choices[0].message.content`, `$['tool calls'][*].function`,
 * `[-1]` for the last. A `?` after a step makes it optional: `$.tool_calls?[*].function` is undefined without
 * `tool_calls`. `lenient` makes every step optional.
 *
 * @returns a function that throws EvalError `agent` with the step at which the path failed
 * @throws {EvalError} `config` for an invalid path
 */
export function jsonPath(path: string, { lenient = false } = {}): (value: unknown) => unknown {
  const steps = parsePath(path).map((step) => ({ ...step, optional: step.optional || lenient }))
  return (value) => follow(value, steps, { path, walked: '$' })
}

const stepPattern =
  /\.?\[(?:(?<index>-?\d+)|(?<all>\*)|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)")\](?<bracketOptional>\?)?|\.(?<name>[^.[\]?\s'"*]+)(?<nameOptional>\?)?/uy

function parsePath(path: string): readonly JsonPathStep[] {
  const text = path.trim().replace(/^\$/, '')
  // Users may forget the `$.` and write `choices[0]`.
  const rest = text === '' || text.startsWith('.') || text.startsWith('[') ? text : `.${text}`
  const steps: JsonPathStep[] = []
  stepPattern.lastIndex = 0
  while (stepPattern.lastIndex < rest.length) {
    const start = stepPattern.lastIndex
    const groups = stepPattern.exec(rest)?.groups
    if (groups === undefined) throw unreadable(path, rest.slice(start))
    steps.push(toStep(groups))
  }
  return steps
}

function toStep(groups: Readonly<Record<string, string | undefined>>): JsonPathStep {
  const optional = (groups['bracketOptional'] ?? groups['nameOptional']) !== undefined
  if (groups['index'] !== undefined) return { kind: 'index', select: Number(groups['index']), optional }
  if (groups['all'] !== undefined) return { kind: 'all', select: '*', optional }
  const quoted = groups['single'] ?? groups['double']
  const name = quoted === undefined ? (groups['name'] ?? '') : quoted.replace(/\\(.)/gu, '$1')
  return { kind: 'name', select: name, optional }
}

function unreadable(path: string, rest: string): EvalError {
  return new EvalError('config', message('The path {path} cannot be read from {rest} on', { path, rest }), {
    hint: message("Write steps like $.choices[0].message.content, [-1], [*] or ['a name']"),
  })
}

type JsonPathPlace = { readonly path: string; readonly walked: string }

function follow(value: unknown, steps: readonly JsonPathStep[], place: JsonPathPlace): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  const walked = `${place.walked}${written(step)}`
  if (step.kind === 'all') {
    if (!Array.isArray(value)) return missing(value, step, place)
    // Like JSONPath, elements without an optional field are left out.
    return value
      .map((element: unknown, index) => follow(element, rest, { ...place, walked: `${place.walked}[${index}]` }))
      .filter((found) => found !== undefined)
  }
  const next = step.kind === 'index' ? elementOf(value, step.select) : fieldOf(value, step.select)
  if (next === undefined || (next === null && rest.length > 0 && step.optional)) return missing(value, step, place)
  return follow(next, rest, { ...place, walked })
}

function elementOf(value: unknown, index: JsonPathStep['select']): unknown {
  return Array.isArray(value) ? value.at(Number(index)) : undefined
}

function fieldOf(value: unknown, name: JsonPathStep['select']): unknown {
  const object = JsonObject.safeParse(value)
  return object.success && Object.hasOwn(object.data, name) ? object.data[name] : undefined
}

function missing(value: unknown, step: JsonPathStep, { path, walked }: JsonPathPlace): undefined {
  if (step.optional) return undefined
  throw new EvalError(
    'agent',
    message('The path {path} broke at {step}: {walked} is {found}', {
      path,
      step: written(step),
      walked,
      found: excerpt(stringifyJson(value) ?? 'undefined', 100),
    }),
    { hint: message('Where the step may be missing, put a ? after it, as in $.tool_calls?[*]') },
  )
}

function written({ kind, select }: JsonPathStep): string {
  if (kind !== 'name') return `[${select}]`
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(String(select)) ? `.${select}` : `[${JSON.stringify(select)}]`
}
