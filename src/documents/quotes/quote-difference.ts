import { MONTHS } from '../../text/index.ts'
import { type QuoteToken, isTick } from './quote-token.ts'

/** One position of an alignment: a token of the quote, of the document, or both. */
export type AlignedPair = { readonly quote?: QuoteToken; readonly document?: QuoteToken }

/** A differing text in the quote and in the document; empty when one has none. */
export type QuoteDifference = { readonly quote: string; readonly document: string }

/**
 * Returns the first difference that changes the meaning, however similar the rest: a number, its unit or sign, a
 * negation, a quantity, a date, a single letter that names something, a tick mark.
 */
export function differenceIn(pairs: readonly AlignedPair[]): QuoteDifference | undefined {
  for (const gap of gapsIn(pairs)) {
    if (changesWhatIsSaid(gap)) return { quote: textOf(gap.quote), document: textOf(gap.document) }
  }
  return undefined
}

type Gap = {
  readonly before: QuoteToken | undefined
  readonly quote: readonly QuoteToken[]
  readonly document: readonly QuoteToken[]
  readonly after: QuoteToken | undefined
}

function gapsIn(pairs: readonly AlignedPair[]): readonly Gap[] {
  const gaps: Gap[] = []
  let from = 0
  for (let index = 0; index <= pairs.length; index += 1) {
    const pair = pairs[index]
    if (pair !== undefined && !isSame(pair)) continue
    const between = pairs.slice(from, index)
    if (between.length > 0) {
      gaps.push({
        before: pairs[from - 1]?.quote,
        quote: between.flatMap(({ quote }) => quote ?? []),
        document: between.flatMap(({ document }) => document ?? []),
        after: pair?.quote,
      })
    }
    from = index + 1
  }
  return gaps
}

function isSame({ quote, document }: AlignedPair): boolean {
  return quote !== undefined && quote.text === document?.text
}

function textOf(tokens: readonly QuoteToken[]): string {
  return tokens.map((token) => token.text).join(tokens.some((token) => token.kind === 'word') ? ' ' : '')
}

function changesWhatIsSaid({ before, quote, document, after }: Gap): boolean {
  const [said, stands] = [weighty(quote), weighty(document)]
  if (said.join(' ') !== stands.join(' ')) return true
  return (
    (before?.kind === 'number' && changesUnit(quote, document)) ||
    (after?.kind === 'number' && changesSign(quote, document))
  )
}

/** Returns the tokens that must not differ; case and word endings are ignored. */
function weighty(tokens: readonly QuoteToken[]): readonly string[] {
  return tokens.filter(isWeighty).map((token) => (token.text.length === 1 ? token.text : token.key))
}

function isWeighty({ text, kind }: QuoteToken): boolean {
  if (kind === 'number' || isTick(text)) return true
  if (kind === 'ideograph') return WEIGHTY_IDEOGRAPHS.test(text)
  if (kind !== 'word') return false
  return /^\p{Lu}$/u.test(text) || /n't$/i.test(text) || WEIGHTY_WORDS.has(text.toLowerCase())
}

// Negation; digits; above and below, in and out, before and after; all, each, half.
const WEIGHTY_IDEOGRAPHS = /[不非未無否〇零一二三四五六七八九十百千万億上下内外前後全各半]/

const WEIGHTY_WORDS: ReadonlySet<string> = new Set(
  [
    'no not never none nor neither cannot without hardly nothing nobody nowhere except unless',
    'zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety',
    'hundred thousand million half third quarter dozen once twice first second',
    'all every each any some both either only few several many most more less least fewer',
    'above below over under before after until within inside outside up down',
    MONTHS.join(' ').toLowerCase(),
    'monday tuesday wednesday thursday friday saturday sunday',
  ].flatMap((words) => words.split(' ')),
)

/** A unit follows its number. Leaving it out of a quote changes nothing; another unit does. */
function changesUnit([said]: readonly QuoteToken[], [stands]: readonly QuoteToken[]): boolean {
  if (said === undefined || !isUnit(said)) return false
  if (stands === undefined || said.kind !== 'word') return true
  // mW and MW differ, minute and minutes do not.
  return said.text.length <= 3 ? said.text !== stands.text : said.key !== stands.key
}

function isUnit({ kind, text }: QuoteToken): boolean {
  return kind === 'word' || kind === 'ideograph' || /^[%‰°℃$€£¥]$/u.test(text)
}

function changesSign(quote: readonly QuoteToken[], document: readonly QuoteToken[]): boolean {
  return signBefore(quote) !== signBefore(document)
}

function signBefore(tokens: readonly QuoteToken[]): string | undefined {
  return /^[-+±<>≤≥~$€£¥約]$/u.exec(tokens.at(-1)?.text ?? '')?.[0]
}
