import { EvalError, message, nestingDepth, parseJson, parsedJson, stringifyJson } from '../core/index.ts'

/** A greater depth is an attack or a mistake, and all later code that walks through arguments is recursive. */
export const deepest = 200

/** Parses JSON from outside; undefined for invalid JSON or one that is nested too deeply. */
export function shallowJson(text: string): unknown {
  return parsedJson(text, { deepest })
}

/**
 * Copies a value of the agent through JSON. `what` names it in the error.
 *
 * @throws {EvalError} `agent` for a value that JSON cannot hold: a circle, too deep nesting, or a number such as NaN
 */
export function jsonCopy(value: unknown, what: string): unknown {
  const text = jsonOf(value, what)
  const copy = text === undefined ? undefined : parseJson(text)
  if (isTooDeep(copy)) throw tooDeep(what)
  return copy
}

/** Copies JSON values ten times as fast as `structuredClone`, which copies all others. */
export function plainCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plainCopy) as Value
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainCopy(part as unknown)])) as Value
}

function jsonOf(value: unknown, what: string): string | undefined {
  try {
    const text = stringifyJson(value)
    if (text?.includes('null') === true) refuseLostNumbers(value)
    return text
  } catch (cause) {
    // The engine limits the depth of JSON: before Node.js 26 to some thousand levels.
    if (cause instanceof RangeError && isTooDeep(value)) throw tooDeep(what)
    // Getters and toJSON are the agent's own code, so their errors are the agent's.
    throw new EvalError('agent', message('{what} of the agent cannot be written as JSON', { what }), {
      hint: message('Answer with plain values: texts, numbers, lists and objects without circles'),
      cause,
    })
  }
}

function isTooDeep(value: unknown): boolean {
  return nestingDepth(value, deepest + 1) > deepest
}

function tooDeep(what: string): EvalError {
  return new EvalError(
    'agent',
    message('{what} of the agent is nested more than {limit} levels deep', { what, limit: deepest }),
  )
}

/** JSON writes `null` for these numbers, which would be another answer. */
function refuseLostNumbers(value: unknown): void {
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) throw new TypeError(`${part} is not in JSON`)
    return typeof part === 'bigint' ? 0 : part
  })
}
