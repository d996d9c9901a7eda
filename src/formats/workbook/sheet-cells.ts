import { xmlPieces } from '../../files/archive/xml-pieces.ts'
import { generalNumber, shownNumber, shownText } from './number-format.ts'

/** The value of a cell; dates are ISO texts. */
export type CellValue = string | number | boolean

/** A row of a sheet with its number; cells are keyed by zero-based column. */
export type SheetRow = {
  readonly number: number
  readonly cells: ReadonlyMap<number, CellValue>
  /** Texts as the sheet shows them, for cells that show something else than their value. */
  readonly shown: ReadonlyMap<number, string>
  /** Unsupported formats by column. */
  readonly unknown: ReadonlyMap<number, string>
  /** Hidden by hand or by a filter. */
  readonly isHidden: boolean
  /** Columns with a formula without a stored value, since some programs leave calculating to Excel. */
  readonly uncalculated: readonly number[]
}

type CellReading = {
  readonly shared: readonly string[]
  readonly formats: readonly CellFormat[]
  readonly from1904: boolean
}

export type DateStyle = 'date' | 'duration'

export type CellFormat = {
  readonly date: DateStyle | undefined
  /** Undefined when numbers are shown unformatted, or dates depend on the computer's settings. */
  readonly code: string | undefined
}

/** Reads the rows that are not empty. A cell merged over several rows has its value in each of them. */
export function sheetCells(xml: string, reading: CellReading): readonly SheetRow[] {
  const sheet = sheetWalk(reading)
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') sheet.text(piece.text)
    else if (piece.kind === 'open') sheet.opens[piece.name]?.(piece.attributes)
    else sheet.closes[piece.name]?.()
  }
  fillDown(sheet.rows, sheet.merged)
  fillDown(sheet.shown, sheet.merged)
  return [...sheet.rows]
    .toSorted(([one], [other]) => one - other)
    .map(([at, cells]) => ({
      number: at,
      cells,
      shown: sheet.shown.get(at) ?? new Map<number, string>(),
      unknown: sheet.unknown.get(at) ?? new Map<number, string>(),
      isHidden: sheet.hidden.has(at),
      uncalculated: sheet.uncalculated.get(at) ?? [],
    }))
}

type SheetCellsAttributes = (name: string) => string | undefined

function sheetWalk(reading: CellReading) {
  const rows = new Map<number, Map<number, CellValue>>()
  const shown = new Map<number, Map<number, string>>()
  const unknown = new Map<number, Map<number, string>>()
  const merged: string[] = []
  const hidden = new Set<number>()
  const uncalculated = new Map<number, number[]>()
  let number = 0
  let column = -1
  let cell: { type: string; style: number; text: string; isFormula: boolean } | undefined
  let isValue = false
  let isHint = false
  const valueIs = (value: boolean) => () => void (isValue = value)
  const hintIs = (value: boolean) => () => void (isHint = value)
  const opens: Readonly<Record<string, (attributes: SheetCellsAttributes) => void>> = {
    row(attributes) {
      number = Number(attributes('r') ?? number + 1)
      column = -1
      if (['1', 'true'].includes(attributes('hidden') ?? '')) hidden.add(number)
    },
    f() {
      if (cell !== undefined) cell.isFormula = true
    },
    c(attributes) {
      const place = attributes('r')
      column = place === undefined ? column + 1 : columnOf(place)
      cell = { type: attributes('t') ?? 'n', style: Number(attributes('s') ?? 0), text: '', isFormula: false }
    },
    v: valueIs(true),
    t: valueIs(true),
    rPh: hintIs(true),
    mergeCell: (attributes) => void merged.push(attributes('ref') ?? ''),
  }
  const closes: Readonly<Record<string, () => void>> = {
    c() {
      const value = cell === undefined ? undefined : cellValue(cell, reading)
      if (value !== undefined && value !== '') {
        rowAt(rows, number).set(column, value)
        const seen = cell === undefined ? undefined : shownIn(cell, value, reading)
        if (seen?.text !== undefined && seen.text !== String(value)) rowAt(shown, number).set(column, seen.text)
        if (seen?.unknown !== undefined) rowAt(unknown, number).set(column, seen.unknown)
      } else if (cell?.isFormula === true && cell.type === 'n') {
        uncalculated.set(number, [...(uncalculated.get(number) ?? []), column])
      }
      cell = undefined
    },
    v: valueIs(false),
    t: valueIs(false),
    rPh: hintIs(false),
  }
  const text = (more: string) => {
    if (isValue && !isHint && cell !== undefined) cell.text += more
  }
  return { rows, shown, unknown, merged, hidden, uncalculated, opens, closes, text }
}

/** Reads the texts that cells share, without the phonetic guides of Japanese texts. */
export function sharedTexts(xml: string): readonly string[] {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isHint = false
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') {
      if (isText && !isHint) text += piece.text
    } else if (piece.name === 'si') {
      if (piece.kind === 'open') text = ''
      else texts.push(withoutEscapes(text))
    } else if (piece.name === 't') isText = piece.kind === 'open'
    else if (piece.name === 'rPh') isHint = piece.kind === 'open'
  }
  return texts
}

type Cell = { readonly type: string; readonly style: number; readonly text: string }

function cellValue({ type, style, text }: Cell, { shared, formats, from1904 }: CellReading): CellValue | undefined {
  if (type === 's') return shared[Number(text)]
  if (type === 'b') return text.trim() === '1' || text.trim() === 'true'
  if (type !== 'n') return withoutEscapes(text)
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) return text
  const kind = formats[style]?.date
  if (kind === 'duration') return clock(number)
  if (kind === 'date') return dateText(number, from1904)
  // Spreadsheets show 15 digits and store 17.
  return Number(number.toPrecision(15))
}

function shownIn({ type, style, text }: Cell, value: CellValue, { formats, from1904 }: CellReading) {
  const { code, date } = formats[style] ?? {}
  if (type === 'b') return { text: value === true ? 'TRUE' : 'FALSE' }
  if (typeof value === 'string' && type !== 'n') return { text: code === undefined ? value : shownText(value, code) }
  const number = Number(text)
  if (!Number.isFinite(number) || code === undefined) {
    return { text: date === undefined && typeof value === 'number' ? generalNumber(value) : String(value) }
  }
  const seen = shownNumber(number, code, { from1904 })
  return seen === undefined ? { text: String(value), unknown: code } : { text: seen }
}

// Characters that XML cannot hold are written as `_x000A_`.
function withoutEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

const DAY = 86_400

/** Converts days since the end of 1899 or since 1904; the former count a February 29, 1900, which did not exist. */
function dateText(days: number, from1904: boolean): string {
  if (days < 1 && days >= 0 && !from1904) return clock(days)
  const since1900 = from1904 ? days + 1462 : days < 60 ? days + 1 : days
  const date = new Date(Math.round((since1900 - 25_569) * DAY) * 1000)
  if (Number.isNaN(date.getTime())) return String(days)
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)
}

function clock(days: number): string {
  const seconds = Math.round(days * DAY)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function rowAt<Value>(rows: Map<number, Map<number, Value>>, number: number): Map<number, Value> {
  const row = rows.get(number) ?? new Map<number, Value>()
  rows.set(number, row)
  return row
}

// Merged cells cannot overlap, so a valid sheet takes fewer steps than it has cells.
const MOST_STEPS = 5_000_000

function fillDown<Value>(rows: Map<number, Map<number, Value>>, ranges: readonly string[]): void {
  const last = [...rows.keys()].reduce((most, number) => Math.max(most, number), 0)
  let steps = 0
  for (const range of ranges) {
    const [from = '', to = ''] = range.split(':')
    const value = rows.get(rowOf(from))?.get(columnOf(from))
    if (value === undefined) continue
    for (let number = rowOf(from) + 1; number <= Math.min(rowOf(to), last) && steps < MOST_STEPS; number += 1) {
      steps += 1
      const cells = rows.get(number)
      if (cells?.has(columnOf(from)) === false) cells.set(columnOf(from), value)
    }
  }
}

function rowOf(place: string): number {
  return Number(/\d+/.exec(place)?.[0] ?? 0)
}

/** Converts `A1` to 0 and `AB7` to 27. */
function columnOf(place: string): number {
  const [letters = ''] = /^\$?[A-Z]+/i.exec(place) ?? []
  return (
    [...letters.replace('$', '').toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  )
}

/** Converts 0 to `A` and 27 to `AB`. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
