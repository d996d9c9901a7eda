import { EvalError, message, parseJson, stringifyJson } from '../core/index.ts'

/**
 * What is left of a value of the agent's once it is written down as JSON. `what` names it in the error.
 *
 * @throws {EvalError} `agent`, when it cannot be written down: a circle, or nested without end
 */
export function jsonCopy(value: unknown, what: string): unknown {
  const text = jsonOf(value, what)
  return text === undefined ? undefined : parseJson(text)
}

function jsonOf(value: unknown, what: string): string | undefined {
  try {
    return stringifyJson(value)
  } catch (cause) {
    // Getters and toJSON are the agent's own code, so whatever is thrown here is the agent's doing.
    throw new EvalError('agent', message('{what} of the agent cannot be written as JSON', { what }), {
      hint: message('Answer with plain values: texts, numbers, lists and objects without circles'),
      cause,
    })
  }
}
