import { isObject } from '../../core/basics/is-object.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import { parseJson, stringifyJson } from '../../core/index.ts'

/** What is left of a live value once it is written down; of one that cannot be, nothing. */
export function plainValue(value: unknown): unknown {
  try {
    const text: string | undefined = stringifyJson(withoutBytes(value))
    return text === undefined ? undefined : parseJson(text)
  } catch {
    // Circles, getters and toJSON of others: a trace that has such a value is told without it.
    return undefined
  }
}

/** Bytes of pictures and files are nothing that a trajectory tells. */
function withoutBytes(value: unknown): unknown {
  if (value instanceof Error) return { error: messageOf(value) }
  if (ArrayBuffer.isView(value)) return undefined
  if (Array.isArray(value)) return value.map(withoutBytes)
  const isPlain = isObject(value) && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutBytes(field)])) : value
}
