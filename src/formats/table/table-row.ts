import { type EvalCase, type Invocation, EvalError, message, stringifyJson } from '../../core/index.ts'
import { responseIn } from './reference-cell.ts'
import type { RowNote } from './row-notes.ts'
import type { RowPlace } from './row-place.ts'
import type { FoundColumns } from './table-columns.ts'

export type TableCells = Readonly<Record<string, unknown>>

export function isArchived(row: TableCells): boolean {
  const { status, archived, isArchived: flag = row['is_archived'] } = row
  return 'input' in row && (status === 'ARCHIVED' || archived === true || flag === true)
}

/** A row read as a case, with remarks and the recorded answer, one invocation per turn. */
export type RowCase = {
  readonly evalCase: EvalCase
  readonly notes?: readonly RowNote[]
  /** Undefined when the row has no recorded answer; an answer may be an empty text. */
  readonly recorded?: readonly Invocation[]
}

/**
 * Reads a table row as a case: one exchange with its expected answer and tool calls. Other columns become metadata.
 *
 * @throws {EvalError} with the line when the row has no prompt, no id, or invalid tool calls
 */
export function caseFromRow(row: TableCells, columns: FoundColumns, place: RowPlace, stepsIn?: StepsIn): EvalCase {
  const { expectedSeparator: _, ...words } = columns
  const used = Object.values(words)
  const metadata = Object.fromEntries(Object.entries(row).filter(([column]) => !used.includes(column)))
  return {
    id: columns.id === undefined ? `row-${place.index}` : neededText(row, columns.id, place),
    conversation: [exchange(row, columns, place, stepsIn)],
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  }
}

/** Reads the expected calls of a cell; required when any row has calls. */
export type StepsIn = (cell: unknown, column: string, place: RowPlace) => Invocation['steps']

function exchange(row: TableCells, columns: FoundColumns, place: RowPlace, stepsIn: StepsIn | undefined): Invocation {
  const { prompt = 'prompt', material, expected, expectedSeparator, expectedTools } = columns
  const asked = neededText(row, prompt, place)
  const about = material === undefined ? undefined : filledText(row[material])
  const steps = expectedTools === undefined ? undefined : stepsIn?.(row[expectedTools], expectedTools, place)
  return {
    userContent: { role: 'user', parts: [{ text: about === undefined ? asked : `${asked}\n\n${about}` }] },
    ...(expected === undefined ? {} : responseIn(row[expected], expectedSeparator)),
    ...(steps === undefined ? {} : { steps }),
  }
}

function neededText(row: TableCells, column: string, place: RowPlace): string {
  const text = filledText(row[column])
  if (text === undefined) throw emptyColumn(column, place)
  return text
}

export function emptyColumn(column: string, { file, line }: Pick<RowPlace, 'file' | 'line'>): EvalError {
  return new EvalError('format', message('{file}:{line}: the column "{column}" is empty', { file, line, column }), {
    hint: message('Every row needs one. Remove the row, or fill it in.'),
  })
}

/** Formats an id; numbers are allowed, and an empty cell is undefined. */
export function filledText(cell: unknown): string | undefined {
  if (cell === undefined || cell === null || cell === '') return undefined
  return typeof cell === 'object' ? stringifyJson(cell) : String(cell)
}
