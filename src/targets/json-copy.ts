import { EvalError, message, nestingDepth, parseJson, stringifyJson } from '../core/index.ts'
import { deepest } from './reply/shallow-json.ts'

/**
 * What is left of a value of the agent's once it is written down as JSON. `what` names it in the error.
 *
 * @throws {EvalError} `agent`, when it cannot be written down: a circle, or nested without end, or a number that JSON has not
 */
export function jsonCopy(value: unknown, what: string): unknown {
  const text = jsonOf(value, what)
  const copy = text === undefined ? undefined : parseJson(text)
  if (isTooDeep(copy)) throw tooDeep(what)
  return copy
}

/** A copy that somebody may change: of JSON in a tenth of what `structuredClone` takes, which copies what is none. */
export function plainCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  // The casts: a copy has the type of what it copies.
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
    // How deep JSON can be written depends on the engine: before Node.js 26 some thousand levels.
    if (cause instanceof RangeError && isTooDeep(value)) throw tooDeep(what)
    // Getters and toJSON are the agent's own code, so whatever is thrown here is the agent's doing.
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

/** JSON writes `null` for them, which is another answer. */
function refuseLostNumbers(value: unknown): void {
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) throw new TypeError(`${part} is not in JSON`)
    return typeof part === 'bigint' ? 0 : part
  })
}
