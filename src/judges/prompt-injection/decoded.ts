import type { TextRange } from './segments.ts'

/** Where a text holds another one in a code, and what that says. */
export type Decoded = TextRange & { readonly text: string }

/** Texts inside a text that a language model reads and a person does not: base64, hexadecimal, backwards, rot13. */
export function decodedIn(text: string, segments: readonly TextRange[]): readonly Decoded[] {
  return [
    ...found(text, base64, (code) => bytesOf(code.replaceAll('-', '+').replaceAll('_', '/'), 'base64')),
    ...found(text, hexadecimal, (code) => bytesOf(code.replaceAll(/0x|\\x|[^\da-f]/gi, ''), 'hex')),
    ...segments.flatMap((segment) => turned(text.slice(segment.start, segment.end), segment)),
  ]
}

const base64 = /[\w+/-]{20,}={0,2}(?:(?:\s|\\+[nr])+[\w+/-]{4,}={0,2})*/g
const hexadecimal = /(?:(?:0x|\\x)?[\da-f]{2}[ :,-]?){12,}/gi

function found(text: string, code: RegExp, decode: (code: string) => string | undefined): readonly Decoded[] {
  return Array.from(text.matchAll(code), ({ 0: match, index }) => {
    const decoded = decode(match.replaceAll(/\s|(?<!\\)\\+[nr]/g, ''))
    return decoded === undefined ? [] : { start: index, end: index + match.length, text: decoded }
  }).flat()
}

function bytesOf(code: string, encoding: 'base64' | 'hex'): string | undefined {
  // Most long words are no code, which their beginning tells.
  if (!isText(Buffer.from(code.slice(0, 24), encoding))) return undefined
  return Buffer.from(code, encoding).toString('utf8')
}

function isText(bytes: Buffer): boolean {
  // The last character may be cut off.
  const text = bytes.toString('utf8').replace(/\ufffd$/, '')
  return text.length >= 5 && !/[^\P{Cc}\s]|\ufffd/u.test(text)
}

function turned(piece: string, range: TextRange): readonly Decoded[] {
  const lower = piece.toLowerCase()
  return [
    ...(backwards.test(lower) ? [{ ...range, text: [...piece].toReversed().join('') }] : []),
    ...(rotated.test(lower) ? [{ ...range, text: piece.replaceAll(/[a-z]/gi, rotate) }] : []),
  ]
}

const words =
  'answer correct disregard evaluat grade ignore instruction judge mark output pass reply respon score valid verdict'.split(
    ' ',
  )
const wideWords = '視無 点採 定判 格合 力出 価評 点満'.split(' ')
const backwards = new RegExp([...words.map((word) => [...word].toReversed().join('')), ...wideWords].join('|'))
const rotated = new RegExp(words.map((word) => word.replaceAll(/[a-z]/g, rotate)).join('|'))

function rotate(letter: string): string {
  const first = letter < 'a' ? 65 : 97
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
}
