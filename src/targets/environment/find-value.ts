import { JsonObject } from '../../core/index.ts'

/**
 * Finds the first value of `key`: an object's own keys come before nested ones, and a null of its own ends the search.
 * Undefined when there is none.
 */
export function findValue(value: unknown, key: string): unknown {
  const object = JsonObject.safeParse(value)
  if (object.success && Object.hasOwn(object.data, key)) return object.data[key]
  for (const child of childrenOf(value)) {
    const found = findValue(child, key)
    // Like ADK, the search continues after a nested null, since ids are wanted.
    if (found !== undefined && found !== null) return found
  }
  return undefined
}

function childrenOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}
