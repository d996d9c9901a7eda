import { type EvalCase, EvalError, message, type LabelledResult } from '../../core/index.ts'
import { responseIn } from '../table/reference-cell.ts'
import { type TableColumns, columnCalled } from '../table/table-columns.ts'
import { emptyColumn, filledText } from '../table/table-row.ts'
import type { TableRow } from '../table/table.ts'

// Names are compared without case, spaces, dashes and underscores; the first match wins.
const defaultNames = {
  id: ['id', 'case_id', 'question_id', 'ケースID', '質問ID', '番号'],
  question: ['question', 'prompt', 'input', 'query', '質問', '質問文', '入力'],
  answer: ['answer', 'response', 'output', '回答', '応答', '出力'],
  reference: [
    'reference',
    'expected',
    'expected_answer',
    'ground_truth',
    'references',
    'expected_answers',
    '期待回答',
    '正解',
    '模範解答',
  ],
  context: ['context', 'documents', 'コンテキスト', '文脈', '根拠'],
  verdict: ['human_verdict', 'human_label', '人の判定', '人手判定'],
  score: ['human_score', '人の点数', '人手点数'],
  comment: ['human_comment', '人のコメント'],
  by: ['labeller', 'labeler', 'annotator', '評価者'],
  metric: ['metric', '評価指標'],
} as const

type Word = keyof typeof defaultNames

/** Reads rows with an answer and a person's rating; other columns become the metadata of the case. */
export function labelledTableReader(
  file: string,
  { expectedSeparator }: Pick<TableColumns, 'expectedSeparator'> = {},
): (row: TableRow) => LabelledResult {
  let columns: Partial<Record<Word, string>> | undefined
  let index = 0
  return ({ row, line }) => {
    columns ??= findColumns(Object.keys(row), file)
    const found = columns
    index += 1
    const cell = (word: Word) => (found[word] === undefined ? undefined : filledText(row[found[word]]))
    const place = { file, line }
    const used = Object.values(found)
    const context = cell('context')
    const metadata = {
      ...Object.fromEntries(Object.entries(row).filter(([column]) => !used.includes(column))),
      ...(context !== undefined && { documents: [context] }),
    }
    const question = { userContent: { role: 'user', parts: [{ text: needed(cell('question'), 'question', place) }] } }
    const evalCase: EvalCase = {
      id: cell('id') ?? `row-${index}`,
      conversation: [
        { ...question, ...(found.reference === undefined ? {} : responseIn(row[found.reference], expectedSeparator)) },
      ],
      metadata,
    }
    const citations = context === undefined ? {} : { citations: [{ id: 'context', text: context }] }
    const metric = cell('metric')
    return {
      evalCase,
      transcript: {
        invocations: [{ ...question, ...responseOf(cell('answer') ?? ''), ...citations }],
      },
      metric: metric === undefined ? undefined : { name: metric },
      labels: labelsIn({
        passed: verdictIn(cell('verdict'), place),
        value: scoreIn(cell('score'), place),
        comment: cell('comment'),
        by: cell('by'),
      }),
    }
  }
}

function findColumns(present: readonly string[], file: string): Partial<Record<Word, string>> {
  const found = Object.fromEntries(
    Object.entries(defaultNames).flatMap(([word, names]) => {
      const column = columnCalled(present, names)
      return column === undefined ? [] : [[word, column]]
    }),
  )
  const missing = ['question', 'answer'].find((word) => found[word] === undefined)
  if (missing === undefined && (found['verdict'] ?? found['score']) !== undefined) return found
  throw new EvalError(
    'format',
    message('{file}: there is no column "{name}"', { file, name: missing ?? 'human_verdict' }),
    {
      hint: message(
        'Its columns are {columns}. A table of labels has question, answer, human_verdict or human_score.',
        {
          columns: present.join(', '),
        },
      ),
    },
  )
}

function responseOf(text: string | undefined) {
  return text === undefined ? {} : { finalResponse: { role: 'model', parts: [{ text }] } }
}

type LabelledTablePlace = { readonly file: string; readonly line: number }

function needed(text: string | undefined, column: string, place: LabelledTablePlace): string {
  if (text === undefined) throw emptyColumn(column, place)
  return text
}

const passing = ['pass', 'passed', 'true', 'yes', 'valid', 'correct', 'ok', '1', '合格', '正しい', '○', '〇']
const failing = ['fail', 'failed', 'false', 'no', 'invalid', 'incorrect', 'ng', '0', '不合格', '誤り', '×']

function verdictIn(text: string | undefined, { file, line }: LabelledTablePlace): boolean | undefined {
  if (text === undefined) return undefined
  const word = text.trim().toLowerCase()
  if (passing.includes(word)) return true
  if (failing.includes(word)) return false
  throw new EvalError(
    'format',
    message('{file}:{line}: {text} is no verdict', { file, line, text: JSON.stringify(text) }),
    { hint: message('A verdict is pass or fail (or true/false, yes/no, 1/0, 合格/不合格).') },
  )
}

function scoreIn(text: string | undefined, { file, line }: LabelledTablePlace): number | undefined {
  if (text === undefined) return undefined
  const score = Number(text)
  if (text.trim() !== '' && score >= 0 && score <= 100) return score / 100
  throw new EvalError(
    'format',
    message('{file}:{line}: {text} is no score', { file, line, text: JSON.stringify(text) }),
    { hint: message('People score from 0 to 100.') },
  )
}

function labelsIn(label: LabelledResult['labels'][number]): LabelledResult['labels'] {
  return label.passed === undefined && label.value === undefined ? [] : [label]
}
