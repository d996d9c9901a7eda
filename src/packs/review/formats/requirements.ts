import { type Message, EvalError, message } from '../../../core/index.ts'
import { sheetNamed } from '../../../formats/detect-format.ts'
import { csvRows } from '../../../formats/table/table.ts'
import { workbookTable } from '../../../formats/workbook/workbook-dataset.ts'
import type { RequirementRow, RequirementTable } from '../document-review.ts'

/** Accepted names of columns, in any case; the first name that the table has counts. */
const columnNames = {
  description: [
    'requirement',
    'check_description',
    'description',
    'check',
    '要件',
    '要求事項',
    '確認内容',
    'チェック内容',
    '内容',
  ],
  name: ['check_name', 'name', 'id', 'title', 'no', 'no.', '確認項目', 'チェック項目', '項目', '項目名', '番号'],
  assignedTo: ['assigned to', 'assigned_to', 'assignee', 'owner', '担当', '担当者', '責任者'],
  languageName: ['language', 'language_name', '言語'],
} as const

/**
 * Reads the requirements of a table, one per row, from `.xlsx` (`book.xlsx#Sheet`) or CSV by the name of the file.
 *
 * @throws {EvalError} `format` without a column of requirements, without rows, or for a formula without its value
 */
export async function readRequirements(file: string, bytes: Uint8Array): Promise<RequirementTable> {
  const { rows, lines, uncalculated, notes } = await tableIn(file, bytes)
  const [description, name, assignedTo, language] = (
    ['description', 'name', 'assignedTo', 'languageName'] as const
  ).map((field) => columnOf(Object.keys(rows[0] ?? {}), columnNames[field]))
  const only = Object.keys(rows[0] ?? {})
  const asked = description ?? (only.length === 1 ? only[0] : undefined)
  if (asked === undefined) {
    throw new EvalError('format', message('{file}: there is no column of requirements', { file }), {
      hint: message('Call it {columns}.', { columns: 'requirement' }),
    })
  }
  const blank: number[] = []
  const requirements = rows.flatMap((row, index): RequirementRow[] => {
    const text = cell(row, asked)
    const line = lines[index] ?? index + 2
    if (text === '' && uncalculated.has(line)) throw withoutValue(file, line)
    if (text === '') {
      blank.push(line)
      return []
    }
    const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(cell(row, language) || text)
    return [
      {
        name: cell(row, name) || String(index + 1),
        description: text,
        languageName: isJapanese || /^ja/i.test(cell(row, language)) ? '日本語' : 'English',
        assignedTo: cell(row, assignedTo),
      },
    ]
  })
  if (requirements.length === 0) {
    throw new EvalError('format', message('{file}: there is no requirement in it', { file }))
  }
  return { requirements, notes: blank.length === 0 ? notes : [...notes, blankRows(file, blank)] }
}

function withoutValue(file: string, line: number): EvalError {
  return new EvalError('format', message('{file}: row {line} has a formula without its value', { file, line }), {
    hint: message('Save the file in a spreadsheet program once.'),
  })
}

function blankRows(file: string, blank: readonly number[]): Message {
  const lines = `${blank.slice(0, 10).join(', ')}${blank.length > 10 ? ' …' : ''}`
  return message('{file}: {n} {n|row|rows} without a requirement {n|is|are} left out ({lines})', {
    file,
    n: blank.length,
    lines,
  })
}

function cell(row: Readonly<Record<string, unknown>>, column: string | undefined): string {
  return column === undefined ? '' : String(row[column] ?? '').trim()
}

type ReadTable = {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** The number of each row in the file. */
  readonly lines: readonly number[]
  /** Numbers of rows that have a formula without its value. */
  readonly uncalculated: ReadonlySet<number>
  readonly notes: Message[]
}

async function tableIn(path: string, bytes: Uint8Array): Promise<ReadTable> {
  const { file, sheet } = sheetNamed(path)
  if (/\.xls[xm]$/i.test(file)) {
    const { table, notes } = workbookTable(bytes, file, { columns: {}, sheet })
    const open = table.below.filter(({ uncalculated }) => uncalculated.length > 0)
    const uncalculated = new Set(open.map(({ number }) => number))
    return { rows: table.rows, lines: table.numbers, uncalculated, notes: [...notes] }
  }
  const rows = await Array.fromAsync(csvRows([bytes], file))
  return { rows: rows.map(({ row }) => row), lines: rows.map(({ line }) => line), uncalculated: new Set(), notes: [] }
}

function columnOf(present: readonly string[], names: readonly string[]): string | undefined {
  return names
    .map((name) => present.find((column) => column.trim().toLowerCase() === name))
    .find((column) => column !== undefined)
}
