import type { TextRange } from './segments.ts'

type Decoded = TextRange & { readonly text: string }

/** Finds texts that a language model reads and a person does not: base64, hexadecimal, reversed, rot13. */
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

/** The beginning shows whether a long word is a code; its last character may be cut off. */
function bytesOf(code: string, encoding: 'base64' | 'hex'): string | undefined {
  const beginning = Buffer.from(code.slice(0, 24), encoding).toString('utf8')
  const isText = beginning.length >= 5 && !/[^\P{Cc}\s]|\ufffd(?!$)/u.test(beginning)
  return isText ? Buffer.from(code, encoding).toString('utf8') : undefined
}

function turned(piece: string, range: TextRange): readonly Decoded[] {
  return [[...piece].toReversed().join(''), piece.replaceAll(/[a-z]/gi, rotate)].flatMap((text) =>
    text !== piece && SPOKEN.test(text) ? [{ ...range, text }] : [],
  )
}

/** A reversed text is only examined when it has one of these words. */
const SPOKEN =
  /answer|correct|disregard|grade|ignore|instruction|judge|mark |output|pass|score|verdict|無視|採点|判定|合格|出力|評価|満点/i

function rotate(letter: string): string {
  const first = letter < 'a' ? 65 : 97
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
}
