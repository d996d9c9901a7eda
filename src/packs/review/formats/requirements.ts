import { type Message, EvalError, message } from '../../../core/index.ts'
import { sheetNamed } from '../../../formats/detect-format.ts'
import { type TableRow, csvRows } from '../../../formats/table/table.ts'
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
  const { rows, notes } = await tableIn(file, bytes)
  const only = Object.keys(rows[0]?.row ?? {})
  const [description, name, assignedTo, language] = (
    ['description', 'name', 'assignedTo', 'languageName'] as const
  ).map((field) => columnOf(only, columnNames[field]))
  const asked = description ?? (only.length === 1 ? only[0] : undefined)
  if (asked === undefined) {
    throw new EvalError('format', message('{file}: there is no column of requirements', { file }), {
      hint: message('Call it {columns}.', { columns: 'requirement' }),
    })
  }
  const blank: number[] = []
  const requirements = rows.flatMap(({ row, line, isOpen }, index): RequirementRow[] => {
    const text = cell(row, asked)
    if (text === '' && isOpen === true) throw withoutValue(file, line)
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
  return { requirements, notes: [...notes, ...(blank.length === 0 ? [] : [blankRows(file, blank)])] }
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

function cell(row: TableRow['row'], column: string | undefined): string {
  return column === undefined ? '' : String(row[column] ?? '').trim()
}

/** A row is open that has a formula without its value. */
type ReadRow = TableRow & { readonly isOpen?: boolean }

async function tableIn(
  path: string,
  bytes: Uint8Array,
): Promise<{ readonly rows: readonly ReadRow[]; readonly notes: readonly Message[] }> {
  const { file, sheet } = sheetNamed(path)
  if (!/\.xls[xm]$/i.test(file)) return { rows: await Array.fromAsync(csvRows([bytes], file)), notes: [] }
  const { table, notes } = workbookTable(bytes, file, { columns: {}, sheet })
  const rows = table.below.map(({ number, uncalculated }, index) => ({
    row: table.rows[index] ?? {},
    line: number,
    isOpen: uncalculated.length > 0,
  }))
  return { rows, notes }
}

function columnOf(present: readonly string[], names: readonly string[]): string | undefined {
  return names
    .map((name) => present.find((column) => column.trim().toLowerCase() === name))
    .find((column) => column !== undefined)
}
