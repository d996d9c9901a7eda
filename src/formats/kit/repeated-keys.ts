import type { JsonPath } from '../../core/index.ts'
import type * as JsoncParser from 'jsonc-parser'
import { EvalError, message } from '../../core/index.ts'
import { placeOf } from './foreign-reading.ts'

/** Where a JSON text begins. */
type Beginning = { readonly file: string; readonly line: number; readonly parser: () => typeof JsoncParser }

/**
 * JSON keeps the last of several equal keys and says nothing, so what somebody expected would be gone. Keys are only
 * counted, in the text and in its value; a walk that remembers them is for texts where the numbers differ.
 *
 * @throws {EvalError} with the place of the second one
 */
export function refuseRepeatedKeys(text: string, value: unknown, { file, line, parser }: Beginning): void {
  if (keysInText(text) === keysInValue(value)) return
  const repeated = firstRepeated(text, parser())
  if (repeated === undefined) return
  const { path, first, second } = repeated
  throw new EvalError(
    'format',
    message('{place}: this key is there twice', { place: placeOf(path, { file, lineOf: () => line + second }) }),
    {
      hint: message('Only the last one would count; the first one is on line {line}. Take one of them out.', {
        line: line + first,
      }),
    },
  )
}

// Jumping from quote to quote costs a third of what parsing costs; a pattern would cost as much as parsing.
function keysInText(text: string): number {
  let keys = 0
  let at = text.indexOf('"')
  while (at >= 0) {
    let after = closingQuote(text, at) + 1
    while (isBlank(text.charCodeAt(after))) after += 1
    if (text.charCodeAt(after) === COLON) keys += 1
    at = text.indexOf('"', after)
  }
  return keys
}

const BACKSLASH = 0x5c
const COLON = 0x3a

function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1)
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
  // Many times as fast as Object.keys, and what was parsed inherits nothing that could be listed.
  for (const key in parsed) keys += 1 + keysInValue(parsed[key])
  return keys
}

type Repeated = { readonly path: JsonPath; readonly first: number; readonly second: number }

/** Lines count from 0. */
function firstRepeated(text: string, { visit }: typeof JsoncParser): Repeated | undefined {
  const open: Map<string, number>[] = []
  let found: Repeated | undefined
  visit(text, {
    onObjectBegin: () => void open.push(new Map()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, _offset, _length, line, _character, path) => {
      const first = open.at(-1)?.get(key)
      open.at(-1)?.set(key, line)
      if (first !== undefined) found ??= { path: [...path(), key], first, second: line }
    },
  })
  return found
}
