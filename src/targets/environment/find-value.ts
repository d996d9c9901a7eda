import { JsonObject } from '../../core/index.ts'

/**
 * The value of the first `key` found, an object's own keys before what is inside them. A key that is there ends the search
 * among its siblings even when its value is null; undefined where it is nowhere.
 */
export function findValue(value: unknown, key: string): unknown {
  const object = JsonObject.safeParse(value)
  if (object.success && Object.hasOwn(object.data, key)) return object.data[key]
  for (const child of childrenOf(value)) {
    const found = findValue(child, key)
    // ADK looks on behind a nested null, and so do we: ids are what is looked for.
    if (found !== undefined && found !== null) return found
  }
  return undefined
}

function childrenOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}
