import { alignQuote } from './align-quote.ts'
import { type ComparableText, comparableText } from '../comparable-text.ts'
import type { Document } from '../document.ts'
import type { QuoteDifference } from './quote-difference.ts'
import { type QuoteToken, quoteTokens } from './quote-token.ts'
import { withoutRunningLines } from '../running-lines.ts'
import { substanceOf } from '../text-substance.ts'

export type QuoteCheck =
  /** In the document, except for typesetting (`comparableText`) and omissions marked by an ellipsis. */
  | {
      readonly status: 'verified'
      readonly page: number
      readonly similarity: 1
      readonly matched: readonly QuotePlace[]
    }
  /** Nearly in the document: some words differ, or a negation was cut off, which then is the `difference`. */
  | {
      readonly status: 'approximate'
      readonly page: number
      /** 0.85 to 1. */
      readonly similarity: number
      readonly matched: readonly QuotePlace[]
      readonly difference?: QuoteDifference
    }
  /** Not in the document. `nearest` is the most similar passage, `difference` what changes its meaning. */
  | {
      readonly status: 'not-found'
      /** 0 to 1; may be high when only a number, a unit or a negation differs. */
      readonly similarity: number
      readonly nearest: readonly QuotePlace[]
      readonly difference?: QuoteDifference
    }

/** A range of a page: `page.text.slice(start, end)`. A quote across a page break has two. */
export type QuotePlace = {
  readonly page: number
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Minimum share of a quote that the document must have for `approximate`. */
export const LEAST_SIMILARITY = 0.85

/**
 * Checks whether a quote is in a document, and where. White space, widths, quotation marks and hyphens are ignored; a
 * changed number, unit or negation never is. Quotes of fewer than about six letters or three ideographs are not found,
 * because they would match anywhere.
 */
export function verifyQuote(quote: string, document: Document): QuoteCheck {
  const wanted = trimmed(quote)
  if (substanceOf(wanted) < LEAST_SUBSTANCE) return { status: 'not-found', similarity: 0, nearest: [] }
  const reading = readingOf(document)
  let cut: QuoteCheck | undefined
  for (const found of findings(wanted, reading)) {
    const check = toCheck(found, reading)
    if (check.status === 'verified') return check
    cut ??= check
  }
  return cut ?? nearestTo(comparableText(wanted).text, reading)
}

const LEAST_SUBSTANCE = 6
const ELLIPSIS = /(?<!\s)\s*[[(（［]?(?:…+|\.{3,}|‥+|中略|・{3,})[\])）］]?\s*/

/** Removes surrounding quotation marks, a leading bullet, and a final full stop, which the document may lack. */
function trimmed(quote: string): string {
  return quote
    .replace(/^(?:[\s"'“”‘’「『•・*>|.…]|-(?!\d))+/, '')
    .replace(/(?<![\s"'“”‘’」』|.,。、;:…])[\s"'“”‘’」』|.,。、;:…]+$/, '')
}

type PageRange = { readonly page: number; readonly start: number; readonly end: number }

type VerifyQuoteReading = {
  readonly raw: string
  readonly pages: readonly PageRange[]
  /** The full text, and the text without running headers and footers, so that a sentence can continue across pages. */
  readonly texts: readonly ComparableText[]
  /** The text for aligning quotes that are not found verbatim. */
  readonly body: ComparableText
  /** The text without spaces between words, for quotes that span a word broken at a line's end. */
  readonly tight: ComparableText | undefined
}

const BROKEN_WORD = /\p{Script=Latin}[-\u2010]\s*\n\s*\p{Script=Latin}/u

const readings = new WeakMap<Document, VerifyQuoteReading>()

function readingOf(document: Document): VerifyQuoteReading {
  const known = readings.get(document)
  if (known !== undefined) return known
  const pageTexts = document.pages.map((page) => page.text)
  const raw = pageTexts.join('\n')
  const bare = withoutRunningLines(pageTexts).join('\n')
  const whole = comparableText(raw)
  const body = bare === raw ? whole : comparableText(bare)
  const texts = body === whole ? [whole] : [whole, body]
  const tight = BROKEN_WORD.test(raw) ? comparableText(bare, { tight: true }) : undefined
  const made = { raw, pages: pageRanges(document), texts, body, tight }
  readings.set(document, made)
  return made
}

const tokenised = new WeakMap<ComparableText, readonly QuoteToken[]>()

/** Cached and computed on demand: only quotes that are not found verbatim need it, and long documents take seconds. */
function tokensOf(text: ComparableText): readonly QuoteToken[] {
  const known = tokenised.get(text) ?? quoteTokens(text.text)
  tokenised.set(text, known)
  return known
}

function pageRanges({ pages }: Document): readonly PageRange[] {
  let end = -1
  return pages.map(({ number, text }) => {
    const start = end + 1
    end = start + text.length
    return { page: number, start, end }
  })
}

type VerifyQuoteMatch = { readonly ranges: readonly Range[]; readonly negation?: string }
type Range = { readonly start: number; readonly end: number }

function* findings(quote: string, reading: VerifyQuoteReading): Generator<VerifyQuoteMatch> {
  const whole = comparableText(quote).text
  const fragments = quote.split(ELLIPSIS).map((fragment) => comparableText(trimmed(fragment)).text)
  for (const text of reading.texts) {
    for (const range of occurrences(whole, reading, text)) yield foundAt([range], reading)
    yield* findFragments(fragments, reading, text)
  }
  if (reading.tight === undefined) return
  for (const range of occurrences(comparableText(quote, { tight: true }).text, reading, reading.tight)) {
    if (BROKEN_WORD.test(reading.raw.slice(range.start, range.end))) yield foundAt([range], reading)
  }
}

function foundAt(ranges: readonly Range[], reading: VerifyQuoteReading): VerifyQuoteMatch {
  return { ranges, negation: negationAmong(ranges, reading) }
}

/** Maximum omission at an ellipsis, in comparable characters. */
const LONGEST_OMISSION = 1500
const LEAST_FRAGMENT = 3

function* findFragments(
  fragments: readonly string[],
  reading: VerifyQuoteReading,
  text: ComparableText,
): Generator<VerifyQuoteMatch> {
  const [first = '', ...rest] = fragments
  if (rest.length === 0 || fragments.some((fragment) => fragment.length < LEAST_FRAGMENT)) return
  for (const start of occurrences(first, reading, text)) {
    const ranges = [start]
    for (const fragment of rest) {
      const before = ranges.at(-1)?.end ?? 0
      const { value: next } = occurrences(fragment, reading, text, before).next()
      if (next === undefined || next.start - before > LONGEST_OMISSION) break
      ranges.push(next)
    }
    if (ranges.length === fragments.length) yield foundAt(ranges, reading)
  }
}

function negationAmong(ranges: readonly Range[], { raw }: VerifyQuoteReading): string | undefined {
  for (const [index, { start, end }] of ranges.entries()) {
    const beside = negationAround(raw, start, end)
    if (beside !== undefined) return beside
    const omitted = raw.slice(ranges[index - 1]?.end ?? start, start)
    if (saysNo(omitted)) return omitted.trim()
  }
  return undefined
}

const MOST_OCCURRENCES = 50

/** Yields whole occurrences as ranges of `raw`: `0 minutes` is not in `90 minutes`. */
function* occurrences(
  wanted: string,
  { raw }: VerifyQuoteReading,
  text: ComparableText,
  after = 0,
): Generator<Range, undefined> {
  let looked = 0
  let at = text.text.indexOf(wanted, after === 0 ? 0 : indexAfter(text, after))
  for (; at !== -1 && looked < MOST_OCCURRENCES; at = text.text.indexOf(wanted, at + 1)) {
    const range = rawRange(text, { start: at, end: at + wanted.length })
    if (!cutsAt(raw, range.start) && !cutsAt(raw, range.end)) yield range
    looked += 1
  }
}

function rawRange({ from, to }: ComparableText, { start, end }: Range): Range {
  return { start: from[start] ?? 0, end: to[end - 1] ?? 0 }
}

function indexAfter({ from }: ComparableText, place: number): number {
  let [low, high] = [0, from.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((from[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns whether an offset is inside a word or number, including its sign and decimals. */
function cutsAt(raw: string, place: number): boolean {
  const [before, after] = [raw.slice(Math.max(0, place - 2), place), raw.slice(place, place + 2)]
  if (/\p{Script=Latin}$/u.test(before) && /^\p{Script=Latin}/u.test(after)) return true
  if (/\p{Nd}$/u.test(before) && /^[.,．，]?\p{Nd}/u.test(after)) return true
  if (/\p{Nd}[.,．，]$/u.test(before) && /^\p{Nd}/u.test(after)) return true
  return /(?:^|[^\p{L}\p{N}])[-+±−－]$/u.test(before) && /^\p{Nd}/u.test(after)
}

function toCheck({ ranges, negation }: VerifyQuoteMatch, reading: VerifyQuoteReading): QuoteCheck {
  const matched = ranges.flatMap((range) => placesOf(range, reading))
  const page = matched[0]?.page ?? 1
  if (negation === undefined) return { status: 'verified', page, similarity: 1, matched }
  return { status: 'approximate', page, similarity: 1, matched, difference: { quote: '', document: negation } }
}

function placesOf({ start, end }: Range, { raw, pages }: VerifyQuoteReading): readonly QuotePlace[] {
  return pages.flatMap((range) => {
    const [begin, stop] = [Math.max(start, range.start), Math.min(end, range.end)]
    if (begin >= stop) return []
    return { page: range.page, start: begin - range.start, end: stop - range.start, text: raw.slice(begin, stop) }
  })
}

/** Below this, nothing is near: any two texts share half of their common words. */
const LEAST_NEAR = 0.5

function nearestTo(quote: string, reading: VerifyQuoteReading): QuoteCheck {
  const tokens = tokensOf(reading.body)
  const alignment = alignQuote(quoteTokens(quote), tokens)
  if (alignment === undefined) return { status: 'not-found', similarity: 0, nearest: [] }
  const { similarity } = alignment
  const range = { start: tokens[alignment.first]?.start ?? 0, end: tokens[alignment.last]?.end ?? 0 }
  const place = rawRange(reading.body, range)
  const places = placesOf(place, reading)
  const difference = alignment.difference ?? otherNegation(quote, range, reading)
  const cut = cutsAt(reading.raw, place.start) || cutsAt(reading.raw, place.end)
  if (similarity < LEAST_SIMILARITY || difference !== undefined || cut) {
    const nearest = similarity < LEAST_NEAR ? [] : places
    return { status: 'not-found', similarity, nearest, ...(nearest.length > 0 && difference && { difference }) }
  }
  const negation = negationAround(reading.raw, place.start, place.end)
  const left = negation === undefined ? {} : { difference: { quote: '', document: negation } }
  return { status: 'approximate', page: places[0]?.page ?? 1, similarity, matched: places, ...left }
}

/** A Japanese predicate may continue after the quoted part: 点灯した, 点灯しなかった. */
function otherNegation(
  quote: string,
  { start, end }: Range,
  { body }: VerifyQuoteReading,
): QuoteDifference | undefined {
  const stands = body.text.slice(start, end) + (/^[\p{Script=Hiragana}]{0,6}/u.exec(body.text.slice(end))?.[0] ?? '')
  return japaneseNegations(quote) === japaneseNegations(stands) ? undefined : { quote, document: stands }
}

const JAPANESE =
  /ない|なかっ|なく(?!て?はならない)|ません|(?<=[\p{Script=Han}\p{Script=Hiragana}])ず(?=[、。,に]|$)|なし|無し/gu
const ENGLISH = /\b(?:no|not|never|none|nor|neither|cannot|without)\b|n['’]t\b/i

function japaneseNegations(text: string): number {
  return text.match(JAPANESE)?.length ?? 0
}

function saysNo(text: string): boolean {
  return ENGLISH.test(text) || japaneseNegations(text) > 0
}

/**
 * Returns the negation from which a range was cut off: directly before it in the same clause, or at the end of the
 * Japanese predicate that it interrupts.
 */
function negationAround(text: string, start: number, end: number): string | undefined {
  return negationBefore(text.slice(Math.max(0, start - 80), start)) ?? negationAfter(text.slice(end, end + 16))
}

const CLAUSE = /[^.,;:!?。、；：！？\t()（）「」『』✓✗■□]*$/

function negationBefore(before: string): string | undefined {
  const clause = CLAUSE.exec(before)?.[0] ?? ''
  const prefix = /[不非未無]$/.exec(clause)?.[0]
  if (prefix !== undefined) return prefix
  const [line = '', lineBefore] = clause.split('\n').toReversed()
  // "None" in the row above does not concern this line; "not" at the end of a broken line does.
  const words = line.trim() === '' && lineBefore !== undefined ? lastWords(lineBefore, 1) : lastWords(line, 3)
  return words.find((word) => /^(?:no|not|never|none|nor|neither|cannot|without|non-?|.+n['’]t)$/i.test(word))
}

function lastWords(text: string, count: number): readonly string[] {
  return text.trim().split(/\s+/).slice(-count)
}

function negationAfter(after: string): string | undefined {
  const rest = after.replaceAll('\n', '')
  return /^[\p{Script=Hiragana}]{0,5}?(ない|なかっ|なく|ません|ず(?=[、。]|$))/u.exec(rest)?.[1]
}
