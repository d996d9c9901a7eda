import { z } from 'zod'
import { isObject } from './is-object.ts'

/** Any JSON object, such as tool arguments or session state. Its contents are not checked. */
export const JsonObject = z.custom<Record<string, unknown>>(isObject, { error: 'expected an object' })
export type JsonObject = z.infer<typeof JsonObject>

/** Parses a text that is the JSON of an object; undefined for any other text. */
export function jsonObjectOf(text: string | undefined): JsonObject | undefined {
  const bare = text?.trim() ?? ''
  if (!bare.startsWith('{') || !bare.endsWith('}')) return undefined
  const value = parsedJson(bare)
  return isObject(value) ? value : undefined
}

/** Parses a text like `parseJson`; undefined when it is not JSON, or is nested deeper than `deepest`. */
export function parsedJson(text: string, { deepest = Infinity } = {}): unknown {
  try {
    const value = parseJson(text)
    return deepest < Infinity && nestingDepth(value, deepest + 1) > deepest ? undefined : value
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * `JSON.parse` that keeps integers beyond 2^53 exact, as `bigint`: order and account ids are often that long, and two
 * that differ in the last digit must not compare equal. A number that cannot be kept exactly is rejected, since it
 * would become another number, or `null`, when it is written again.
 *
 * @throws {SyntaxError} as `JSON.parse` does, {@link UnkeptNumber} and {@link NestedTooDeep}
 */
export function parseJson(text: string): unknown {
  if (text.length > 2 * DEEPEST && isDeep(text)) throw new NestedTooDeep()
  if (!mayBeUnkept.test(text)) return JSON.parse(text) as unknown
  const value: unknown = mayBeLong.test(text) ? parseExactly(text) : JSON.parse(text)
  // A number beyond 10^308 has an exponent of three digits or a very long integer part.
  if (/\d[eE]\+?\d{3}|\d{200}/.test(text) && hasInfinity(value)) throw new UnkeptNumber()
  return value
}

// One pattern that matches whatever either check below matches, at a third of their cost.
const mayBeUnkept = /\d(?:\d{15}(?:(?<![.\d]\d{16})|[eE]|\d{184})|[eE]\+?\d{3})/

// Sixteen digits after a decimal point are common in scores and no long integer. Excluding them here spares a reviver,
// which takes ten times as long.
const mayBeLong = /(?<![.\d])\d{16}|\d{16}[eE]/

/** Thrown for a number that JavaScript cannot hold: beyond 10^308, or with a fraction beyond 16 digits. */
export class UnkeptNumber extends SyntaxError {
  override name = 'UnkeptNumber'
}

/** Thrown for JSON that is nested so deep that a recursive reader or writer could overflow the stack. */
export class NestedTooDeep extends SyntaxError {
  override name = 'NestedTooDeep'
}

// A fifth of what `JSON.stringify` and revivers can handle, and five times the depth allowed in files.
const DEEPEST = 1000

function isDeep(text: string): boolean {
  if (!hasManyBrackets(text, DEEPEST)) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = closingQuote(text, at)
      // The string does not end, so the text is not JSON; the parser reports that.
      if (at < 0) return false
    } else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
      depth += 1
      if (depth > DEEPEST) return true
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth -= 1
  }
  return false
}

/** True when a text has more opening brackets than `limit`. `indexOf` takes a tenth of the time of a pattern. */
export function hasManyBrackets(text: string, limit: number): boolean {
  let brackets = 0
  for (const bracket of '{[') {
    let at = text.indexOf(bracket)
    while (at >= 0 && brackets <= limit) {
      brackets += 1
      at = text.indexOf(bracket, at + 1)
    }
  }
  return brackets > limit
}

/** True when parsing keeps a number exactly as it is written. */
export function isKept(source: string): boolean {
  return exactly(source, Number(source)) !== undefined
}

function parseExactly(text: string): unknown {
  const parseWithSource = JSON.parse as (text: string, revive: ReviveWithSource) => unknown
  return parseWithSource(text, (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    const kept = exactly(context?.source ?? '', value)
    if (kept === undefined) throw new UnkeptNumber()
    return kept
  })
}

/** Returns the number, or its digits as a bigint; undefined when neither is exact. */
function exactly(source: string, value: number): number | bigint | undefined {
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source)
  if (!Number.isFinite(value)) return undefined
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  const integer = integerOf(source)
  // Accept it only if printing the number gives the same digits.
  return integer !== undefined && integerOf(String(value)) === integer ? value : integer
}

/** Returns the integer that a number with a point or an exponent stands for; undefined when it is none. */
function integerOf(source: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? []
  const places = fraction.length - Number(exponent)
  const digits = whole + fraction
  if (places <= 0) return BigInt(sign + digits + '0'.repeat(-places))
  return /^0*$/.test(digits.slice(-places)) ? BigInt(sign + digits.slice(0, -places)) : undefined
}

function hasInfinity(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (next === Number.POSITIVE_INFINITY || next === Number.NEGATIVE_INFINITY) return true
    if (isContainer(next)) for (const child of Object.values(next)) left.push(child)
  }
  return false
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

/** Writes a value with its keys in order, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return stringifyJson(withKeysInOrder(value)) ?? 'null'
}

function withKeysInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysInOrder)
  if (!isContainer(value)) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, part]) => [key, withKeysInOrder(part)]))
}

/** Returns the nesting depth of arrays and objects, at most `limit`. It does not recurse: the input may be hostile. */
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

// TypeScript's library does not declare source text access (ES2026) yet.
type ReviveWithSource = (key: string, value: unknown, context?: { source?: string }) => unknown

function rawJson(value: bigint): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value))
}

/**
 * True when an object within a JSON text has a key twice, where parsing silently keeps the last one. `value` is the
 * parsed text.
 */
export function hasKeyTwice(text: string, value: unknown): boolean {
  return keysInText(text) !== keysInValue(value)
}

// Jumping from quote to quote costs a third of what parsing costs; a pattern would cost as much as parsing.
function keysInText(text: string): number {
  let keys = 0
  let at = text.indexOf('"')
  while (at >= 0) {
    const closing = closingQuote(text, at)
    // The string does not end: the text is not JSON, and callers only pass JSON.
    if (closing < 0) return keys
    let after = closing + 1
    while (isBlank(text.charCodeAt(after))) after += 1
    if (text.charCodeAt(after) === COLON) keys += 1
    at = text.indexOf('"', after)
  }
  return keys
}

const QUOTE = 0x22
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const BACKSLASH = 0x5c
const COLON = 0x3a

/** Returns the offset of the quote that closes a string of JSON, or -1. */
export function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before -= 1
  return (at - before) % 2 === 0
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function keysInValue(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) {
    for (const child of value) keys += keysInValue(child)
    return keys
  }
  const parsed = value as Record<string, unknown>
  // `for…in` is many times as fast as Object.keys, and parsed objects inherit no enumerable keys.
  for (const key in parsed) keys += 1 + keysInValue(parsed[key])
  return keys
}
