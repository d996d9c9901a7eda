import { editSimilarityOf, stem } from '../../text/index.ts'

/** A word, a number, or a single Japanese character, the units in which quotes are compared. */
export type QuoteToken = {
  /** The token in the comparable text, from `start` up to `end`. */
  readonly text: string
  readonly start: number
  readonly end: number
  readonly kind: 'number' | 'word' | 'kana' | 'ideograph' | 'sign'
  /** Equal for all forms of a word. */
  readonly key: string
  readonly weight: number
}

const TOKEN =
  /(?<number>\p{Nd}+(?:[.,:\/]\p{Nd}+)*)|(?<kana>[\p{Script=Hiragana}])|(?<ideograph>[\p{Script=Han}\p{Script=Katakana}ー])|(?<word>[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+(?:'\p{L}+)*)|(?<sign>\S)/gv

export function quoteTokens(text: string): readonly QuoteToken[] {
  const tokens: QuoteToken[] = []
  for (const { 0: token, index: start, groups = {} } of text.matchAll(TOKEN)) {
    const kind = kindOf(groups)
    const key = kind === 'word' ? stem(token.toLowerCase()) : token
    tokens.push({ text: token, start, end: start + token.length, kind, key, weight: weightOf(token, kind) })
  }
  return tokens
}

function kindOf({ number, kana, ideograph, word }: Readonly<Record<string, string | undefined>>): QuoteToken['kind'] {
  if (number !== undefined) return 'number'
  if (kana !== undefined) return 'kana'
  if (ideograph !== undefined) return 'ideograph'
  return word === undefined ? 'sign' : 'word'
}

function weightOf(text: string, kind: QuoteToken['kind']): number {
  if (kind === 'sign') return isTick(text) ? 2 : 0.2
  if (kind === 'kana') return 0.5
  if (kind === 'ideograph') return 1
  return kind === 'word' && LITTLE_WORDS.has(text.toLowerCase()) ? 0.5 : 2
}

const LITTLE_WORDS: ReadonlySet<string> = new Set(
  'a an the of in on at to for by with from and or is are was were be been it its this that these those as'.split(' '),
)

export function isTick(text: string): boolean {
  return /^[✓✗☐☑☒□■○●◯×△]$/u.test(text)
}

/** Returns 1 for equal tokens, less for other forms and misspellings of a word, 0 for different words. */
export function tokenLikeness(one: QuoteToken, other: QuoteToken): number {
  if (one.text === other.text) return 1
  if (one.kind !== 'word' || other.kind !== 'word') return 0
  const [a, b] = [one.text.toLowerCase(), other.text.toLowerCase()]
  if (a === b) return 0.95
  if (isOpposite(a, b) || isOpposite(b, a)) return 0
  if (one.key === other.key) return 0.7
  // One wrong letter in five is a likely scanning error.
  return Math.min(a.length, b.length) >= 5 && editSimilarityOf(a, b) >= 0.8 ? 0.7 : 0
}

function isOpposite(one: string, other: string): boolean {
  return one.endsWith(other) && /^(?:un|in|im|il|ir|non|dis|mis|de|anti)$/.test(one.slice(0, one.length - other.length))
}
