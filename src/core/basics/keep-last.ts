/** A cache of at most `size` values: those that were used last. */
export type LastUsed<Value> = {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => Value
  readonly delete: (key: string) => void
}

/** Keeps the values that were used last, so that what is asked for again and again is not made anew (an LRU cache). */
export function keepLast<Value>(size: number): LastUsed<Value> {
  const values = new Map<string, Value>()
  function set(key: string, value: Value): Value {
    // Deleted before it is set, a key becomes the last in the order of the map.
    values.delete(key)
    values.set(key, value)
    for (const oldest of values.keys()) {
      if (values.size <= size) break
      values.delete(oldest)
    }
    return value
  }
  return {
    set,
    delete: (key) => void values.delete(key),
    get(key) {
      const value = values.get(key)
      return value === undefined ? undefined : set(key, value)
    },
  }
}
