/**
 * Returns the outermost JSON objects of a text in order. Accepts what language models write: surrounding prose, single
 * and typographic quotes, unescaped quotes and newlines in strings, trailing commas, comments, emphasis, unquoted names
 * and Python literals. An incomplete object, or one with two values for a key, is skipped with everything in it.
 */
export function objectsIn(text: string): readonly FoundObject[] {
  const found: FoundObject[] = []
  let at = text.indexOf('{')
  while (at >= 0) {
    const reader = relaxedReader(text, at)
    const object = reader.read()
    if (object !== undefined) found.push({ value: object, start: at, text: text.slice(at, reader.position()) })
    // Reading continues where an object broke, so that its inner parts are not mistaken for an answer.
    at = text.indexOf('{', object !== undefined || reader.hasBegun() ? reader.position() : at + 1)
  }
  return found
}

export type FoundObject = { readonly value: object; readonly start: number; readonly text: string }

const deepest = 40
const longestName = 100

function relaxedReader(text: string, start: number) {
  const cursor = relaxedCursor(text, start)
  let begun = false

  function read(): object | undefined {
    try {
      return object(0)
    } catch (error) {
      if (error === notReadable) return undefined
      throw error
    }
  }

  function object(depth: number): object {
    const fields = new Map<string, unknown>()
    begin('{', depth)
    while (!cursor.took('}')) {
      const key = name()
      if (!cursor.took(':') && !cursor.took('：')) throw notReadable
      begun = true
      const own = value(depth, endsOfField)
      if (fields.has(key) && JSON.stringify(fields.get(key)) !== JSON.stringify(own)) throw notReadable
      fields.set(key, own)
      goOn('}')
    }
    return Object.fromEntries(fields)
  }

  function list(depth: number): unknown[] {
    const values: unknown[] = []
    begin('[', depth)
    while (!cursor.took(']')) {
      values.push(value(depth, endsOfEntry))
      goOn(']')
    }
    return values
  }

  function begin(opening: string, depth: number): void {
    if (depth > deepest || !cursor.took(opening)) throw notReadable
  }

  function goOn(end: string): void {
    if (!cursor.took(',') && !cursor.took('，') && cursor.next() !== end) throw notReadable
  }

  function value(depth: number, end: RegExp): unknown {
    const character = cursor.next()
    if (character === '{') return object(depth + 1)
    if (character === '[') return list(depth + 1)
    if (cursor.isQuote()) return cursor.quoted(end)
    const digits = cursor.found(number)
    return digits === undefined ? word() : Number(digits)
  }

  function name(): string {
    if (cursor.isQuote()) return cursor.quoted(endsOfName, longestName)
    return cursor.expect(/[\p{L}_][\p{L}\p{N}_-]*/uy)
  }

  function word(): unknown {
    const written = cursor.expect(/[\p{L}_][^\n,，{}[\]"*]*/uy).trim()
    return Object.hasOwn(literals, written) ? literals[written] : written
  }

  return { read, position: () => Math.max(cursor.position(), start + 1), hasBegun: () => begun }
}

const endsOfName = /[\s*`]*[:：]/y
const endsOfEntry = /[\s*`]*[,，\]]/y
const endsOfField =
  /[\s*`]*(?:\}|[,，](?:\s|\/\/[^\n]{0,200}\n|\/\*[^*]{0,200}\*\/)*(?:\}|[*`]*(?:["＂'“”„‘’][^"＂“”\n]{0,100}["＂'“”‘’]|[\p{L}_][\p{L}\p{N}_-]{0,100})[\s*`]*[:：]))/uy
const number = /[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?=[\s*`]*(?:[,，}\]/]|$))/y
const literals: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
}

/** A shared instance: hostile text may have thousands of braces, and creating a stack trace is slow. */
const notReadable = new Error('not an object')

/**
 * Reads nearly valid JSON token by token. Blanks, emphasis and comments are skipped.
 *
 * @throws `notReadable` when the requested token is not at the current position
 */
function relaxedCursor(text: string, start: number) {
  let at = start

  function next(): string {
    blank.lastIndex = at
    at += blank.exec(text)?.[0].length ?? 0
    return text.charAt(at)
  }

  function found(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const [written] = pattern.exec(text) ?? []
    at += written?.length ?? 0
    return written
  }

  function escape(): string {
    at += 1
    const character = text.charAt(at)
    if (character !== 'u') return escapes[character] ?? character
    const hex = text.slice(at + 1, at + 5)
    if (!/^[\da-f]{4}$/i.test(hex)) return character
    at += 4
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  // An unescaped quote ends the string only if JSON continues after it.
  function isFollowedBy(end: RegExp): boolean {
    end.lastIndex = at + 1
    return end.test(text)
  }

  return {
    position: () => at,

    /** Does not consume the character. */
    next,

    /** Consumes the character if it comes next. */
    took(character: string): boolean {
      if (next() !== character) return false
      at += 1
      return true
    },

    /** Consumes and returns the match of a sticky pattern, if any. */
    found,

    expect(pattern: RegExp): string {
      const written = found(pattern)
      if (written === undefined) throw notReadable
      return written
    },

    isQuote: () => closing.has(next()),

    /** Reads the text between the quote at the current position and the closing quote that `end` follows. */
    quoted(end: RegExp, longest = Infinity): string {
      const limit = Math.min(at + longest, text.length)
      const ends = closing.get(text.charAt(at)) ?? ''
      let written = ''
      for (at += 1; at < limit; at += 1) {
        const character = text.charAt(at)
        if (character === '\\') written += escape()
        else if (ends.includes(character) && isFollowedBy(end)) {
          at += 1
          return written
        } else written += character
      }
      throw notReadable
    },
  }
}

const blank = /(?:[\s*`\ufeff\u200b]+|\/\/[^\n]{0,200}\n|\/\*(?:[^*]|\*(?!\/)){0,200}\*\/)*/y
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

const closing = new Map([
  ['"', '"'],
  ['＂', '＂'],
  ["'", "'’"],
  ['“', '”"'],
  ['”', '”"'],
  ['„', '“”"'],
  ['‘', "’'"],
  ['’', "’'"],
])
