import { type TableColumns, promptColumn } from './table-columns.ts'
import type { TableCells } from './table-row.ts'

const asked = /text|question|prompt|input|query|message|request|content/i
const wantedAnswer = /label|answer|expected|ideal|truth|reference|target|correct|gold/i

/**
 * Items of OpenAI's evals call their fields as they like, since the prompt is elsewhere: one that is called like a question
 * and at most one like an answer are taken for it. Undefined where names say enough, or too little.
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
