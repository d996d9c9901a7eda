import { z } from 'zod'

/** Any JSON object: tool arguments, session state. Opaque to us, so it is checked for being an object and no deeper. */
export const JsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { error: 'expected an object' },
)
export type JsonObject = z.infer<typeof JsonObject>

/**
 * `JSON.parse` that keeps integers beyond 2^53 exact, as `bigint`: ids of orders and accounts are often that long, and
 * two of them that differ in the last digit must not compare equal.
 *
 * @throws {SyntaxError} as `JSON.parse` does
 */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  const parseWithSource = JSON.parse as (text: string, revive: ReviveWithSource) => unknown
  return parseWithSource(text, (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? '')
      : value,
  )
}

/** The inverse of `parseJson`: one line, or indented by `indent` spaces. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? rawJson(part) : part), indent)
  }
}

/** How deep arrays and objects are nested; counting stops at `limit`. Iterative, so that hostile input cannot overflow the stack. */
export function nestingDepth(value: unknown, limit: number): number {
  let level = [value].filter(isContainer)
  let depth = 0
  while (level.length > 0 && depth < limit) {
    depth += 1
    const next: object[] = []
    for (const container of level) {
      for (const child of Object.values(container)) if (isContainer(child)) next.push(child)
    }
    level = next
  }
  return depth
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

// TypeScript's library does not know source text access (ES2026) yet.
type ReviveWithSource = (key: string, value: unknown, context?: { source?: string }) => unknown

function rawJson(value: bigint): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value))
}
