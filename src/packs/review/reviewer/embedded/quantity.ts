import { expandJapaneseNumbers, NUMBER_WORDS } from '../../../../text/index.ts'

/** A number with what it counts or measures. `amount` is in the smallest unit of its `kind`. */
export type Quantity = {
  readonly kind: string
  readonly amount: number
  /** As it stands in the text, with its unit. */
  readonly written: string
  /** Where it stands. */
  readonly at: number
}

type Comparison = 'at-least' | 'at-most' | 'more-than' | 'less-than' | 'exactly'

/** A quantity that something has to have. */
export type Limit = Quantity & { readonly comparison: Comparison }

/** Text as numbers are looked for in it: one width, digits for words. Its length may differ from the original's. */
export function countable(text: string): string {
  const folded = expandJapaneseNumbers(text.normalize('NFKC'))
  return folded.replaceAll(numberWord, (word) => String(NUMBER_WORDS.get(word.toLowerCase())))
}

// Ordinals name things and count nothing; `one` is more often a pronoun.
const cardinals = [...NUMBER_WORDS.keys()].filter((word) => !/(?:th|rd|nd|first|second|^one|once|twice)$/.test(word))
const numberWord = new RegExp(String.raw`\b(?:${cardinals.join('|')})\b`, 'gi')

/** All quantities of a text, in order. Dates, numbers of pages, floors and headings are none. */
export function quantitiesIn(text: string): readonly Quantity[] {
  const counted = countable(text)
  return [...counted.matchAll(numberWithUnit)].flatMap((found) => {
    const { index } = found
    const [written, digits = '', unit = ''] = found
    if (isName(counted, index, { digits, unit })) return []
    const [foreign, symbol] = unit === '' ? (symbols.exec(counted.slice(index + written.length)) ?? []) : []
    const { kind, size } = symbol === undefined ? unitOf(unit) : { kind: symbol, size: 1 }
    return [
      {
        kind,
        amount: Number(digits.replaceAll(',', '').replace(/[−▲△]/, '-')) * size,
        written: `${written}${foreign ?? ''}`.trim(),
        at: index,
      },
    ]
  })
}

/** The limits that a requirement sets: `at least 60 minutes`, `15台以上`. */
export function limitsIn(text: string): readonly Limit[] {
  const counted = countable(text)
  return quantitiesIn(text).flatMap((quantity) => {
    const comparison = comparisonAt(counted, quantity)
    return comparison === undefined ? [] : [{ ...quantity, comparison }]
  })
}

/** Whether a text sets a limit, also one in a unit that is not known here. */
export function setsLimit(text: string): boolean {
  return /\d\S{0,8}\s?(?:以上|以下|以内|未満)|\b(?:at least|at most|no (?:more|less|fewer|longer|later) than|within|not exceed|(?:more|less|fewer) than)\b\s+\S{0,20}\d|\d\S{0,20}(?:\s\S{1,20})?\s(?:or|and) (?:more|less|fewer|above|below|over|under|older|younger|longer|shorter)\b/iu.test(
    countable(text),
  )
}

/** Whether a quantity keeps a limit. */
export function keeps({ amount }: Quantity, { comparison, amount: limit }: Limit): boolean {
  if (comparison === 'at-least') return amount >= limit
  if (comparison === 'at-most') return amount <= limit
  if (comparison === 'more-than') return amount > limit
  if (comparison === 'less-than') return amount < limit
  return amount === limit
}

function comparisonAt(text: string, { at, written }: Quantity): Comparison | undefined {
  const before = text.slice(Math.max(0, at - 24), at)
  const after = text.slice(at + written.length, at + written.length + 16)
  return (
    comparisonsAfter.find(([pattern]) => pattern.test(after))?.[1] ??
    comparisonsBefore.find(([pattern]) => pattern.test(before))?.[1]
  )
}

const comparisonsAfter: readonly (readonly [RegExp, Comparison])[] = [
  [/^\s*(?:以上|or (?:more|longer|above|greater|higher)|and (?:above|over))/i, 'at-least'],
  [/^\s*(?:以下|以内|まで|or (?:less|fewer|below|shorter|under)|at (?:the )?most|max)/i, 'at-most'],
  [/^\s*(?:を?(?:超|こえ|上回))/, 'more-than'],
  [/^\s*(?:未満|を?下回)/, 'less-than'],
  [/^\s*(?:ちょうど|きっかり)/, 'exactly'],
]
const comparisonsBefore: readonly (readonly [RegExp, Comparison])[] = [
  [
    /(?:at least|no (?:fewer|less|shorter) than|(?:a )?minimum(?: of)?|not (?:fewer|less) than|少なくとも|最低|≥|>=)\s*$/i,
    'at-least',
  ],
  [
    /(?:at most|no (?:more|longer|greater|later) than|(?:a )?maximum(?: of)?|up to|within|not (?:more|longer) than|最大|≤|<=)\s*$/i,
    'at-most',
  ],
  [/(?:not|never|n't) exceed\s*$/i, 'at-most'],
  [/(?:more than|over|exceed(?:s|ing)?|longer than|greater than|above|>)\s*$/i, 'more-than'],
  [/(?:less than|fewer than|under|below|shorter than|<)\s*$/i, 'less-than'],
  [/(?:exactly|precisely|equal to|合計で?|計)\s*$/i, 'exactly'],
]

/** Numbers that name something: a date, a floor, a page, an item of a list, a report. */
function isName(text: string, at: number, { digits, unit }: { digits: string; unit: string }): boolean {
  const before = text.slice(Math.max(0, at - 12), at)
  const after = text.slice(at + digits.length, at + digits.length + 12)
  if (unit === '' && (dateBehind.test(after) || monthBefore.test(before))) return true
  if ((unit === '日' && /月\s*$/.test(before)) || (unit === '年' && (digits.length > 2 || /^年\s*\d/.test(after))))
    return true
  if (/\d[./-]$|第$|(?:page|floor|building|section|no\.?|ページ|頁|号|[A-Z]{2,}-)\s*$/i.test(before)) return true
  return /^\s*$/.test(before) && /^[.)．、]/.test(after)
}

const dateBehind =
  /^ ?(?:年|月|日|時(?!間)|階|F\b|[./-]\d|(?:january|february|march|april|may|june|july|august|september|october|november|december)\b)/i
const monthBefore = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?:\d{1,2},? )?$/i

// A twelfth of a year of 365.25 days, so that a year is twelve months, and both can be held against days.
const month = 2_629_800

const units: Readonly<Record<string, readonly [kind: string, size: number]>> = {
  秒: ['time', 1],
  分: ['time', 60],
  分間: ['time', 60],
  時間: ['time', 3600],
  日間: ['time', 86_400],
  日: ['time', 86_400],
  週間: ['time', 604_800],
  sec: ['time', 1],
  second: ['time', 1],
  min: ['time', 60],
  minute: ['time', 60],
  hour: ['time', 3600],
  hr: ['time', 3600],
  day: ['time', 86_400],
  week: ['time', 604_800],
  mm: ['length', 1],
  cm: ['length', 10],
  m: ['length', 1000],
  metre: ['length', 1000],
  meter: ['length', 1000],
  km: ['length', 1_000_000],
  メートル: ['length', 1000],
  センチ: ['length', 10],
  g: ['mass', 1],
  kg: ['mass', 1000],
  t: ['mass', 1_000_000],
  トン: ['mass', 1_000_000],
  '%': ['share', 1],
  percent: ['share', 1],
  パーセント: ['share', 1],
  割: ['share', 10],
  円: ['yen', 1],
  yen: ['yen', 1],
  万円: ['yen', 10_000],
  dollar: ['dollars', 1],
  ルクス: ['lux', 1],
  lux: ['lux', 1],
  lx: ['lux', 1],
  か月: ['time', month],
  ヶ月: ['time', month],
  カ月: ['time', month],
  month: ['time', month],
  年間: ['time', 12 * month],
  年: ['time', 12 * month],
  year: ['time', 12 * month],
  歳: ['age', 1],
  '°c': ['temperature', 1],
  度: ['temperature', 1],
  db: ['sound', 1],
  デシベル: ['sound', 1],
  'mg/l': ['concentration', 1],
  ppm: ['parts', 1],
  'm/s': ['speed', 1],
  l: ['volume', 1000],
  ml: ['volume', 1],
  mg: ['mass', 0.001],
}
const unitWords = Object.keys(units).toSorted((a, b) => b.length - a.length)
const numberWithUnit = new RegExp(
  String.raw`(?<![\d.,A-Za-z-]|[A-Za-z\d][−-])((?:(?<![A-Za-z\d])[−▲△-])?\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?:(?<![A-Za-z\d])[−▲△-])?\d+(?:\.\d+)?)[\s-]?(?:(${unitWords.join('|')})(?:e?s)?(?![a-z])|[台個本基箇枚灯件名人室棟回点]所?|(?![A-Za-z\d]))`,
  'giu',
)

// Each is a kind of its own: 500 Pa are not held against 4 kPa.
const symbols =
  /^\s?((?:[kMGmµμn]?(?:Pa|W|V|Hz|J|N|Wh|VA|Sv|Bq|mol)|mA|NTU|FNU|CFU|bar|rpm|psi|bpm|lm)(?:\/[A-Za-z]+\d?)?)(?![A-Za-z])/

/** What has no unit that measures is a count. */
function unitOf(unit: string): { kind: string; size: number } {
  const [kind, size] = units[unit.toLowerCase()] ?? units[unit] ?? ['count', 1]
  return { kind, size }
}
