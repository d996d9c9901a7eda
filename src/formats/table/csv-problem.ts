import type { CsvError } from 'csv-parse'
import { type Message, EvalError, message } from '../../core/index.ts'
import { valueExcerpt } from '../kit/foreign-value.ts'

export type CsvPlace = {
  readonly file: string
  /** 1-based line on which the row begins. */
  readonly line: number
  readonly delimiter: string
  readonly text: string
  readonly isEnd: boolean
}

/** Explains where a row is wrong and how to fix it, in place of the parser's message. */
export function csvProblem(cause: CsvError, place: CsvPlace): EvalError {
  const { file, line, delimiter, text } = place
  if (cause.code.startsWith('CSV_RECORD_INCONSISTENT')) return raggedRow(cause, place)
  const spot = quoteProblem(text, delimiter)
  if (spot === undefined) {
    return new EvalError('format', message('{file}:{line}: this is not CSV', { file, line }), {
      hint: quoteRules,
      cause,
    })
  }
  const { sentence, hint } = problems[spot.kind](placeOf(place, spot.offset), cellAround(text, spot.offset, delimiter))
  const isCut = spot.kind === 'unclosed' && place.isEnd && !text.endsWith('\n')
  return new EvalError('format', sentence, { hint: isCut ? cutOrUnclosed : hint, cause })
}

/** @throws {EvalError} for a null character or a carriage return that does not end a line */
export function refuseOddCharacters(record: readonly string[], place: () => CsvPlace): void {
  if (!record.some((cell) => /[\0\r]/.test(cell))) return
  const row = place()
  const spot = quoteProblem(row.text, row.delimiter, { odd: true })
  if (spot === undefined || (spot.kind !== 'null' && spot.kind !== 'return')) return
  const { sentence, hint } = problems[spot.kind](placeOf(row, spot.offset), '')
  throw new EvalError('format', sentence, { hint })
}

type CsvProblem = { readonly sentence: Message; readonly hint: Message }
type CsvProblemKind = 'inside' | 'after' | 'unclosed' | 'null' | 'return'

const quoteRules = message(
  'Inside a quoted cell, a double quote is written twice; a quoted cell has a quote at its end.',
)
const cutOrUnclosed = message('The file ends in it: it was cut off, or the quote is one too many.')

const problems: Readonly<Record<CsvProblemKind, (place: string, cell: string) => CsvProblem>> = {
  inside: (place, cell) => ({
    sentence: message('{place}: a double quote stands inside a cell that does not begin with one', { place }),
    hint: message('Put the whole cell in double quotes and write those inside twice: {example}', {
      example: valueExcerpt(`"${cell.replaceAll('"', '""')}"`)
        .slice(1, -1)
        .replaceAll('\\"', '"'),
    }),
  }),
  after: (place) => ({
    sentence: message('{place}: something follows the closing quote of a cell', { place }),
    hint: quoteRules,
  }),
  unclosed: (place) => ({
    sentence: message('{place}: the cell that begins here has no closing quote', { place }),
    hint: quoteRules,
  }),
  null: (place) => ({
    sentence: message('{place}: a null character stands here', { place }),
    hint: message('The file was damaged, or is no text. Remove it, or export the table again.'),
  }),
  return: (place) => ({
    sentence: message('{place}: a carriage return stands inside a cell', { place }),
    hint: message('A cell with a line break stands in double quotes. Remove it, or put the cell in quotes.'),
  }),
}

function raggedRow(cause: CsvError, { file, line, delimiter, text, isEnd }: CsvPlace): EvalError {
  const { record, expected } = cellsOf(cause)
  const row = text.split(/\r\n|\n/, 1)[0] ?? ''
  const isCut = record < expected && isEnd && !text.includes('\n')
  const other = [';', '\t', ',', '|'].find((sign) => sign !== delimiter && row.split(sign).length === expected)
  return new EvalError(
    'format',
    message('{file}:{line}: this row has {actual} {actual|cell|cells}, the first has {expected}', {
      file,
      line,
      actual: record,
      expected,
    }),
    {
      hint: isCut
        ? message('The file ends in it: it was cut off, or cells are missing.')
        : other === undefined
          ? message('A cell that contains a comma or a line break stands in double quotes.')
          : message('Its cells are separated by {other}, those of the first row by {sign}.', {
              other: signName(other),
              sign: signName(delimiter),
            }),
      cause,
    },
  )
}

function cellsOf(cause: CsvError): { readonly record: number; readonly expected: number } {
  const record: unknown = cause['record']
  const [, expected] = /expect (\d+)/.exec(cause.message) ?? []
  return { record: Array.isArray(record) ? record.length : 0, expected: Number(expected ?? 0) }
}

export function signName(sign: string): string {
  return sign === '\t' ? '\\t' : sign
}

function placeOf({ file, line, text }: CsvPlace, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `${file}:${line + before.length - 1}:${(before.at(-1) ?? '').length + 1}`
}

function cellAround(text: string, offset: number, delimiter: string): string {
  const start = Math.max(text.lastIndexOf(delimiter, offset), text.lastIndexOf('\n', offset)) + 1
  const row = (/^[^\r\n]*/.exec(text.slice(start)) ?? [''])[0]
  // A cell meant to be quoted may hold commas, so it reaches to its last quote.
  const end = row.indexOf(delimiter, row.lastIndexOf('"'))
  return end < 0 ? row : row.slice(0, end)
}

type Spot = { readonly kind: CsvProblemKind; readonly offset: number }

type Csv = { readonly text: string; readonly delimiter: string; readonly odd: boolean }

/** Finds the first invalid place from a row's beginning; with `odd`, checks only that row and odd characters too. */
function quoteProblem(text: string, delimiter: string, { odd = false } = {}): Spot | undefined {
  const csv = { text, delimiter, odd }
  let at = 0
  while (at < text.length) {
    const behindQuotes = text[at] === '"' ? passQuoted(csv, at) : at
    if (typeof behindQuotes !== 'number') return behindQuotes
    const end = passPlain(csv, behindQuotes)
    if (typeof end !== 'number') return end
    if (odd && text[end] === '\n') return undefined
    at = end + 1
  }
  return undefined
}

function passQuoted({ text, delimiter, odd }: Csv, opening: number): number | Spot {
  const closing = closingQuote(text, opening)
  if (closing === undefined) return { kind: 'unclosed', offset: opening }
  const inside = odd ? text.slice(opening, closing).indexOf('\0') : -1
  if (inside >= 0) return { kind: 'null', offset: opening + inside }
  const next = text[closing + 1]
  const isEnd = next === undefined || next === delimiter || next === '\n' || next === '\r'
  return isEnd ? closing + 1 : { kind: 'after', offset: closing + 1 }
}

function passPlain({ text, delimiter, odd }: Csv, start: number): number | Spot {
  let at = start
  for (; at < text.length && text[at] !== delimiter && text[at] !== '\n'; at += 1) {
    if (text[at] === '"') return { kind: 'inside', offset: at }
    if (!odd) continue
    if (text[at] === '\0') return { kind: 'null', offset: at }
    if (text[at] === '\r' && text[at + 1] !== '\n' && at + 1 < text.length) return { kind: 'return', offset: at }
  }
  return at
}

function closingQuote(text: string, opening: number): number | undefined {
  for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return undefined
}
