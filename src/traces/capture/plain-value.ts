import { isObject } from '../../core/basics/is-object.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import { parseJson, stringifyJson } from '../../core/index.ts'

/** Returns the value as JSON would hold it; undefined when it cannot be serialized. */
export function plainValue(value: unknown): unknown {
  try {
    const text: string | undefined = stringifyJson(withoutBytes(value))
    return text === undefined ? undefined : parseJson(text)
  } catch {
    // Cycles, getters and toJSON may throw; the trace then omits the value.
    return undefined
  }
}

function withoutBytes(value: unknown): unknown {
  if (value instanceof Error) return { error: messageOf(value) }
  if (ArrayBuffer.isView(value)) return undefined
  if (Array.isArray(value)) return value.map(withoutBytes)
  const isPlain = isObject(value) && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutBytes(field)])) : value
}
