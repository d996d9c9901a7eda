import { isObject } from './is-object.ts'

/** True when a value contains a text in any of its texts or keys, at any depth. `sought` is in lower case. */
export function valueSays(value: unknown, sought: string): boolean {
  const todo = [value]
  for (let next: unknown; todo.length > 0;) {
    next = todo.pop()
    if (Array.isArray(next)) for (const one of next as unknown[]) todo.push(one)
    else if (isObject(next)) {
      // The base64 data of an image is not searched.
      const isMedium = typeof next['data'] === 'string' && typeof next['mimeType'] === 'string'
      for (const [key, one] of Object.entries(next)) if (!(isMedium && key === 'data')) todo.push(key, one)
    } else if (next !== undefined && String(next).toLowerCase().includes(sought)) return true
  }
  return false
}
