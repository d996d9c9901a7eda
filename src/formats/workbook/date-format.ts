import type { FormatPiece } from './format-piece.ts'

const day = 86_400_000

type DateFormat = { readonly from1904: boolean; readonly language: string | undefined }

/** Formats a date, time or duration; undefined when the format depends on the computer's settings. */
export function shownDate(
  days: number,
  given: readonly FormatPiece[],
  { from1904, language }: DateFormat,
): string | undefined {
  const pieces = withMinutes(given)
  if (days < 0 || pieces.some(({ kind, text }) => kind === 'date' && /^[bgea]/.test(text))) return undefined
  const hasDate = pieces.some(({ kind, text }) => kind === 'date' && /^[ymd]/.test(text))
  if (hasDate && days < 1 && !from1904) return undefined
  const places = placesOf(pieces)
  const unit = 1000 / 10 ** places
  const passed = Math.round((days * day) / unit) * unit
  const date = dateOf(passed, from1904)
  const isHalfDay = pieces.some(({ kind, text }) => kind === 'date' && text.startsWith('A'))
  const written = pieces.map((piece, at) => {
    if (piece.kind === 'date') return datePart(piece.text, { date, passed, isHalfDay, language })
    if (piece.kind === 'digit')
      return pieces[at - 1]?.text === '.' || pieces[at - 1]?.kind === 'digit' ? '' : piece.text
    if (piece.kind === 'sign' && piece.text === '.' && pieces[at + 1]?.text === '0')
      return `.${fractionOf(passed, places)}`
    return piece.kind === 'sign' && piece.text === '@' ? '' : piece.text
  })
  return written.includes(undefined) ? undefined : written.join('').trim()
}

/** The 1900 date system counts a February 29, 1900, which did not exist. */
function dateOf(passed: number, from1904: boolean): Date {
  const since1900 = from1904 ? passed + 1462 * day : passed < 60 * day ? passed + day : passed
  return new Date(since1900 - 25_569 * day)
}

/** An `m` after hours or before seconds means minutes. */
function withMinutes(pieces: readonly FormatPiece[]): readonly FormatPiece[] {
  const dated = pieces.filter(({ kind }) => kind === 'date')
  return pieces.map((piece) => {
    if (piece.kind !== 'date' || !/^mm?$/.test(piece.text)) return piece
    const at = dated.indexOf(piece)
    const isMinutes = /^\[?h/.test(dated[at - 1]?.text ?? '') || /^\[?s/.test(dated[at + 1]?.text ?? '')
    return isMinutes ? { kind: 'date', text: piece.text.replaceAll('m', 'n') } : piece
  })
}

function placesOf(pieces: readonly FormatPiece[]): number {
  const point = pieces.findIndex(
    ({ kind, text }, at) => kind === 'sign' && text === '.' && pieces[at + 1]?.text === '0',
  )
  if (point < 0) return 0
  const end = pieces.slice(point + 1).findIndex(({ text }) => text !== '0')
  return Math.min(end < 0 ? pieces.length - point - 1 : end, 3)
}

function fractionOf(passed: number, places: number): string {
  return String(passed % 1000)
    .padStart(3, '0')
    .slice(0, places)
}

type DateFormatMoment = {
  readonly date: Date
  readonly passed: number
  readonly isHalfDay: boolean
  readonly language: string | undefined
}

function datePart(part: string, { date, passed, isHalfDay, language }: DateFormatMoment): string | undefined {
  const padded = (value: number) => String(value).padStart(part.replaceAll(/\W/g, '').length >= 2 ? 2 : 1, '0')
  const seconds = Math.floor(passed / 1000)
  if (part.startsWith('[h')) return padded(Math.floor(seconds / 3600))
  if (part.startsWith('[m')) return padded(Math.floor(seconds / 60))
  if (part.startsWith('[s')) return padded(seconds)
  const hours = Math.floor(seconds / 3600) % 24
  if (part === 'AM/PM') return hours < 12 ? 'AM' : 'PM'
  if (part === 'A/P') return hours < 12 ? 'A' : 'P'
  if (part.startsWith('h')) return padded(isHalfDay ? hours % 12 || 12 : hours)
  if (part.startsWith('n')) return padded(Math.floor(seconds / 60) % 60)
  if (part.startsWith('s')) return padded(seconds % 60)
  const year = String(date.getUTCFullYear())
  if (part.startsWith('y')) return part.length <= 2 ? year.slice(-2) : year
  if (part.length <= 2) return padded(part.startsWith('m') ? date.getUTCMonth() + 1 : date.getUTCDate())
  return nameOf(part, date, language)
}

function nameOf(part: string, date: Date, language: string | undefined): string | undefined {
  if (language === undefined) return undefined
  const length = part.length === 3 ? 'short' : 'long'
  // Some languages inflect the name of a month within a date.
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', timeZone: 'UTC' }
  options[part.startsWith('m') ? 'month' : 'weekday'] = length
  const parts = new Intl.DateTimeFormat(language, options).formatToParts(date)
  const name = parts.find(({ type }) => type === 'month' || type === 'weekday')?.value.replace(/\.$/, '')
  return part.length === 5 ? name?.slice(0, 1) : name
}
