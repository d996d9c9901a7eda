import { EvalError, message } from '../../core/index.ts'

/** Steps into a JSON value; undefined stands for any key or index (`*`). */
export type ArgumentPath = readonly (string | undefined)[]

/**
 * Reads `room.guests[1].name`. `*` or `[*]` is any key or index, and `["a.b"]` a key with special characters.
 *
 * @throws {EvalError} `config` when the path is invalid
 */
export function parsePath(text: string): ArgumentPath {
  const steps = [...text.matchAll(STEP)]
  if (steps.length === 0 || steps.map((step) => step[0]).join('') !== text || text.startsWith('.')) {
    throw new EvalError('config', message('{path} is not a path to an argument', { path: JSON.stringify(text) }), {
      hint: message('Write it like {example}; * stands for any key or index.', { example: 'room.guests[1].name' }),
    })
  }
  return steps.map(([, key, index, quoted]) => {
    if (quoted !== undefined) return String(JSON.parse(quoted))
    const step = key ?? index
    return step === '*' ? undefined : step
  })
}

/** Extends `path` by a key or index, in the form that `parsePath` reads. */
export function pathInside(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`
  if (!PLAIN_KEY.test(step)) return `${path}[${JSON.stringify(step)}]`
  return path === '' ? step : `${path}.${step}`
}

/** Returns the values at a path: one or none, or several when the path has a `*`. */
export function valuesAt(value: unknown, path: ArgumentPath): readonly unknown[] {
  let found: readonly unknown[] = [value]
  for (const step of path) found = found.flatMap((container) => childrenAt(container, step))
  return found
}

const STEP = /(?:^|\.)([^.[\]"\s]+)|\[(\d+|\*)\]|\[("(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[\da-f]{4})*")\]/giu
const PLAIN_KEY = /^[^.[\]"\s*]+$/u

function childrenAt(container: unknown, step: string | undefined): readonly unknown[] {
  if (typeof container !== 'object' || container === null) return []
  if (step === undefined) return Object.values(container)
  return Object.hasOwn(container, step) ? [(container as Record<string, unknown>)[step]] : []
}
