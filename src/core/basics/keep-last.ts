export type LastUsed<Value> = {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => Value
  readonly delete: (key: string) => void
}

/** Makes a cache of a fixed size that drops the value unused for longest (LRU). */
export function keepLast<Value>(size: number): LastUsed<Value> {
  const values = new Map<string, Value>()
  function set(key: string, value: Value): Value {
    // Deleting a key before setting it moves it to the end of the map's order.
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
