import { isObject } from '../../core/basics/is-object.ts'
import { type Message, type Origin, message, nearest } from '../../core/index.ts'
import { type Reading, finishReading, report, startReading } from './foreign-reading.ts'

/**
 * Converts a value of a foreign document to ours and back. Written by hand instead of with zod: one walk that checks,
 * renames and converts is four times as fast, and datasets may have a million cases.
 */
export type Codec<T> = {
  /** Reports problems to `reading`; the value returned after a problem is never used. */
  readonly read: (value: unknown, reading: Reading) => T
  readonly write: (value: T, style: WriteStyle) => unknown
}

export type CodecValue<C> = C extends Codec<infer T> ? T : never

export type AnyCodec = { readonly read: Codec<unknown>['read']; readonly write: Codec<never>['write'] }

/** `brief` leaves out values that are absent or equal to their default; `full` writes everything. */
export type WriteStyle = 'brief' | 'full'

/** @throws {EvalError} with the file, line and path of the problem */
export function readForeign<T>(codec: Codec<T>, value: unknown, origin: Origin): T {
  const reading = startReading(origin)
  return finishReading(codec.read(value, reading), reading, origin)
}

type Found = { readonly place: string; readonly actual: string }

/** A value without parts, which is written as it was read. */
export function leaf<T>(read: (value: unknown) => T | undefined, expected: (found: Found) => Message): Codec<T> {
  return {
    read: (value, reading) =>
      read(value) ?? report(reading, (place) => expected({ place, actual: valueExcerpt(value) })),
    write: asItIs,
  }
}

export const string = leaf(
  (value) => (typeof value === 'string' ? value : undefined),
  (found) => message('{place}: expected text, got {actual}', found),
)

/** A text that is not blank. */
export const filledString: Codec<string> = {
  read: (value, reading) => {
    const read = string.read(value, reading)
    if (typeof value !== 'string' || value.trim() !== '') return read
    return report(reading, (place) => message('{place}: it is empty', { place }))
  },
  write: asItIs,
}

export function oneOf<Name extends string>(names: readonly Name[]): Codec<Name> {
  return {
    read: (value, reading) => {
      const found = names.find((name) => name === value)
      if (found !== undefined) return found
      const meant =
        typeof value === 'string'
          ? (names.find((name) => name.toLowerCase() === value.toLowerCase()) ?? nearest(value, names))
          : undefined
      return report(
        reading,
        (place) =>
          message('{place}: expected {names}, got {actual}', {
            place,
            names: names.map((name) => JSON.stringify(name)).join(' / '),
            actual: valueExcerpt(value),
          }),
        { hint: meant === undefined ? undefined : { meant } },
      )
    },
    write: asItIs,
  }
}

export const integer = leaf(
  (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined),
  (found) => message('{place}: expected a whole number, got {actual}', found),
)

/** Accepts whole numbers and numbers in quotes, as ADK does. */
export const number = leaf(numberOf, (found) => message('{place}: expected a number, got {actual}', found))

export function wholeNumber(least: number): Codec<number> {
  return leaf(
    (value) => {
      const read = numberOf(value)
      return read !== undefined && Number.isInteger(read) && read >= least ? read : undefined
    },
    (found) => message('{place}: expected a whole number of at least {least}, got {actual}', { ...found, least }),
  )
}

export const flag = leaf(
  (value) => (typeof value === 'boolean' ? value : undefined),
  (found) => message('{place}: expected true or false, got {actual}', found),
)

export const jsonObject: Codec<Record<string, unknown>> = {
  read: (value, reading) => (isObject(value) ? value : notAnObject(value, reading)),
  write: asItIs,
}

export const anything: Codec<unknown> = { read: asItIs, write: asItIs }

export function list<T>(element: Codec<T>): Codec<T[]> {
  return {
    read: (value, reading) => {
      if (!Array.isArray(value)) return notAList(value, reading)
      let copy: unknown[] | undefined
      for (let index = 0; index < value.length; index += 1) {
        reading.path.push(index)
        const read = element.read(value[index], reading)
        reading.path.pop()
        if (copy === undefined && read === value[index]) continue
        copy ??= value.slice(0, index)
        copy.push(read)
      }
      return (copy ?? value) as T[] // copied or not, each element is what the codec read
    },
    write: (value, style) => value.map((one) => element.write(one, style)),
  }
}

export function record<T>(element: Codec<T>): Codec<Record<string, T>> {
  return {
    read: (value, reading) => {
      if (!isObject(value)) return notAnObject(value, reading)
      return Object.fromEntries(
        Object.entries(value).map(([key, child]) => {
          reading.path.push(key)
          const read = element.read(child, reading)
          reading.path.pop()
          return [key, read]
        }),
      )
    },
    write: (value, style) =>
      Object.fromEntries(Object.entries(value).map(([key, child]) => [key, element.write(child, style)])),
  }
}

/** Converts between their value and ours. `toOurs` may report problems and only receives values that were readable. */
export function mapped<Theirs, Ours>(
  codec: Codec<Theirs>,
  toOurs: (theirs: Theirs, reading: Reading) => Ours,
  toTheirs: (ours: Ours) => Theirs,
): Codec<Ours> {
  return {
    read: (value, reading) => {
      const before = reading.problems.length
      const theirs = codec.read(value, reading)
      // A problem was noted, so this stand-in is never used.
      return reading.problems.length > before ? (undefined as Ours) : toOurs(theirs, reading)
    },
    write: (value, style) => codec.write(toTheirs(value), style),
  }
}

export function notAnObject<T>(value: unknown, reading: Reading): T {
  return report(reading, (place) =>
    message('{place}: expected an object, got {actual}', { place, actual: valueExcerpt(value) }),
  )
}

function notAList<T>(value: unknown, reading: Reading): T {
  return report(reading, (place) =>
    message('{place}: expected a list, got {actual}', { place, actual: valueExcerpt(value) }),
  )
}

/** Parses a number or a numeric text; undefined for everything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value)
  // Number() also accepts blank texts and 0x10.
  if (typeof value === 'string' && !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return undefined
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const read = Number(value)
  return Number.isFinite(read) ? read : undefined
}

/** Formats a value briefly enough for a sentence. */
export function valueExcerpt(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]'
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{}' : '{…}'
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value)
}

function asItIs<T>(value: T): T {
  return value
}

/** Returns whether a list is empty or has an object with one of the keys. */
export function isListWith(value: unknown, keys: readonly string[]): boolean {
  if (!Array.isArray(value)) return false
  return value.length === 0 || value.some((entry) => isObject(entry) && keys.some((key) => key in entry))
}
