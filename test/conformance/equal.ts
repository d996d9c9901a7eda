/** Where actual leaves expected, as `path: expected X, actual Y`; undefined when they agree. Numbers may differ by `tolerance`. */
export function firstDifference(expected: unknown, actual: unknown, tolerance: number, path = '$'): string | undefined {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const close = Object.is(expected, actual) || Math.abs(expected - actual) <= tolerance
    return close ? undefined : difference(path, expected, actual)
  }
  if (!isContainer(expected) || !isContainer(actual)) {
    return Object.is(expected, actual) ? undefined : difference(path, expected, actual)
  }
  if (Array.isArray(expected) !== Array.isArray(actual)) return difference(path, expected, actual)
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (!(key in expected) || !(key in actual)) return difference(`${path}.${key}`, expected[key], actual[key])
    const found = firstDifference(expected[key], actual[key], tolerance, `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function difference(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${show(expected)}, actual ${show(actual)}`
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}
