import { MONTHS } from '../number-words.ts'

/** An inclusive range in the smallest unit of its kind, or in days since 1970. `more than 5` begins just above 5. */
export type DateSpan = { readonly low: number; readonly high: number }

export type Period = DateSpan & { readonly written: string; readonly at: number }

/** The time when something must happen: a period, everything before its end, or everything after its start. */
export type Deadline = DateSpan & { readonly period: Period }

const monthNames = MONTHS.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join('|')
const patterns: readonly RegExp[] = [
  /(?<year>\d{4})年\s*(?:(?<month>\d{1,2})月)?\s*(?:(?<day>\d{1,2}|末)日)?/g,
  /(?<!\d)(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/g,
  // The day comes second only if it cannot be a month.
  /(?<![\d/])(?<month>\d{1,2})\/(?<day>1[3-9]|2\d|3[01])\/(?<year>\d{4})(?!\d)/g,
  new RegExp(
    String.raw`(?:(?<before>\d{1,2})(?:st|nd|rd|th)?\s+)?\b(?<month>${monthNames})\s+(?:(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?<year>\d{4})\b`,
    'gi',
  ),
  /(?:\b(?:in|from|of|since|after|before|by|until)\s+)(?<year>(?:19|20)\d\d)\b(?![-/.]\d)/gi,
]

/** Reads ambiguous dates as the span between both readings, day first and month first. */
function eitherWay(text: string): readonly Period[] {
  return [...text.matchAll(/(?<![\d/])(0?[1-9]|1[0-2])([/.])(0?[1-9]|1[0-2])\2(\d{4})(?!\d)/g)].map((found) => {
    const [written, first, , second, year] = found
    const days = [
      daysUntil(Number(year), Number(first) - 1, Number(second)),
      daysUntil(Number(year), Number(second) - 1, Number(first)),
    ]
    return { low: Math.min(...days), high: Math.max(...days), written, at: found.index }
  })
}

/** Returns all dates with a year, in order; `2025年12月` is the whole month. */
export function periodsIn(text: string): readonly Period[] {
  const found = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: written, index, groups: { year, month, before, day } = {} }) => {
      const period = periodOf(Number(year), month, before ?? day)
      return period === undefined ? [] : [{ ...period, written: written.trim(), at: index }]
    }),
  )
  const sorted = [...found, ...eitherWay(text)].toSorted((a, b) => a.at - b.at || b.written.length - a.written.length)
  return sorted.filter(({ at }, index) => sorted.slice(0, index).every((one) => at >= one.at + one.written.length))
}

/** Returns the times that a requirement sets, as in `in December 2025` or `2025年4月以降`. */
export function deadlinesIn(text: string): readonly Deadline[] {
  return periodsIn(text).map((period) => {
    const after = text.slice(period.at + period.written.length, period.at + period.written.length + 12)
    const before = `${text.slice(Math.max(0, period.at - 16), period.at)}${/^[a-z]+ (?=\d)/i.exec(period.written)?.[0] ?? ''}`
    const isUntil =
      /^\s*(?:以前|より前|まで|or (?:earlier|before))/i.test(after) ||
      /(?:\bbefore|\bby|until|till|no later than)[:：\s]*$/i.test(before)
    const isFrom =
      /^\s*(?:以降|以後|から|より後|or (?:later|after|newer)|onwards?)/i.test(after) ||
      /(?:after|beyond|since|from|(?<!no )later than)[:：\s]*$/i.test(before)
    const isLeast = /(?:at least|no(?:t)? (?:earlier than|before))\s*$/i.test(before)
    if (isUntil && !isLeast) return { low: -Infinity, high: period.high, period }
    return { low: period.low, high: isFrom || isLeast ? Infinity : period.high, period }
  })
}

function periodOf(year: number, month: string | undefined, day: string | undefined): DateSpan | undefined {
  const first = month === undefined ? 0 : monthOf(month)
  const last = month === undefined ? 11 : first
  if (year < 1900 || year > 2200 || first < 0 || first > 11) return undefined
  const [low, high] = [daysUntil(year, first, 1), daysUntil(year, last + 1, 0)]
  if (day === undefined) return { low, high }
  const one = day === '末' ? high : low + Number(day) - 1
  return { low: one, high: one }
}

function daysUntil(year: number, month: number, day: number): number {
  return Date.UTC(year, month, day) / 86_400_000
}

function monthOf(month: string): number {
  if (/^\d/.test(month)) return Number(month) - 1
  return MONTHS.findIndex((name) => name.toLowerCase().startsWith(month.toLowerCase().replace('.', '')))
}
