import { EvalError, message } from '../../../core/index.ts'
import { csvRows } from '../../../formats/table/table.ts'
import { workbookTable } from '../../../formats/workbook/workbook-dataset.ts'
import type { RequirementRow } from '../document-review.ts'

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
 * Reads the requirements of a table, one per row, from `.xlsx` or CSV by the name of the file.
 *
 * @throws {EvalError} `format` without a column of requirements, or without rows
 */
export async function readRequirements(file: string, bytes: Uint8Array): Promise<RequirementRow[]> {
  const rows = await rowsOf(file, bytes)
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
  const requirements = rows.flatMap((row, index): RequirementRow[] => {
    const text = cell(row, asked)
    if (text === '') return []
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
  if (requirements.length > 0) return requirements
  throw new EvalError('format', message('{file}: there is no requirement in it', { file }))
}

function cell(row: Readonly<Record<string, unknown>>, column: string | undefined): string {
  return column === undefined ? '' : String(row[column] ?? '').trim()
}

async function rowsOf(file: string, bytes: Uint8Array): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (/\.xlsx$/i.test(file)) return workbookTable(bytes, file, { columns: {}, sheet: undefined }).table.rows
  const rows = await Array.fromAsync(csvRows([bytes], file))
  return rows.map(({ row }) => row)
}

function columnOf(present: readonly string[], names: readonly string[]): string | undefined {
  return names
    .map((name) => present.find((column) => column.trim().toLowerCase() === name))
    .find((column) => column !== undefined)
}
