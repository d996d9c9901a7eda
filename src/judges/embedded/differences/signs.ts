import { foldCharacters } from '../reading/plain-text.ts'

/**
 * Returns whether two texts have the same words with other signs, which words do not tell: "x > 5" and "x < 5", "a + b" and
 * "a - b", "A-" and "A+", "HEAD" and "HEAD~1".
 */
export function hasOtherSigns(one: string, other: string): boolean {
  const [ours, theirs] = [readSigns(one), readSigns(other)]
  return lacks(ours, theirs) || lacks(theirs, ours)
}

type Signs = { readonly words: ReadonlySet<string>; readonly signed: readonly (readonly string[])[] }

function lacks({ words, signed: there }: Signs, { signed }: Signs): boolean {
  const known = new Set(there.map((parts) => parts.join('')))
  const compared = new Set(there.map((parts) => parts.filter(isWord).join(' ')))
  return signed.some((parts) => {
    const between = parts.filter(isWord)
    if (known.has(parts.join('')) || !between.every((part) => words.has(part))) return false
    return !mayBeLayout(parts) || compared.has(between.join(' ')) || words.has('than')
  })
}

/** Ranges, scores and ways through a menu are written without these signs too: "3 - 2" and "3-2", "File > Save" and "File → Save". */
function mayBeLayout([first = '', sign, second = '']: readonly string[]): boolean {
  const isMenu = [first, second].every((part) => /^\p{L}{2}/u.test(part))
  return sign === '>' ? isMenu : sign === ' - ' && !/^[a-z]$/.test(first)
}

function isWord(part: string): boolean {
  return /^[\p{L}\p{N}]/u.test(part)
}

function readSigns(text: string): Signs {
  const plain = foldCharacters(text)
    .replace(MARKUP, ' ')
    .replaceAll(/[−≤≥≠×]|(?<=\d ?)x(?= ?\d)/g, (sign) => PLAIN_SIGNS[sign] ?? '*')
    .toLowerCase()
  const signed = SIGNED.flatMap((pattern) => Array.from(plain.matchAll(pattern), ([, ...parts]) => parts))
  return { words: new Set(plain.match(/\p{L}+|\p{N}+/gu)), signed }
}

const PLAIN_SIGNS: Readonly<Record<string, string>> = { '−': '-', '≤': '<=', '≥': '>=', '≠': '!=' }
/** Tags, quotations and list marks. */
const MARKUP = /<\/?[a-z][^<>]{0,200}>|^\s{0,12}(?:>|[-*+] )+/gim
const SIGNED: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])([\p{L}\p{N}]+)\s{0,2}(<=|>=|!=|<|>)\s{0,2}([\p{L}\p{N}]+)/gu,
  /(?<![\p{L}\p{N}])(\p{L}|\p{N}{1,9})\s{0,2}([+*÷]| - )\s{0,2}(\p{L}|\p{N}{1,9})(?![\p{L}\p{N}])/gu,
  /(?<!\p{L})(\p{L}{1,2})([+-]{1,2})(?![\p{L}\p{N}])/gu,
  /(?<!\p{L})(\p{L}+)([~^]\p{N}{1,9})/gu,
]
