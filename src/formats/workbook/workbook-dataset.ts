import { type DocumentDataset, type Message, EvalError, message, nearest } from '../../core/index.ts'
import { type TableColumns, isTextColumn, promptColumn } from '../table/table-columns.ts'
import { tableDataset } from '../table/table-document.ts'
import type { TableCells } from '../table/table-row.ts'
import { type Sheet, openWorkbook } from './open-workbook.ts'
import { type CellValue, type SheetRow, columnLetters } from './sheet-cells.ts'

type WorkbookOptions = { readonly name: string; readonly columns: TableColumns; readonly sheet: string | undefined }

/**
 * Reads the cases of the named sheet, or of the first sheet with a question column. The first row with such a column is
 * the header; rows above it are a title.
 *
 * @throws {EvalError} `format` with the row of what is wrong
 */
export function workbookDataset(
  bytes: Uint8Array,
  file: string,
  { name, columns, sheet }: WorkbookOptions,
): DocumentDataset & { readonly format: string } {
  const { table, notes } = workbookTable(bytes, file, { columns, sheet })
  const { rows, numbers } = table
  const lineOf = ([index]: readonly (string | number)[]) => numbers[Number(index)]
  const dataset = tableDataset(
    { rows, pathOf: (index) => [index] },
    { origin: { file, lineOf }, name, columns, isCells: true },
  )
  return { format: 'xlsx', ...dataset, notes: [...notes, ...(dataset.notes ?? [])] }
}

/** Reads the rows of the selected sheet, with notes for people. @throws {EvalError} `format` when there is no such sheet or no row */
export function workbookTable(
  bytes: Uint8Array,
  file: string,
  { columns, sheet }: Pick<WorkbookOptions, 'columns' | 'sheet'>,
): WorkbookDatasetChoice & { readonly notes: readonly Message[] } {
  const sheets = openWorkbook(bytes, file)
  const chosen = sheet === undefined ? firstTable(sheets, columns, file) : sheetCalled(sheet, sheets, { columns, file })
  if (chosen.table.rows.length === 0) throw noRows(file, chosen.name)
  const others = sheets.filter(({ name }) => sheet === undefined && name !== chosen.name).map(({ name }) => name)
  const passed = message('{file}: the sheet {sheet} is read; others are named as in {example}: {others}', {
    file,
    sheet: chosen.name,
    example: `${file}#${others[0]}`,
    others: others.join(', '),
  })
  return { ...chosen, notes: [...(others.length === 0 ? [] : [passed]), ...rowNotes(chosen.table, file)] }
}

function rowNotes({ below, texts }: WorkbookDatasetTable, file: string): readonly Message[] {
  const hidden = below.filter(({ isHidden }) => isHidden)
  const [first] = below.flatMap(({ number, uncalculated }) =>
    uncalculated.map((column) => `${columnLetters(column)}${number}`),
  )
  const unknown = below.flatMap((row) =>
    [...row.unknown].flatMap(([column, format]) => (texts.has(column) ? [{ column, format, number: row.number }] : [])),
  )
  const [odd] = unknown
  const count = below.reduce((sum, { uncalculated }) => sum + uncalculated.length, 0)
  return [
    ...(hidden.length === 0
      ? []
      : [message('{file}: {n} hidden {n|row is|rows are} read, too', { file, n: hidden.length })]),
    ...(first === undefined
      ? []
      : [
          message(
            '{file}: {n} {n|cell has|cells have} a formula without its value ({first}) and {n|is|are} empty: save the file in a spreadsheet program once',
            { file, n: count, first },
          ),
        ]),
    ...(odd === undefined
      ? []
      : [
          message(
            '{file}: {n} {n|cell is|cells are} read by {n|its value|their values} and not as shown, as {first}: the format {format} is not known here',
            { file, n: unknown.length, first: `${columnLetters(odd.column)}${odd.number}`, format: odd.format },
          ),
        ]),
  ]
}

type WorkbookDatasetTable = {
  readonly rows: readonly TableCells[]
  readonly numbers: readonly number[]
  readonly asks: boolean
  readonly below: readonly SheetRow[]
  /** Columns whose cells are read as shown. */
  readonly texts: ReadonlySet<number>
}
type WorkbookDatasetChoice = { readonly name: string; readonly table: WorkbookDatasetTable }

function firstTable(sheets: readonly Sheet[], columns: TableColumns, file: string): WorkbookDatasetChoice {
  let first: WorkbookDatasetChoice | undefined
  for (const sheet of sheets.filter(({ isHidden }) => !isHidden)) {
    const table = tableOf(sheet.rows(), columns)
    if (table.asks && table.rows.length > 0) return { name: sheet.name, table }
    if (table.rows.length > 0) first ??= { name: sheet.name, table }
  }
  if (first === undefined) throw noRows(file, sheets.map(({ name }) => name).join(', '))
  return first
}

function sheetCalled(
  wanted: string,
  sheets: readonly Sheet[],
  { columns, file }: { readonly columns: TableColumns; readonly file: string },
): WorkbookDatasetChoice {
  const sheet =
    sheets.find(({ name }) => name === wanted) ?? sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (sheet !== undefined) return { name: sheet.name, table: tableOf(sheet.rows(), columns) }
  const names = sheets.map(({ name }) => name)
  const meant = nearest(wanted, names)
  throw new EvalError('format', message('{file}: there is no sheet "{sheet}"', { file, sheet: wanted }), {
    hint:
      meant === undefined
        ? message('Its sheets are {sheets}.', { sheets: names.join(', ') })
        : message('Did you mean "{meant}"? Its sheets are {sheets}.', { meant, sheets: names.join(', ') }),
  })
}

// Rows above the header; further down no row is taken for it.
const MOST_TITLES = 20

function tableOf(all: readonly SheetRow[], wanted: TableColumns): WorkbookDatasetTable {
  const { prompt } = wanted
  const asks = ({ cells }: SheetRow) => {
    const names = [...cells.values()].map((cell) => String(cell).trim())
    return prompt === undefined ? promptColumn(names) !== undefined : names.includes(prompt)
  }
  const at = all.slice(0, MOST_TITLES).findIndex(asks)
  const head = all[Math.max(at, 0)]
  if (head === undefined) return { rows: [], numbers: [], asks: false, below: [], texts: new Set() }
  const names = columnNames(head.cells)
  const below = all.slice(Math.max(at, 0) + 1)
  const texts = new Set([...names].flatMap(([column, name]) => (isTextColumn(name, wanted) ? [column] : [])))
  return {
    rows: below.map((row) => rowOf(seenCells(row, texts), names)),
    numbers: below.map(({ number }) => number),
    asks: at >= 0,
    below,
    texts,
  }
}

/** Questions, ids, answers and values with leading zeros are read as shown; other cells by their value. */
function seenCells({ cells, shown }: SheetRow, texts: ReadonlySet<number>): ReadonlyMap<number, CellValue> {
  if (shown.size === 0) return cells
  return new Map(
    [...cells].map(([column, cell]) => {
      const text = shown.get(column)
      return [column, text !== undefined && (texts.has(column) || /^0\d+$/.test(text)) ? text : cell]
    }),
  )
}

/** A repeated name gets its column's letters appended. */
function columnNames(cells: ReadonlyMap<number, CellValue>): ReadonlyMap<number, string> {
  const seen = new Set<string>()
  const names = new Map<number, string>()
  for (const [column, cell] of [...cells].toSorted(([one], [other]) => one - other)) {
    const name = String(cell).trim().replaceAll(/\s+/g, ' ')
    names.set(column, seen.has(name) ? `${name} ${columnLetters(column)}` : name)
    seen.add(name)
  }
  return names
}

function rowOf(cells: ReadonlyMap<number, CellValue>, names: ReadonlyMap<number, string>): TableCells {
  const named = [...names].map(([column, name]) => [name, cells.get(column) ?? ''] as const)
  const others = [...cells].flatMap(([column, cell]) =>
    names.has(column) ? [] : [[columnLetters(column), cell] as const],
  )
  return Object.fromEntries([...named, ...others])
}

function noRows(file: string, sheet: string): EvalError {
  return new EvalError(
    'format',
    message('{file}: there is no row below the names of columns ({sheet})', { file, sheet }),
    {
      hint: message(
        'The first row names the columns, each row below it is a case. Another sheet is named as in {example}.',
        {
          example: 'cases.xlsx#Sheet2',
        },
      ),
    },
  )
}
