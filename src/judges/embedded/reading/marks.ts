import { foldCharacters } from './plain-text.ts'

/** Text that distinguishes one thing from others of its kind: A17, v2.4.1, a URL, path or telephone number, size M. */
export type IdentifyingMark = {
  readonly kind: 'url' | 'email' | 'path' | 'version' | 'phone' | 'identifier' | 'letter'
  /** Normalized spelling. */
  readonly key: string
  readonly written: string
}

export function marksIn(text: string): { readonly marks: readonly IdentifyingMark[]; readonly rest: string } {
  const marks: IdentifyingMark[] = []
  let rest = foldCharacters(text)
  for (const [kind, pattern] of PATTERNS) {
    rest = rest.replace(pattern, (found) => {
      const written = found.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
      if (kind === 'identifier' && !isIdentifier(written)) return found
      if (kind === 'phone' && !isPhone(written)) return found
      marks.push({ kind, key: keyOf(kind, written), written })
      return ' '
    })
  }
  return { marks, rest }
}

/** Returns whether a text has a mark in any spelling: `JL 123` for JL123, `db 07` for db-07. */
export function hasMark(
  { kind, key }: IdentifyingMark,
  { marks, text }: { readonly marks: readonly IdentifyingMark[]; readonly text: string },
) {
  if (marks.some((mark) => mark.key === key)) return true
  if (kind === 'url' || kind === 'email' || kind === 'path') return foldCharacters(text).toLowerCase().includes(key)
  if (kind === 'letter') return new RegExp(String.raw`(?<![\p{L}\p{N}])${key}(?![\p{L}\p{N}])`, 'iu').test(text)
  const squashed = squash(text)
  // "Schoenberg1" is a name with the number of a footnote.
  const [, noted] = /^(\p{L}{4,})\d{1,2}$/u.exec(key) ?? []
  if (noted !== undefined && squashed.includes(noted)) return true
  for (let at = squashed.indexOf(key); at >= 0; at = squashed.indexOf(key, at + 1)) {
    const [before = '', after = ''] = [squashed[at - 1], squashed[at + key.length]]
    if (!(/^\d/.test(key) && /[\d.]/.test(before)) && !(/\d$/.test(key) && /\d/.test(after))) return true
  }
  return false
}

const JAPANESE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
/** A mark must not begin inside a word; in Japanese it may, because there are no spaces. */
const BEFORE = String.raw`(?<![[\p{L}\p{N}.\-]--[${JAPANESE}]])`
// The order matters, because each pattern removes what it matches.
const PATTERNS: readonly (readonly [IdentifyingMark['kind'], RegExp])[] = [
  ['url', new RegExp(String.raw`\b(?:https?:\/\/|www\.)[^\s<>"'(){}、。「」${JAPANESE}]{1,500}`, 'giu')],
  ['email', /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g],
  ['path', /(?<![\w.)])(?:~|\.{1,2}|[a-z]:)?(?:[\\/][\w.@%+-]{1,100}){2,20}/gi],
  ['version', new RegExp(String.raw`${BEFORE}v?\d{1,6}(?:\.\d{1,6}){2,5}(?![[\p{L}\d]--[${JAPANESE}]])`, 'giv')],
  ['phone', new RegExp(String.raw`${BEFORE}\+?\d{1,5}(?:[\- ]\d{2,5}){2,4}(?![\d\-])`, 'gv')],
  ['identifier', new RegExp(String.raw`${BEFORE}[A-Z0-9]{1,20}(?:[\-_][A-Z0-9]{1,20}){0,5}(?![A-Z0-9])`, 'giv')],
  [
    'letter',
    new RegExp(
      String.raw`(?<![[\p{L}\p{N}.'&°]--[${JAPANESE}]])(?:[B-HJ-Z]|A(?=[${JAPANESE}]|\s*(?:$|[.,;:!?\)]|and\b|or\b)))(?![[\p{L}\p{N}'&]--[${JAPANESE}]]|\.\p{L})`,
      'gv',
    ),
  ],
]

function isPhone(written: string): boolean {
  return written.replaceAll(/\D/g, '').length >= 9 && !/^\d{4}-\d{1,2}-\d{1,2}$/.test(written)
}

/** Has letters and digits, but is not an ordinal, a quantity, a decade or a compound such as `30-day`. */
function isIdentifier(written: string): boolean {
  if (!/\d/.test(written) || !/[a-z]/i.test(written)) return false
  if (/^\d+(?:st|nd|rd|th|s|k|m|bn|am|pm|[a-z]{1,3}|hrs?|mins?|secs?)$/i.test(written)) {
    return /^\d+[A-Z]$/.test(written) && !/[KMGBLWVAF]$/.test(written)
  }
  return (
    !/^\d+(?:st|nd|rd|th)?-[a-z]+(?:-[a-z]+)*$/i.test(written) &&
    !/^(?:mid|pre|post|early|late|top|under|over|covid)-?\d/i.test(written)
  )
}

function keyOf(kind: IdentifyingMark['kind'], written: string): string {
  const lower = written.toLowerCase()
  if (kind === 'url') return lower.replaceAll(/^(?:https?:\/\/)?(?:www\.)?|(?<![/#])[/#]+$/g, '')
  if (kind === 'email' || kind === 'path') return lower
  if (kind === 'version') return lower.replace(/^v/, '')
  return squash(lower)
}

function squash(text: string): string {
  return foldCharacters(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]|\.(?!\d)/gu, '')
}
