/**
 * All JSON objects in a text, in order, those inside others left out. It reads what language models write: prose around,
 * single and typographic quotes, unescaped quotes and newlines in strings, trailing commas, comments, emphasis, names
 * without quotes, Python's literals. An object that is not complete, or that says two things under one name, is none, and
 * nor is anything inside it.
 */
export function objectsIn(text: string): readonly FoundObject[] {
  const found: FoundObject[] = []
  let at = text.indexOf('{')
  while (at >= 0) {
    const reader = relaxedReader(text, at)
    const object = reader.read()
    if (object !== undefined) found.push({ value: object, start: at, text: text.slice(at, reader.position()) })
    // What is left of a broken object must not be mistaken for an answer, so reading goes on where it broke.
    at = text.indexOf('{', object !== undefined || reader.hasBegun() ? reader.position() : at + 1)
  }
  return found
}

export type FoundObject = { readonly value: object; readonly start: number; readonly text: string }

const deepest = 40
const longestName = 100

// One for all: a hostile text may have many thousands of braces, and a stack is dear.
const notReadable = new Error('not an object')

function relaxedReader(text: string, start: number) {
  let at = start
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
    if (depth > deepest) throw notReadable
    const fields = new Map<string, unknown>()
    at += 1
    while (!took('}')) {
      const key = name()
      expectColon()
      begun = true
      const own = value(depth, endsOfField)
      if (fields.has(key) && JSON.stringify(fields.get(key)) !== JSON.stringify(own)) throw notReadable
      fields.set(key, own)
      if (!took(',') && !took('，') && next() !== '}') throw notReadable
    }
    return Object.fromEntries(fields)
  }

  function list(depth: number): unknown[] {
    if (depth > deepest) throw notReadable
    const values: unknown[] = []
    at += 1
    while (!took(']')) {
      values.push(value(depth, endsOfEntry))
      if (!took(',') && !took('，') && next() !== ']') throw notReadable
    }
    return values
  }

  function value(depth: number, end: RegExp): unknown {
    const character = next()
    if (character === '{') return object(depth + 1)
    if (character === '[') return list(depth + 1)
    if (closing.has(character)) return string(text.length, end)
    return numberHere() ?? word()
  }

  function name(): string {
    if (closing.has(next())) return string(at + longestName, endsOfName)
    return match(/[\p{L}_][\p{L}\p{N}_-]*/uy)
  }

  function string(limit: number, end: RegExp): string {
    const ends = closing.get(text.charAt(at)) ?? ''
    let written = ''
    for (at += 1; at < Math.min(limit, text.length); at += 1) {
      const character = text.charAt(at)
      if (character === '\\') written += escape()
      else if (ends.includes(character) && isFollowedBy(end)) {
        at += 1
        return written
      } else written += character
    }
    throw notReadable
  }

  // A quote that nobody escaped ends the string only where JSON goes on behind it.
  function isFollowedBy(end: RegExp): boolean {
    end.lastIndex = at + 1
    return end.test(text)
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

  function numberHere(): number | undefined {
    number.lastIndex = at
    const [digits] = number.exec(text) ?? []
    if (digits === undefined) return undefined
    at += digits.length
    return Number(digits)
  }

  function word(): unknown {
    const written = match(/[\p{L}_][^\n,，{}[\]"*]*/uy).trim()
    return Object.hasOwn(literals, written) ? literals[written] : written
  }

  function expectColon(): void {
    if (!took(':') && !took('：')) throw notReadable
  }

  function took(character: string): boolean {
    if (next() !== character) return false
    at += 1
    return true
  }

  /** The character after blanks, emphasis and comments. */
  function next(): string {
    blank.lastIndex = at
    at += blank.exec(text)?.[0].length ?? 0
    return text.charAt(at)
  }

  function match(pattern: RegExp): string {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? []
    if (found === undefined) throw notReadable
    at += found.length
    return found
  }

  return { read, position: () => Math.max(at, start + 1), hasBegun: () => begun }
}

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
const endsOfName = /[\s*`]*[:：]/y
const endsOfEntry = /[\s*`]*[,，\]]/y
const endsOfField =
  /[\s*`]*(?:\}|[,，](?:\s|\/\/[^\n]{0,200}\n|\/\*[^*]{0,200}\*\/)*(?:\}|[*`]*(?:["＂'“”„‘’][^"＂“”\n]{0,100}["＂'“”‘’]|[\p{L}_][\p{L}\p{N}_-]{0,100})[\s*`]*[:：]))/uy
const blank = /(?:[\s*`\ufeff\u200b]+|\/\/[^\n]{0,200}\n|\/\*(?:[^*]|\*(?!\/)){0,200}\*\/)*/y
const number = /[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?=[\s*`]*(?:[,，}\]/]|$))/y
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const literals: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
}
