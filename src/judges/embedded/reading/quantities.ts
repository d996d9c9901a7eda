import { type Term, termKey } from './terms.ts'

type QuantitiesQuantity = {
  readonly from: number
  readonly to: number
  /** The measured quantity. Different kinds are never equal. */
  readonly kind: string
  /** In the smallest unit of its kind. */
  readonly amount: number
  /** Size of its unit, in the smallest one. */
  readonly size: number
}

type QuantitiesText = { readonly terms: readonly Term[]; readonly quantity: QuantitiesQuantity }

/** Quantities by kind and amount, and also by kind and approximate amount. */
export type Quantities = ReadonlyMap<string, QuantitiesText>

export function quantitiesIn(terms: readonly Term[]): Quantities {
  const written = quantitiesOf(terms).map((quantity) => ({ quantity, terms: termsIn(terms, quantity) }))
  return new Map([
    ...written.map((one) => [`${one.quantity.kind} about ${magnitudeOf(one.quantity)}`, one] as const),
    ...written.map((one) => [nameOf(one.quantity), one] as const),
  ])
}

/** Returns an equal quantity of the other text. In another unit it may be rounded: 4.8 km is 3 miles. */
function elsewhereAs(quantity: QuantitiesQuantity, elsewhere: Quantities): readonly Term[] | undefined {
  const same = elsewhere.get(nameOf(quantity))
  if (same !== undefined || !ROUNDED.test(quantity.kind)) return same?.terms
  const { kind, amount, size } = quantity
  const near = [-1, 0, 1].map((step) => elsewhere.get(`${kind} about ${magnitudeOf(quantity) + step}`))
  return near.find(
    (other) =>
      other !== undefined &&
      other.quantity.size !== size &&
      Math.abs(other.quantity.amount - amount) <= ROUNDING * Math.abs(amount),
  )?.terms
}

const ROUNDED = /^(?:length|mass|volume|memory)$/
/** Relative tolerance of conversions: 512 MB counts as 0.5 GB. */
const ROUNDING = 0.025

function magnitudeOf({ amount }: QuantitiesQuantity): number {
  return Math.round(Math.log(Math.abs(amount)) / Math.log(1 + ROUNDING))
}

/** Replaces each quantity by the terms of the other text for it: `1.5 hours` by `90 minutes`. */
export function writtenAlike(terms: readonly Term[], elsewhere: Quantities): readonly Term[] {
  if (elsewhere.size === 0) return terms
  const parts: Term[] = []
  let end = 0
  for (const quantity of quantitiesOf(terms)) {
    parts.push(...terms.slice(end, quantity.from), ...(elsewhereAs(quantity, elsewhere) ?? termsIn(terms, quantity)))
    end = quantity.to
  }
  return end === 0 ? terms : [...parts, ...terms.slice(end)]
}

/** Returns a quantity that the others have only in another unit (90 minutes, 90 hours) or less often, and theirs, as terms. */
export function otherUnit(terms: readonly Term[], others: readonly Term[]): readonly [Term, Term] | undefined {
  const ours = quantitiesOf(terms).filter(isMeasured)
  if (ours.length === 0) return undefined
  const names = new Set(ours.map(nameOf))
  const measured = quantitiesOf(others).filter(isMeasured)
  const theirs = Map.groupBy(measured, (quantity) => numberIn(others, quantity))
  for (const quantity of ours) {
    const number = numberIn(terms, quantity)
    const isOften = quantity.kind.startsWith('per ')
    const alike = isOften ? measured.filter(({ kind }) => kind === quantity.kind) : (theirs.get(number) ?? [])
    const [first] = alike
    if (number === undefined || first === undefined || alike.some((other) => names.has(nameOf(other)))) continue
    // The number also occurs without a unit, which may be the same one.
    const bare = !isOften && others.filter(({ key }) => key === number).length > alike.length
    if (!bare) return [asOneTerm(termsIn(terms, quantity)), asOneTerm(termsIn(others, first))]
  }
  return undefined
}

/** Returns what a number has beside it here and only otherwise there; both may be the same: 8通 and 8件, 7日 and 7時間. */
export function otherCounter(terms: readonly Term[], others: readonly Term[]): readonly [string, string] | undefined {
  const theirs = Map.groupBy(countedIn(others), ({ number }) => number)
  for (const { number, written, unit } of countedIn(terms)) {
    const alike = theirs.get(number) ?? []
    const [first] = alike
    const isSame = alike.some((other) => other.unit.kind === unit.kind && other.unit.size === unit.size)
    if (first !== undefined && !isSame) return [written, first.written]
  }
  return undefined
}

function countedIn(terms: readonly Term[]) {
  return terms.flatMap(({ key, written }, index) => {
    const next = terms[index + 1]
    const unit = key.startsWith('#') && next !== undefined ? unitOf(next.key) : undefined
    return next === undefined || unit === undefined ? [] : [{ number: key, written: written + next.written, unit }]
  })
}

/** People count the same things by different words: 8通 and 8件 are one number of letters. */
function isMeasured({ kind }: QuantitiesQuantity): boolean {
  return !counters.has(kind)
}

function nameOf({ kind, amount }: QuantitiesQuantity): string {
  return `${kind} ${Number(amount.toPrecision(9))}`
}

function termsIn(terms: readonly Term[], { from, to }: QuantitiesQuantity): readonly Term[] {
  return terms.slice(from, to)
}

function numberIn(terms: readonly Term[], quantity: QuantitiesQuantity): string | undefined {
  return termsIn(terms, quantity).find(({ kind }) => kind === 'number')?.key
}

function asOneTerm(terms: readonly Term[]): Term {
  const written = terms.map((term) => term.written).join(' ')
  return { key: written, kind: 'number', isStopWord: false, written }
}

function quantitiesOf(terms: readonly Term[]): readonly QuantitiesQuantity[] {
  const quantities: QuantitiesQuantity[] = []
  for (let index = 0; index < terms.length; index += 1) {
    const quantity = quantityAt(terms, index)
    const before = quantities.at(-1)
    if (quantity === undefined || quantity.from < (before?.to ?? 0)) continue
    // `1 hour 30 minutes` is one quantity.
    if (before?.kind === 'time' && quantity.kind === 'time' && before.to === quantity.from) {
      quantities[quantities.length - 1] = { ...before, to: quantity.to, amount: before.amount + quantity.amount }
    } else quantities.push(quantity)
  }
  return quantities
}

function quantityAt(terms: readonly Term[], index: number): QuantitiesQuantity | undefined {
  const key = terms[index]?.key ?? ''
  const frequency = frequencyAt(terms, index)
  if (frequency !== undefined) return frequency
  if (HALVES.has(key)) return { from: index, to: index + 1, kind: 'share', amount: 50, size: 100 }
  if (!key.startsWith('#')) return undefined
  const value = Number(key.slice(1))
  const sign = terms[index - 1]
  if (sign !== undefined && /^[$€£¥]$/.test(sign.written)) {
    return { from: index - 1, to: index + 1, kind: unitOf(sign.key)?.kind ?? sign.key, amount: value, size: 1 }
  }
  const unit = mayBeDate(terms, index) ? undefined : unitOf(terms[index + 1]?.key ?? '')
  if (unit?.kind === 'fahrenheit') {
    return { from: index, to: index + 2, kind: 'celsius', amount: ((value - 32) * 5) / 9, size: 5 / 9 }
  }
  if (unit !== undefined)
    return { from: index, to: index + 2, kind: unit.kind, amount: value * unit.size, size: unit.size }
  return value > 0 && value < 1
    ? { from: index, to: index + 1, kind: 'share', amount: value * 100, size: 100 }
    : undefined
}

/** `7日` and `2025年` may be dates; `7日以内`, `90日` and the day of `1日3回` are durations. */
function mayBeDate(terms: readonly Term[], index: number): boolean {
  const [value, unit, after = ''] = [numberOf(terms[index]) ?? 0, terms[index + 1]?.key, terms[index + 2]?.key]
  const isSpan = /^#|^(?:以[内上下]|未満|間|[前後])$/.test(after)
  return !isSpan && ((unit === '日' && value <= 31) || (unit === '年' && value >= 1000))
}

/** Recognizes `2 times a day` and `every 12 hours`. */
function frequencyAt(terms: readonly Term[], index: number): QuantitiesQuantity | undefined {
  const frequency = everyAt(terms, index) ?? timesAt(terms, index)
  if (frequency === undefined) return undefined
  const unit = unitOf(terms[frequency.at]?.key ?? '')
  if (unit?.kind !== 'time' && unit?.kind !== 'months') return undefined
  const amount = frequency.times / unit.size
  return { from: index, to: frequency.at + 1, kind: `per ${unit.kind}`, amount, size: unit.size }
}

function everyAt(terms: readonly Term[], index: number): { readonly times: number; readonly at: number } | undefined {
  if (terms[index]?.written !== 'every') return undefined
  const number = numberOf(terms[index + 1])
  return number === undefined ? { times: 1, at: index + 1 } : { times: 1 / number, at: index + 2 }
}

function timesAt(terms: readonly Term[], index: number): { readonly times: number; readonly at: number } | undefined {
  const times = numberOf(terms[index])
  if (times === undefined || terms[index + 1]?.written !== 'times') return undefined
  return /^(?:an?|per|each|every)$/.test(terms[index + 2]?.written ?? '') ? { times, at: index + 3 } : undefined
}

function numberOf(term: Term | undefined): number | undefined {
  return term?.key.startsWith('#') === true ? Number(term.key.slice(1)) : undefined
}

type QuantitiesUnit = { readonly kind: string; readonly size: number }

export function unitOf(key: string): QuantitiesUnit | undefined {
  units ??= new Map(
    Object.entries(UNITS).flatMap(([kind, words]) =>
      words.split(' ').map((entry) => {
        const [word = '', size = '1'] = entry.split(':')
        return [termKey(word), { kind, size: Number(size) }] as const
      }),
    ),
  )
  return units.get(key)
}

let units: ReadonlyMap<string, QuantitiesUnit> | undefined
/** Names separated by a slash mean the same currency. */
export const CURRENCIES =
  'dollar/dollars/usd/ドル euro/euros/eur/ユーロ 円/yen/jpy pound/pounds/gbp/ポンド franc/francs/chf/フラン krw/ウォン yuan/rmb/cny/元 rupee/rupees/inr/ルピー peso/pesos/ペソ cent/cents/セント'
const COUNTERS =
  '人/名 個 台 枚 本 冊 回/度目 度 歳/才 階 号 番 点 匹/頭 箱 袋 杯 束 足 着 組 軒/戸 件 通 ポイント ページ/頁'
const counters: ReadonlySet<string> = new Set(COUNTERS.split(' '))
const HALVES: ReadonlySet<string> = new Set(['half', '半分', '半数'])
const UNITS: Readonly<Record<string, string>> = {
  time: 'ms:1e-3 milliseconds:1e-3 ミリ秒:1e-3 seconds sec secs 秒 秒間 minutes:60 min:60 mins:60 分:60 分間:60 hours:3600 hr:3600 hrs:3600 時間:3600 days:86400 日:86400 日間:86400 weeks:604800 週間:604800 週:604800',
  months: 'months 月間 years:12 yrs:12 年:12 年間:12',
  length:
    'nm:1e-6 μm:1e-3 micrometers:1e-3 micrometres:1e-3 microns:1e-3 mm millimeters millimetres ミリメートル cm:10 centimeters:10 centimetres:10 センチ:10 センチメートル:10 m:1e3 meters:1e3 metres:1e3 メートル:1e3 km:1e6 kilometers:1e6 kilometres:1e6 キロメートル:1e6 inches:25.4 ft:304.8 foot:304.8 feet:304.8 yards:914.4 miles:1609344 マイル:1609344',
  mass: 'mg milligrams ミリグラム g:1e3 grams:1e3 グラム:1e3 kg:1e6 kilograms:1e6 キログラム:1e6 lb:453592.37 lbs:453592.37 トン:1e9',
  volume: 'ml milliliters millilitres ミリリットル l:1e3 liters:1e3 litres:1e3 リットル:1e3',
  celsius: 'celsius',
  fahrenheit: 'fahrenheit',
  'speed in km': 'kmh',
  'speed in miles': 'mph',
  memory: 'bytes:1e-3 kb kib:1.024 mb:1e3 mib:1048.576 gb:1e6 gib:1073741.824 tb:1e9 tib:1099511627.776',
  share: '% パーセント 割:10',
  ...Object.fromEntries(`${CURRENCIES} ${COUNTERS}`.split(' ').map((names) => [names, names.replaceAll('/', ' ')])),
}
