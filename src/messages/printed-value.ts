import { parseJson } from '../core/index.ts'

const token =
  /\s*(?:('(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`\\]|\\[^])*`)|([[\]{}:,;()=])|(\+)(?=\s*['"`])|([\w$.+-]+))\s*/gy

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['nan', null],
  ['NaN', null],
  ['undefined', null],
])

/** Deeper values were not printed for people, and would overflow the stack. */
const deepest = 200

/** A printed call, `search(city="Oslo")`, or Python's notation of an object of a class. */
export type PrintedCall = {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly unnamed: readonly unknown[]
  readonly isArgument: boolean
}

/**
 * Parses an object or a list as Python or Node.js prints it, `{'city': 'Kobe', 'again': None}` or `{ city: 'Kobe' }`; undefined for
 * any other text. Tables of pandas, traces written with `str()` and consoles contain such texts.
 */
export function printedValue(text: string): unknown {
  if (!/^\s*[[{(]/.test(text)) return undefined
  const read = readPrinted(text, 0, undefined)
  return read?.end === text.length ? read.value : undefined
}

type Printed = { readonly value: unknown; readonly end: number }
type Called = (call: PrintedCall) => unknown

/** Parses one value at a position, and returns its end. `called` converts calls inside of it. */
export function printedAt(text: string, from: number, called: Called): Printed | undefined {
  return readPrinted(text, from, called)
}

/** Parses the arguments of a named call from its opening bracket. */
export function printedCallAt(
  text: string,
  bracket: number,
  { name, called }: { readonly name: string; readonly called: Called },
): Printed | undefined {
  return readPrinted(text, bracket, called, name)
}

type Token = { readonly kind: 'string' | 'sign' | 'plus' | 'word'; readonly text: string }

class Unprinted extends Error {}

function readPrinted(text: string, from: number, called: Called | undefined, name?: string): Printed | undefined {
  const reader = new PrintedReader(text, from, called)
  try {
    return { value: name === undefined ? reader.value(0) : reader.call(name, 0), end: reader.at }
  } catch (error) {
    if ([Unprinted, SyntaxError, RangeError].some((kind) => error instanceof kind)) return undefined
    throw error
  }
}

class PrintedReader {
  at: number
  private callsAround = 0
  private readonly matcher = new RegExp(token)
  private readonly text: string
  private readonly called: Called | undefined

  constructor(text: string, at: number, called: Called | undefined) {
    this.text = text
    this.at = at
    this.called = called
  }

  value(depth: number): unknown {
    const { kind, text } = this.next()
    if (depth > deepest || kind === 'plus') throw new Unprinted()
    if (kind === 'string') return this.joined(text)
    if (kind === 'word') return this.isNext('(') ? this.call(text, depth) : valueOf(text)
    if (text === '{') return this.object(depth)
    if (text === '[') return this.list(']', depth)
    if (text === '(') return this.list(')', depth)
    throw new Unprinted()
  }

  /** Joins a text that Node.js printed as one quoted text for each line. */
  private joined(first: string): string {
    let joined = unquotedText(first)
    while (this.peek()?.kind === 'plus') {
      this.next()
      joined += unquotedText(this.next().text)
    }
    return joined
  }

  /** Parses a list or a tuple; the last entry may be followed by a comma. */
  private list(closing: string, depth: number): unknown[] {
    const values: unknown[] = []
    this.entries(closing, () => {
      const isLeftOut = /^\s*(?:Object|Array)\s*\]/.test(this.text.slice(this.at, this.at + 20))
      // Node.js prints `[Object]` or `[Array]` for values that are too deep.
      if (isLeftOut) this.next()
      else values.push(this.value(depth + 1))
    })
    return values
  }

  private object(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = []
    this.entries('}', () => {
      const key = this.next()
      if (key.kind !== 'string' && key.kind !== 'word') throw new Unprinted()
      this.take(':')
      entries.push([key.kind === 'string' ? unquotedText(key.text) : key.text, this.value(depth + 1)])
    })
    return Object.fromEntries(entries)
  }

  call(name: string, depth: number): unknown {
    if (this.called === undefined || !/^[\p{L}_]/u.test(name)) throw new Unprinted()
    this.take('(')
    const args: [string, unknown][] = []
    const unnamed: unknown[] = []
    this.callsAround += 1
    this.entries(')', () => {
      const isNamed = /^\s*[A-Za-z_]\w*\s*=/.test(this.text.slice(this.at, this.at + 200))
      const key = isNamed ? this.next().text : undefined
      if (key !== undefined) this.take('=')
      const value = this.value(depth + 1)
      if (key === undefined) unnamed.push(value)
      else args.push([key, value])
    })
    this.callsAround -= 1
    const made = this.called({ name, args: Object.fromEntries(args), unnamed, isArgument: this.callsAround > 0 })
    if (made === undefined) throw new Unprinted()
    return made
  }

  private entries(closing: string, read: () => void): void {
    while (!this.isNext(closing)) {
      read()
      if (!this.isNext(closing)) this.take(',')
    }
    this.take(closing)
  }

  private isNext(sign: string): boolean {
    return this.peek()?.text === sign
  }

  private take(sign: string): void {
    if (this.next().text !== sign) throw new Unprinted()
  }

  private peek(): Token | undefined {
    const { at } = this
    try {
      return this.next()
    } catch {
      // The text ends, or continues with an unknown token.
      return undefined
    } finally {
      this.at = at
    }
  }

  private next(): Token {
    this.matcher.lastIndex = this.at
    const match = this.matcher.exec(this.text)
    if (match === null) throw new Unprinted()
    this.at = this.matcher.lastIndex
    const [, string, sign, plus, word = ''] = match
    if (string !== undefined) return { kind: 'string', text: string }
    if (sign !== undefined) return { kind: 'sign', text: sign }
    return plus === undefined ? { kind: 'word', text: word } : { kind: 'plus', text: plus }
  }
}

function valueOf(word: string): unknown {
  return words.has(word) ? words.get(word) : parseJson(word)
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '0': '\0',
  '\n': '',
}

function unquotedText(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[^])/gi, (_, escape: string) => {
    if (escape.length > 1) return String.fromCodePoint(Math.min(Number.parseInt(escape.slice(1), 16), 0x10_ff_ff))
    return escapes[escape] ?? escape
  })
}
