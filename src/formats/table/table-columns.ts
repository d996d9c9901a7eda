import { type Message, EvalError, answerTexts, message, nearest, plainColumnName } from '../../core/index.ts'
import { signName } from './csv-problem.ts'

/** Maps fields of a case to column names. Fields that are not mapped are found by their default names. */
export type TableColumns = {
  readonly id?: string
  readonly prompt?: string
  readonly expected?: string
  /** The separator of several right answers in one `expected` cell, such as `|`; without it a cell is one answer. */
  readonly expectedSeparator?: string
  /** A column with tool calls as JSON, `[{"name": "find", "args": {"city": "Kyoto"}}]`, or only their names. */
  readonly expectedTools?: string
}

/** The columns of a table; `material` is the column to which an instruction in `prompt` refers. */
export type FoundColumns = TableColumns & { readonly material?: string | undefined }

type Word = Exclude<keyof TableColumns, 'expectedSeparator'>

// The first match wins. Names are compared without case, spaces, dashes and underscores.
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
    'expected_answers',
    'reference_answers',
    'ground_truths',
    'correct_answers',
    'ideal',
    'ideal_answer',
    'ideal_response',
    'correct_answer',
    'golden_answer',
    'gold_answer',
    'reference_output',
    'reference_outputs',
    'true_answer',
    '期待',
    '期待回答',
    '期待値',
    '期待する回答',
    '期待する答え',
    '正解',
    '模範解答',
    // Beside one of the names above these may be what an agent answered.
    'answer',
    'target',
    'output',
    'answers',
    'completion',
    'outputs',
    // Some call documents and choices so, and have the right one as `answer`.
    'references',
    'possible_answers',
    'acceptable_answers',
    '回答',
    '解答',
    '答え',
  ],
  expectedTools: [
    'expected_tools',
    'expected_tool_calls',
    'expected_tool_use',
    'expected_trajectory',
    'reference_trajectory',
    'reference_tools',
    'reference_tool_calls',
    'tool_calls',
    '期待ツール',
    '期待するツール',
    '期待されるツール',
    '期待ツール呼び出し',
  ],
}

export const defaultColumnNames: readonly string[] = Object.values(defaultNames).flat()

/** Returns whether a column holds ids, questions or answers, which are kept as their author wrote them. */
export function isTextColumn(column: string, { id, prompt, expected }: TableColumns): boolean {
  const names = [defaultNames.id, defaultNames.prompt, defaultNames.expected, answerTexts].flat()
  return [id, prompt, expected].includes(column) || columnCalled([column], names) !== undefined
}

/** Returns whether a column has a default name of a question, a reference or expected tools. */
export function isDefaultColumn(column: string): boolean {
  const { id: _, ...others } = defaultNames
  return columnCalled([column], Object.values(others).flat()) !== undefined
}

/**
 * Finds the table's column for each field. Every table needs a prompt.
 *
 * @throws {EvalError} that lists the columns when a mapped column is missing
 */
export function findColumns(present: readonly string[], wanted: TableColumns, file: string): FoundColumns {
  const find = (word: Word): string | undefined => {
    const name = wanted[word]
    if (name === undefined) return defaultColumn(present, word)
    if (present.includes(name)) return name
    throw missingColumn(name, present, file)
  }
  const named = find('prompt')
  // Alpaca's rows have an instruction and the input it refers to.
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
          example: JSON.stringify(present.find(isUnknownColumn) ?? present[0] ?? 'question'),
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
 * Finds the columns of each row, which may differ between rows: only the question must be in every row, and mapped
 * columns in the first. `written` are the names including cells that are null.
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
    // A row without a question cell is reported later with its line.
    const lacks = wanted.prompt === undefined ? promptColumn(names) === undefined : !names.includes(wanted.prompt)
    const found = known.get(key) ?? (lacks && last !== undefined ? last.found : rowColumns(names, wanted, file))
    known.set(key, found)
    last = { names, found }
    return found
  }
}

/** A mapped column that a row lacks is not replaced by a default name. */
function rowColumns(names: readonly string[], wanted: TableColumns, file: string): FoundColumns {
  const isThere = (name: string | undefined) => name === undefined || names.includes(name)
  const missing = (['id', 'expected', 'expectedTools'] as const).filter((word) => !isThere(wanted[word]))
  const without = Object.fromEntries(missing.map((word) => [word, undefined]))
  return { ...findColumns(names, { ...wanted, ...without }, file), ...without }
}

function isUnknownColumn(column: string): boolean {
  return columnCalled([column], defaultColumnNames) === undefined
}

/** A table whose rows have one cell probably has a separator that was not recognized. */
function separatorHint([only = '', ...others]: readonly string[]): Message | undefined {
  const sign = ['|', ','].find((one) => only.includes(one))
  if (others.length > 0 || sign === undefined) return undefined
  return message('Its cells are separated by {sign}. Put commas between them, or tabs and call it .tsv.', {
    sign: signName(sign),
  })
}

export function promptColumn(present: readonly string[]): string | undefined {
  return defaultColumn(present, 'prompt')
}

export function expectedColumn(present: readonly string[]): string | undefined {
  return defaultColumn(present, 'expected')
}

function defaultColumn(present: readonly string[], word: Word): string | undefined {
  return columnCalled(present, defaultNames[word])
}

/** Returns the column with the first matching name, compared without case, spaces, dashes and underscores. */
export function columnCalled(present: readonly string[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = present.find((column) => plainColumnName(column) === plainColumnName(name))
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
