import { stem } from './porter-stemmer.ts'

export type Tokenizer = (text: string) => string[]

/**
 * Returns ASCII words, lower-case and stemmed, as the `rouge_score` Python package does. Other scripts yield no tokens,
 * and accented letters split words.
 */
export function tokenizeDefault(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map(stemLongWord)
}

/**
 * Returns words of any script after NFKC. Chinese, Japanese and Korean characters are separate tokens; Thai, Lao, Khmer
 * and Myanmar split before every base character. ASCII words are stemmed as in `tokenizeDefault`.
 */
export function tokenizeUnicode(text: string): string[] {
  if (isAscii(text)) return tokenizeDefault(text)
  const tokens = text.normalize('NFKC').toLowerCase().match(UNICODE_TOKEN) ?? []
  return tokens.map((token) => (isAscii(token) ? stemLongWord(token) : token))
}

/**
 * Returns words by the dictionary of the language (also Japanese, Chinese, Thai …), in NFKC and lower case, not
 * stemmed.
 *
 * @throws {RangeError} when `locale` is not a language tag
 */
export function segmentWords(text: string, locale = 'en'): string[] {
  const segmenter = segmenterFor(locale)
  // The rules of Unicode for ASCII, which no dictionary changes, in a twentieth of the time.
  if (isAscii(text)) return (text.toLowerCase().match(ASCII_WORD) ?? []).filter((word) => word !== '_')
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase())) {
    if (isWordLike === true) words.push(segment)
  }
  return words
}

export const tokenizers = { default: tokenizeDefault, unicode: tokenizeUnicode, words: segmentWords } as const
export type TokenizerName = keyof typeof tokenizers

function stemLongWord(word: string): string {
  return word.length > 3 ? stem(word) : word
}

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text)
}

// Unicode blocks rather than scripts: ー and ・ are tokens, and ideographs of extension blocks are not.
const ALONE = String.raw`\u4e00-\u9fff\u3040-\u309f\u30a0-\u30ff\uac00-\ud7af`
const UNSPACED = String.raw`[\u0e00-\u0e7f\u0e80-\u0eff\u1780-\u17ff\u1000-\u109f]--\p{M}`
const REST = String.raw`[\p{L}\p{N}\p{M}]--[${ALONE}]--[${UNSPACED}]`
const UNICODE_TOKEN = new RegExp(`[${ALONE}]|[${UNSPACED}][${REST}]*|[${REST}]+`, 'gv')

const ASCII_WORD = /[a-z\d_]+(?:(?:(?<=[a-z])[.':](?=[a-z])|(?<=\d)[.',;](?=\d))[a-z\d_]+)*/g

const segmenters = new Map<string, Intl.Segmenter>()

// Creating a segmenter costs more than using it. A fixed default locale keeps results independent of the machine.
function segmenterFor(locale: string): Intl.Segmenter {
  const known = segmenters.get(locale)
  if (known !== undefined) return known
  const made = new Intl.Segmenter(locale, { granularity: 'word' })
  segmenters.set(locale, made)
  return made
}
