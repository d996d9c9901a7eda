import { MONTHS } from '../../../../text/index.ts'

/** A day, month or year as days since 1970, both ends included. */
export type Period = { readonly from: number; readonly to: number; readonly written: string; readonly at: number }

/** A time that something must fall into. */
export type Deadline = { readonly comparison: 'in' | 'from' | 'until'; readonly period: Period }

const monthNames = MONTHS.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join('|')
const patterns: readonly (readonly [RegExp, (groups: readonly string[]) => readonly (string | undefined)[]])[] = [
  [/(\d{4})年\s*(?:(\d{1,2})月)?\s*(?:(\d{1,2}|末)日)?/g, ([year, month, day]) => [year, month, day]],
  [/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g, ([year, month, day]) => [year, month, day]],
  // The day comes second only where it can be no month.
  [/(?<![\d/])(\d{1,2})\/(1[3-9]|2\d|3[01])\/(\d{4})(?!\d)/g, ([month, day, year]) => [year, month, day]],
  [
    new RegExp(
      String.raw`(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?\b(${monthNames})\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})\b`,
      'gi',
    ),
    ([before, month, after, year]) => [year, String(monthOf(month ?? '')), before ?? after],
  ],
  [/(?:\b(?:in|from|of|since|after|before|by|until)\s+)((?:19|20)\d\d)\b(?![-/.]\d)/gi, ([year]) => [year]],
]

/** The day comes first, or the month: what holds for both is known. */
function eitherWay(text: string): readonly Period[] {
  return [...text.matchAll(/(?<![\d/])(0?[1-9]|1[0-2])([/.])(0?[1-9]|1[0-2])\2(\d{4})(?!\d)/g)].map((found) => {
    const [written, first, , second, year] = found
    const days = [
      daysUntil(Number(year), Number(first) - 1, Number(second)),
      daysUntil(Number(year), Number(second) - 1, Number(first)),
    ]
    return { from: Math.min(...days), to: Math.max(...days), written, at: found.index }
  })
}

/** All dates of a text with a year, in order; `2025年12月` is the whole month. */
export function periodsIn(text: string): readonly Period[] {
  const found = patterns.flatMap(([pattern, read]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [year, month, day] = read(match.slice(1))
      const period = periodOf(Number(year), month, day)
      return period === undefined ? [] : [{ ...period, written: match[0].trim(), at: match.index }]
    }),
  )
  const sorted = [...found, ...eitherWay(text)].toSorted((a, b) => a.at - b.at || b.written.length - a.written.length)
  return sorted.filter(({ at }, index) => sorted.slice(0, index).every((one) => at >= one.at + one.written.length))
}

/** The times that a requirement sets: `in December 2025`, `2025年4月以降`. */
export function deadlinesIn(text: string): readonly Deadline[] {
  return periodsIn(text).map((period) => {
    const after = text.slice(period.at + period.written.length, period.at + period.written.length + 12)
    const before = `${text.slice(Math.max(0, period.at - 16), period.at)}${/^[a-z]+ (?=\d)/i.exec(period.written)?.[0] ?? ''}`
    if (/(?:at least|no(?:t)? (?:earlier than|before))\s*$/i.test(before)) return { comparison: 'from', period }
    if (
      /^\s*(?:以前|まで|or (?:earlier|before))/i.test(after) ||
      /(?:\bbefore|\bby|until|till|no later than)\s*$/i.test(before)
    )
      return { comparison: 'until', period }
    if (
      /^\s*(?:以降|以後|から|より後|or (?:later|after|newer)|onwards?)/i.test(after) ||
      /(?:after|beyond|since|from|(?<!no )later than)\s*$/i.test(before)
    )
      return { comparison: 'from', period }
    return { comparison: 'in', period }
  })
}

/** Whether a time keeps a deadline; `open` where it is not told closely enough. */
export function keepsDeadline({ from, to }: Period, { comparison, period }: Deadline): 'within' | 'outside' | 'open' {
  const [first, last] = [comparison === 'until' ? -Infinity : period.from, comparison === 'from' ? Infinity : period.to]
  if (from >= first && to <= last) return 'within'
  return to < first || from > last ? 'outside' : 'open'
}

function periodOf(
  year: number,
  month: string | undefined,
  day: string | undefined,
): Pick<Period, 'from' | 'to'> | undefined {
  const first = month === undefined ? 0 : Number(month) - 1
  const last = month === undefined ? 11 : first
  if (year < 1900 || year > 2200 || first < 0 || first > 11) return undefined
  if (day === '末') return { from: daysUntil(year, last + 1, 0), to: daysUntil(year, last + 1, 0) }
  if (day !== undefined) {
    const days = daysUntil(year, first, Number(day))
    return { from: days, to: days }
  }
  return { from: daysUntil(year, first, 1), to: daysUntil(year, last + 1, 0) }
}

function daysUntil(year: number, month: number, day: number): number {
  return Date.UTC(year, month, day) / 86_400_000
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase().replace('.', ''))) + 1
}
