import { type TableColumns, promptColumn } from './table-columns.ts'
import type { TableCells } from './table-row.ts'

const asked = /text|question|prompt|input|query|message|request|content/i
const wantedAnswer = /label|answer|expected|ideal|truth|reference|target|correct|gold/i

/**
 * Guesses the columns of OpenAI's eval items, whose names are free because the prompt is elsewhere: one column with a
 * question-like name and at most one with an answer-like name. Undefined when default names suffice or nothing fits.
 */
export function guessedColumns(row: TableCells, wanted: TableColumns, isItem: boolean): TableColumns | undefined {
  const names = Object.keys(row)
  if (!isItem || wanted.prompt !== undefined || promptColumn(names) !== undefined) return undefined
  const answers = names.filter((name) => wantedAnswer.test(name))
  const questions = names.filter((name) => !answers.includes(name) && asked.test(name) && typeof row[name] === 'string')
  const [prompt] = questions
  if (prompt === undefined || questions.length > 1) return undefined
  return { ...wanted, prompt, expected: wanted.expected ?? (answers.length === 1 ? answers[0] : undefined) }
}
