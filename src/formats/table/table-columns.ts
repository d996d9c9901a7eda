import { type Message, EvalError, message, nearest } from '../../core/index.ts'
import { signName } from './csv-problem.ts'

/** Which column means what: our word → the column's name. What is not named is looked for under the usual names. */
export type TableColumns = {
  readonly id?: string
  readonly prompt?: string
  readonly expected?: string
  /** What stands between several right answers in one cell of `expected`, such as `|`; nothing unless given. */
  readonly expectedSeparator?: string
  /** A column with tool calls as JSON: `[{"name": "find", "args": {"city": "Kyoto"}}]`, or only their names. */
  readonly expectedTools?: string
}

/** Columns as they are, and beside an instruction the one that has what it is about. */
export type FoundColumns = TableColumns & { readonly material?: string | undefined }

type Word = Exclude<keyof TableColumns, 'expectedSeparator'>

// The first that is there wins. Compared without case, spaces, dashes and underscores.
const defaultNames: Readonly<Record<Word, readonly string[]>> = {
  id: ['id', 'eval_id', 'case_id', 'question_id', 'test_id', 'key', 'ケースID', '質問ID', '番号', 'No'],
  prompt: [
    'prompt',
    'input',
    'question',
    'query',
    'user_input',
    'user_message',
    'user_prompt',
    'user_query',
    'user_question',
    'question_text',
    'message',
    'messages',
    '質問',
    '質問文',
    '問',
    '問い',
    '入力',
    'プロンプト',
    'instruction',
    'inputs',
  ],
  expected: [
    'expected',
    'expected_output',
    'expected_answer',
    'expected_response',
    'reference',
    'reference_answer',
    'ground_truth',
    'answer',
    'target',
    'output',
    'answers',
    'references',
    'expected_answers',
    'reference_answers',
    'ground_truths',
    'correct_answers',
    'possible_answers',
    'acceptable_answers',
    'ideal',
    'ideal_answer',
    'ideal_response',
    'correct_answer',
    'golden_answer',
    'gold_answer',
    'reference_output',
    'reference_outputs',
    'true_answer',
    'completion',
    'outputs',
    '期待',
    '期待回答',
    '期待値',
    '期待する回答',
    '期待する答え',
    '正解',
    '模範解答',
    '回答',
    '解答',
    '答え',
  ],
  expectedTools: [
    'expected_tools',
    'expected_tool_calls',
    'expected_tool_use',
    'expected_trajectory',
    'reference_tools',
    'reference_tool_calls',
    'tool_calls',
    '期待ツール',
    '期待するツール',
    '期待されるツール',
    '期待ツール呼び出し',
  ],
}

/** Columns that have what an agent answered before, which is scored where nobody else is asked. */
export const answerTexts: readonly string[] = ['actual_output', 'actual_answer', 'actual_response']
/** Columns that have the calls beside it. */
export const answerCalls: readonly string[] = [
  'tools_called',
  'actual_tools',
  'actual_tool_calls',
  'actual_tools_called',
  'called_tools',
  'actual_trajectory',
  'predicted_trajectory',
]

/** Whether a column is about an answer that was given before. */
export function isAnswerColumn(column: string): boolean {
  return columnCalled([column], [...answerTexts, ...answerCalls]) !== undefined
}

/** All names that a column may have. */
export const defaultColumnNames: readonly string[] = Object.values(defaultNames).flat()

/** Whether a column has an id, a question, or an answer, which are the texts that somebody wrote. */
export function isTextColumn(column: string, { id, prompt, expected }: TableColumns): boolean {
  const names = [defaultNames.id, defaultNames.prompt, defaultNames.expected, answerTexts].flat()
  return [id, prompt, expected].includes(column) || columnCalled([column], names) !== undefined
}

/** Whether a column is called like a question or what is expected of an answer. */
export function isDefaultColumn(column: string): boolean {
  const { id: _, ...others } = defaultNames
  return columnCalled([column], Object.values(others).flat()) !== undefined
}

/**
 * The columns that a table has for our words. Every table needs a prompt.
 *
 * @throws {EvalError} for a column that was named and is missing, with the columns there are
 */
export function findColumns(present: readonly string[], wanted: TableColumns, file: string): FoundColumns {
  const find = (word: Word): string | undefined => {
    const name = wanted[word]
    if (name === undefined) return defaultColumn(present, word)
    if (present.includes(name)) return name
    throw missingColumn(name, present, file)
  }
  const named = find('prompt')
  // Alpaca's: an instruction, and what it is about.
  const instruction =
    wanted.prompt === undefined && named === columnCalled(present, ['input'])
      ? columnCalled(present, ['instruction'])
      : undefined
  const prompt = instruction ?? named
  if (prompt === undefined) {
    throw new EvalError('format', message('{file}: no column holds what the agent is asked', { file }), {
      hint:
        separatorHint(present) ??
        message('Its columns are {columns}. Say which one it is: columns: { prompt: {example} }', {
          columns: present.join(', '),
          example: JSON.stringify(present[0] ?? 'question'),
        }),
    })
  }
  const { expectedSeparator } = wanted
  return {
    id: find('id'),
    prompt,
    material: prompt === named ? undefined : named,
    expected: find('expected'),
    expectedSeparator,
    expectedTools: find('expectedTools'),
  }
}

/**
 * The columns of one row after another, which need not have the same ones: only the question has to be in every row, and
 * columns that somebody named in the first. `written` are its names with those of cells that are null.
 */
export function columnsByRow(
  wanted: TableColumns,
  file: string,
): (names: readonly string[], written?: readonly string[]) => FoundColumns {
  const known = new Map<string, FoundColumns>()
  let last: { readonly names: readonly string[]; readonly found: FoundColumns } | undefined
  return (names, written = names) => {
    if (last === undefined) findColumns(written, wanted, file)
    else if (last.names.length === names.length && last.names.every((name, at) => name === names[at])) return last.found
    const key = JSON.stringify(names)
    // A row without the cell that others have says so by its line.
    const lacks = wanted.prompt === undefined ? promptColumn(names) === undefined : !names.includes(wanted.prompt)
    const found = known.get(key) ?? (lacks && last !== undefined ? last.found : rowColumns(names, wanted, file))
    known.set(key, found)
    last = { names, found }
    return found
  }
}

/** What somebody named otherwise is not looked for under its usual names. */
function rowColumns(names: readonly string[], wanted: TableColumns, file: string): FoundColumns {
  const isThere = (name: string | undefined) => name === undefined || names.includes(name)
  const missing = (['id', 'expected', 'expectedTools'] as const).filter((word) => !isThere(wanted[word]))
  const without = Object.fromEntries(missing.map((word) => [word, undefined]))
  return { ...findColumns(names, { ...wanted, ...without }, file), ...without }
}

/** A table whose rows have one cell is one whose separator was not seen. */
function separatorHint([only = '', ...others]: readonly string[]): Message | undefined {
  const sign = ['|', ','].find((one) => only.includes(one))
  if (others.length > 0 || sign === undefined) return undefined
  return message('Its cells are separated by {sign}. Put commas between them, or tabs and call it .tsv.', {
    sign: signName(sign),
  })
}

/** The column that holds what the agent is asked, if one of them is called as it usually is. */
export function promptColumn(present: readonly string[]): string | undefined {
  return defaultColumn(present, 'prompt')
}

export function expectedColumn(present: readonly string[]): string | undefined {
  return defaultColumn(present, 'expected')
}

function defaultColumn(present: readonly string[], word: Word): string | undefined {
  return columnCalled(present, defaultNames[word])
}

/** The first of the names that a column has, compared without case, spaces, dashes and underscores. */
export function columnCalled(present: readonly string[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = present.find((column) => plain(column) === plain(name))
    if (found !== undefined) return found
  }
  return undefined
}

function missingColumn(name: string, present: readonly string[], file: string): EvalError {
  const columns = present.join(', ')
  const meant = nearest(name, present)
  return new EvalError('format', message('{file}: there is no column "{name}"', { file, name }), {
    hint:
      meant === undefined
        ? message('Its columns are {columns}.', { columns })
        : message('Did you mean "{meant}"? Its columns are {columns}.', { meant, columns }),
  })
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}
