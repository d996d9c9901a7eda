import { englishNumbers } from '../english-numbers.ts'
import { expandJapaneseNumbers } from '../japanese-numbers.ts'
import { NUMBER_WORDS, expandCardinals } from '../number-words.ts'
import { withoutPowers } from '../powers.ts'
import { type DateSpan, periodsIn } from './dates.ts'
import { type Unit, unitAt } from './units.ts'

/** A quantity in a text: a number, or a range from `low` to `high`. */
export type Amount = DateSpan & {
  readonly kind: string
  readonly written: string
  readonly at: number
  readonly end: number
}

/** Normalizes widths, spaces and number words. The length of the text may change. */
export function foldedAmount(text: string): string {
  const even = withoutPowers(englishNumbers(text).replaceAll(/[º⁰˚](?=\s?[CF]\b)/g, '°'))
  const spaced = expandJapaneseNumbers(even.normalize('NFKC')).replaceAll(/\p{Zs}+/gu, ' ')
  return expandCardinals(spaced)
    .replaceAll(/[〜–—]/g, '~')
    .replaceAll(/(?<![\d.,/-])(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)(?= ?(?:[a-z%°]|[年か月日時分秒個台名円人件]))/g, '$1~$2')
    .replaceAll(numberWord, (word) => String(NUMBER_WORDS.get(word.toLowerCase())))
    .replaceAll(/(?<!\d)(\d+)割(?:(\d)分)?/g, (_, tens: string, ones = '0') => `${tens}${ones}%`)
    .replaceAll(/(?<![\d.])(\d{1,9}(?:\.\d{1,4})?) ?\(\1\)/g, '$1')
}

// Ordinals name things and do not count them; `one` is more often a pronoun.
const cardinals = [...NUMBER_WORDS.keys()].filter(
  (word) => !/(?:th|rd|nd|first|second|^one|once|twice|dozen)$/.test(word),
)
const numberWord = new RegExp(String.raw`\b(?:${cardinals.join('|')})\b`, 'gi')

/**
 * Returns all quantities of a folded text in order; ranges and bounds are one each. Dates, times and the numbers of
 * pages, floors and headings do not count. `ofLabel` is the unit of numbers without one.
 */
export function amountsIn(text: string, ofLabel?: Unit): readonly Amount[] {
  const by = (join: typeof joinRange) => (last: Amount, next: Amount) => join(text, last, next)
  const singles = joined(numbersIn(withoutDates(text), ofLabel), by(joinRestated))
  const bounded = joined(singles, by(joinRange)).map((amount) => bound(text, amount))
  return joined(bounded, by(joinBounds)).filter((amount) => !isOften(text, amount))
}

/** Frequencies such as `every 6 months` or 2年に一度 are not durations. */
function isOften(text: string, { kind, at, end }: Amount): boolean {
  if (kind !== 'time') return false
  return /\bevery $/i.test(text.slice(Math.max(0, at - 6), at)) || /^(?:ごと|に(?:一|\d+)[回度])/.test(text.slice(end))
}

/** Compares a found range with the required one. A looser bound lies outside. */
export function compareSpans(found: DateSpan, asked: DateSpan): 'within' | 'outside' | 'open' {
  if (found.low >= asked.low && found.high <= asked.high) return 'within'
  const isApart = found.high < asked.low || found.low > asked.high
  const isLooser = Math.min(found.high, asked.high) === Infinity || Math.max(found.low, asked.low) === -Infinity
  return isApart || isLooser ? 'outside' : 'open'
}

export function isBound({ low, high }: Amount): boolean {
  return low !== high
}

export function isEndless({ low, high }: DateSpan): boolean {
  return high - low === Infinity
}

/** Returns the unit in brackets or after a comma, as in `Flash point (°C)`. */
export function unitOfLabel(label: string): Unit | undefined {
  const [mark] = [...label.matchAll(/[([,、] ?(?=[^\d\s])/g)].slice(-1)
  return mark === undefined ? undefined : unitAt(label, mark.index + mark[0].length)?.unit
}

function withoutDates(text: string): string {
  let left = text
  for (const { at, written } of periodsIn(text))
    left = `${left.slice(0, at)}${blankFor(written)}${left.slice(at + written.length)}`
  return left.replaceAll(
    /\d{1,2}:\d{2}|毎?\d{1,2}月\d{1,2}日|毎月\d{1,2}日|\d{1,2}月(?!間)|\d{1,2}時(?!間)|(?<![\d.])(?:19|20)\d\d(?=年度)/g,
    blankFor,
  )
}

function blankFor(written: string): string {
  return ' '.repeat(written.length)
}

const figure = /(?<![\w.,/#^-]|\d ?x ?)([-−▲△]|\+)?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(万|億)?/g
const currencies = new Map(
  ['$ dollars', 'USD dollars', '¥ yen', 'JPY yen', '€ euros', 'EUR euros', '£ pounds', 'GBP pounds'].map((one) => {
    const [code = '', kind = ''] = one.split(' ')
    return [code, { kind, size: 1 }]
  }),
)

const money: ReadonlySet<string | undefined> = new Set([...currencies.values()].map(({ kind }) => kind))

function numbersIn(text: string, ofLabel?: Unit): readonly Amount[] {
  return [...text.matchAll(figure)].flatMap(({ index, 0: written, 1: sign = '+', 2: digits = '', 3: myriad = '' }) => {
    const beside = unitBeside(text, index, index + written.length)
    if (beside === undefined || isAmbiguous(text, index, index + written.length)) return []
    // `1.500` may be a thousand and a half or have three decimals.
    if (money.has(beside.unit?.kind) && /^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return []
    const unit = beside.unit ?? ofLabel ?? { kind: 'count', size: 1 }
    const magnitude = (myriad === '億' ? 1e8 : myriad === '万' ? 1e4 : 1) * (sign === '+' ? 1 : -1)
    const value = (Number(digits.replaceAll(',', '')) * magnitude - (unit.zero ?? 0)) * unit.size
    const { at, end } = beside
    return [{ kind: unit.kind, low: value, high: value, written: text.slice(at, end), at, end }]
  })
}

/** `12 500 kg` may be one number or two, and so may `0,95` and `10^2`. */
function isAmbiguous(text: string, at: number, end: number): boolean {
  const before = /(?<![\d.,])\d{1,3} $/.test(text.slice(Math.max(0, at - 5), at))
  const after = /^ \d{3}(?!\d)/.test(text.slice(end, end + 5))
  return (before && end - at === 3) || (after && end - at <= 3) || /^(?:,\d|\^)/.test(text.slice(end, end + 2))
}

type Beside = { readonly unit: Unit | undefined; readonly at: number; readonly end: number }

/** Returns the unit after a number or the currency before it; undefined if the number does not count anything. */
function unitBeside(text: string, at: number, end: number): Beside | undefined {
  const [sign = '', code = ''] = /([$¥€£]|\b(?:USD|JPY|EUR|GBP)) ?$/.exec(text.slice(Math.max(0, at - 5), at)) ?? []
  const currency = currencies.get(code)
  // `$3k` and `€1.5m` are thousands and millions.
  if (currency !== undefined && /^ ?(?:k|m|mn|mio|bn?|tn)\b/i.test(text.slice(end, end + 5))) return undefined
  if (currency !== undefined) return { unit: currency, at: at - sign.length, end }
  const [gap = ''] =
    /^[ -]?(?:(?:business|calendar|working|consecutive|full|additional)[ -])?/.exec(text.slice(end, end + 15)) ?? []
  const read = unitAt(text, end + gap.length)
  if (read !== undefined) return { unit: read.unit, at, end: end + gap.length + read.length }
  return /^[A-Za-z\d]|^[.:/-]\d/.test(text.slice(end, end + 2)) || isName(text, at, end)
    ? undefined
    : { unit: undefined, at, end }
}

/** The number is a name: of a page, a floor, an article, a version or a list item. */
function isName(text: string, at: number, end: number): boolean {
  const before = text.slice(Math.max(0, at - 14), at)
  if (
    /(?:第|\b(?:page|floor|building|section|article|clause|chapter|version|ver\.|no\.|number|step|table|figure|type|class|level)|ページ|頁|号)\s*$/i.test(
      before,
    )
  )
    return true
  if (/[A-Z]{2}[ -]$/.test(before)) return true
  return (
    /^(?:階|号|条|項|章|節|日目|st\b|nd\b|rd\b|th\b|[.)．、](?:\s|$))/.test(text.slice(end, end + 4)) &&
    (/^\s*$/.test(before) || !/^[.)．、]/.test(text.slice(end)))
  )
}

function joined(
  amounts: readonly Amount[],
  join: (last: Amount, next: Amount) => Amount | undefined,
): readonly Amount[] {
  const left: Amount[] = []
  for (const amount of amounts) {
    const last = left.at(-1)
    const one = last === undefined ? undefined : join(last, amount)
    if (one === undefined) left.push(amount)
    else left[left.length - 1] = one
  }
  return left
}

function spanning(text: string, last: Amount, next: Amount, { low, high }: DateSpan): Amount {
  return { ...next, low, high, at: last.at, written: text.slice(last.at, next.end) }
}

/** `50 °C / 122 °F` and `82 °C (180 °F)` repeat one amount; `1 hour 30 minutes` is the sum of two. */
function joinRestated(text: string, last: Amount, next: Amount): Amount | undefined {
  const between = text.slice(last.end, next.at)
  if (last.kind !== next.kind) return undefined
  if (next.kind === 'temperature') return /^ ?[(/] ?$/.test(between) ? last : undefined
  if (next.kind !== 'time' || !/^(?: ?| and )$/.test(between) || next.low >= last.low) return undefined
  const sum = last.low + next.low
  return spanning(text, last, next, { low: sum, high: sum })
}

/** Joins `2.1 to 2.5 bar`, `between 0.4 and 0.6` and `3年から5年`. */
function joinRange(text: string, last: Amount, next: Amount): Amount | undefined {
  if (!isRange(text, last, next)) return undefined
  const unit = next.written.replace(/^\D*[\d.,]+/, '')
  const first = last.kind === next.kind ? last : numbersIn(`${last.written}${unit}`)[0]
  return first?.kind === next.kind ? spanning(text, last, next, { low: first.low, high: next.high }) : undefined
}

function isRange(text: string, first: Amount, second: Amount): boolean {
  if (first.low !== first.high || (first.kind !== second.kind && first.kind !== 'count')) return false
  const between = text.slice(first.end, second.at)
  if (/^ ?(?:~|\.{2,3}|to|から) ?$/.test(between)) return true
  if (/^ ?- ?$/.test(between)) return second.low > first.low
  const before = text.slice(Math.max(0, first.at - 12), first.at)
  return (
    (/^ and $/.test(between) && /between $/i.test(before)) ||
    (/^ ?と ?$/.test(between) && /^ ?の間/.test(text.slice(second.end)))
  )
}

type Bound = (value: number) => DateSpan

const atLeast: Bound = (low) => ({ low, high: Infinity })
const atMost: Bound = (high) => ({ low: -Infinity, high })
const moreThan: Bound = (value) => atLeast(value + leastDifference(value))
const lessThan: Bound = (value) => atMost(value - leastDifference(value))

/** The smallest relevant difference, to keep `more than 5` from including 5. */
function leastDifference(value: number): number {
  return Math.max(Math.abs(value), 1e-9) * 2 ** -50
}

/** Patterns for the text after an amount. Negated ones come before the words that they contain. */
const behind: readonly (readonly [RegExp, Bound])[] = [
  [
    /^(?:以上|前まで|or (?:more|longer|above|greater|higher|older|over)|and (?:above|over)|at least|(?:を|は)?下回(?:ら|って(?:は)?(?:なら|いけ)))/i,
    atLeast,
  ],
  [
    /^(?:以下|以内|まで|を(?:限度|上限)|or (?:less|fewer|below|shorter|lower|under)|at (?:the )?(?:most|latest)|max|(?:を|は)?(?:超え|上回)(?:ない|ず|らない|らず|て(?:は)?(?:なら|いけ)))/i,
    atMost,
  ],
  [/^(?:超|(?:を|より)?(?:超|こえ|上回))/, moreThan],
  [/^(?:未満|(?:を|より)?下回)/, lessThan],
]
const negated = String.raw`(?:\b(?:not|never|cannot)|n't) (?:\w+ ){0,2}`
const before: readonly (readonly [RegExp, Bound])[] = [
  [
    new RegExp(
      String.raw`(?:at least|at or above|no (?:fewer|less|shorter|lower) than|minimum(?: of)?|${negated}(?:fewer|less|lower|shorter|below|under)(?: than)?|少なくとも|最低(?:でも|限)?|最小|下限[がは:]?|≥|>=)\s*$`,
      'i',
    ),
    atLeast,
  ],
  [
    new RegExp(
      String.raw`(?:at most|at or below|no (?:more|longer|greater|higher|later) than|maximum(?: of)?|max\.?:?|up to|within|(?:capped|limited) (?:at|to)|${negated}(?:exceed(?:ing)?|above|over|more|longer|higher)(?: than)?|最大|最長|最高|上限[がは:]?|≤|<=)\s*$`,
      'i',
    ),
    atMost,
  ],
  [/(?:more than|over|exceed(?:s|ing)?|(?:longer|greater|higher|larger) than|above|>)\s*$/i, moreThan],
  [/(?:less than|fewer than|under|below|(?:shorter|lower|smaller) than|<)\s*$/i, lessThan],
]

function bound(text: string, amount: Amount): Amount {
  const after = text.slice(amount.end, amount.end + 24).trimStart()
  const side =
    behind.find(([pattern]) => pattern.test(after))?.[1] ??
    before.find(([pattern]) => pattern.test(text.slice(Math.max(0, amount.at - 40), amount.at)))?.[1]
  return side === undefined || isBound(amount) ? amount : { ...amount, ...side(amount.low) }
}

/** Joins `50km以上100km未満` and `at least 2 and at most 5` into one range. */
function joinBounds(text: string, last: Amount, next: Amount): Amount | undefined {
  const both = { low: Math.max(last.low, next.low), high: Math.min(last.high, next.high) }
  const isNear = last.kind === next.kind && next.at - last.end <= 24
  return isNear && isEndless(last) && isEndless(next) && !isEndless(both) && both.low <= both.high
    ? spanning(text, last, next, both)
    : undefined
}
