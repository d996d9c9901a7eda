import { type Format, type Message, EvalError, message, parsedJson } from '../core/index.ts'
import { isObject } from '../core/basics/is-object.ts'
import { promptColumn, type TableColumns } from './table/table-columns.ts'

export function isTable(format: string): boolean {
  return ['csv', 'table-lines', 'table-document', 'xlsx'].includes(format)
}

/** The way a file is read: as one JSON or YAML document, as one JSON value per line, as CSV, or as a workbook. */
export type FileShape = 'document' | 'lines' | 'csv' | 'workbook'

/**
 * Detects the shape from the file's name, or else from how its text begins.
 *
 * @throws {EvalError} when neither tells the shape, or when the file is a Git LFS pointer
 */
export function detectShape(name: string, beginning: string): FileShape {
  if (beginning.startsWith('version https://git-lfs.github.com/spec/')) {
    throw new EvalError(
      'format',
      message('{file}: this is a pointer of Git LFS, not the file itself', { file: name }),
      {
        hint: message('Fetch the file where the repository lies: git lfs pull'),
      },
    )
  }
  const ending = /\.(json|eval|ya?ml|jsonl|ndjson|csv|tsv|xlsx|xlsm)$/i.exec(sheetNamed(name).file)?.[1]?.toLowerCase()
  if (ending !== undefined && ['json', 'eval', 'yaml', 'yml'].includes(ending)) return 'document'
  if (ending === 'xlsx' || ending === 'xlsm') return 'workbook'
  if (ending === 'jsonl' || ending === 'ndjson') return 'lines'
  if (ending !== undefined) return 'csv'
  if (isMoreThanOneValue(beginning)) return 'lines'
  if (/^\s*[[{]/.test(beginning)) return 'document'
  throw new EvalError('format', message('{file}: cannot tell what kind of file this is', { file: name }), {
    hint: message(
      'Datasets end in .json (ADK eval sets, lists), .jsonl (a case per line), or .csv, .tsv, .xlsx and .yaml (tables).',
    ),
  })
}

/** Splits off the sheet's name: `book.xlsx#Sheet` names a sheet of a workbook. */
export function sheetNamed(path: string): { readonly file: string; readonly sheet: string | undefined } {
  const [, file = path, sheet] = /^(.*\.xls[xm])#(.+)$/is.exec(path) ?? []
  return { file, sheet }
}

export function detectLineFormat(value: unknown): 'case-lines' | 'transcript-lines' | 'table-lines' {
  if (!isObject(value)) return 'table-lines'
  const hasId = 'eval_id' in value || 'evalId' in value
  if (hasId && 'invocations' in value) return 'transcript-lines'
  if (hasConversation(value)) return 'case-lines'
  // A line of a hosted run is a row; its `eval_id` identifies the evaluation, not a case.
  if (isObject(value['datasource_item'])) return 'table-lines'
  // A table may name its id column eval_id; without a question column, the line is a case that lacks its conversation.
  return hasId && promptColumn(Object.keys(value)) === undefined ? 'case-lines' : 'table-lines'
}

export function detectDocumentFormat(value: unknown, formats: readonly Format[]): Format | undefined {
  return (
    formats.find((one) => one.asLast !== true && one.detect(value)) ??
    formats.find((one) => one.asLast === true && one.detect(value))
  )
}

export function noDataset(value: unknown, file: string, columns: TableColumns): EvalError {
  return new EvalError('format', message('{file}: this document is no dataset', { file }), {
    hint: hintFor(value, columns),
  })
}

/** Returns whether a table was written column by column, as pandas and Hugging Face do: lists, or cells by row number. */
export function isByColumns(value: Readonly<Record<string, unknown>>, prompt?: string): boolean {
  const questions = value[prompt ?? promptColumn(Object.keys(value)) ?? '']
  if (typeof questions !== 'object' || questions === null || !Object.values(questions).every(isText)) return false
  const rows = Object.keys(questions)
  return (
    rows.length > 0 &&
    rows.every((row) => /^\d+$/.test(row)) &&
    Object.values(value).every(
      (cells) => typeof cells === 'object' && cells !== null && Object.keys(cells).join() === rows.join(),
    )
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function samplesOf(value: unknown): string | undefined {
  const evals = isObject(value) ? Object.values(value).filter(isObject) : []
  const named = evals.map(({ args }) => (isObject(args) ? args['samples_jsonl'] : undefined))
  return named.find((one) => typeof one === 'string')
}

/** Returns the evaluations hosted by OpenAI or Foundry in a document: a single definition or a page of a list. */
export function hostedDefinitions(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const listed = isObject(value) && value['object'] === 'list' && Array.isArray(value['data']) ? value['data'] : [value]
  return (listed as unknown[]).filter(isHostedDefinition)
}

function isHostedDefinition(one: unknown): one is Readonly<Record<string, unknown>> {
  return (
    isObject(one) &&
    Array.isArray(one['testing_criteria']) &&
    (one['object'] === 'eval' || isObject(one['data_source_config']))
  )
}

function hintFor(value: unknown, { prompt }: TableColumns): Message {
  if (isObject(value) && isByColumns(value, prompt)) {
    return message(
      "It holds a table column by column. Write it row by row; in pandas: df.to_json(path, orient='records', lines=True)",
    )
  }
  const samples = samplesOf(value)
  if (samples !== undefined) {
    return message('It is the registry of OpenAI evals, and names its samples: {file}, below its folder data.', {
      file: samples,
    })
  }
  if (isObject(value) && ('prompts' in value || 'providers' in value)) {
    return message('It looks like a config of promptfoo: shinsa convert {file} --output {output}', {
      file: 'promptfooconfig.yaml',
      output: 'promptfoo.eval.ts',
    })
  }
  if (isObject(value) && isObject(value['results']) && Array.isArray(value['results']['results'])) {
    return message(
      'It looks like results of promptfoo, whose answers are not read: convert the config, shinsa convert {file} --output {output}',
      { file: 'promptfooconfig.yaml', output: 'promptfoo.eval.ts' },
    )
  }
  if (hostedDefinitions(value).length > 0) {
    return message(
      'It defines an evaluation hosted by OpenAI; its graders become criteria: shinsa convert {file} --output {output}',
      {
        file: 'eval.json',
        output: 'test_config.json',
      },
    )
  }
  if (isObject(value) && isObject(value['eval'])) {
    return message(
      'It looks like a log of Inspect, and has no samples: the task broke before, or it was told to log none.',
    )
  }
  if (isObject(value) && 'criteria' in value) {
    return message('It is a config: it belongs beside a dataset as test_config.json, or behind --config.')
  }
  if (isObject(value) && ('query' in value || ('data' in value && 'name' in value))) {
    return message('Old ADK files are lists: put what stands there into [ and ].')
  }
  return message(
    'An eval set is an object with "eval_set_id" and "eval_cases", an experiment of strands-evals one with "cases" and "evaluators", a review suite a list of cases with "input" and "expected_output", questions about runbooks a list with "question" and "expected_keypoints"; rows of a table have a key such as "question", others are mapped by `columns` in the config.',
  )
}

function hasConversation(value: Record<string, unknown>): boolean {
  const keys = ['conversation', 'conversation_scenario', 'conversationScenario']
  return keys.some((key) => typeof value[key] === 'object' && value[key] !== null)
}

function isMoreThanOneValue(beginning: string): boolean {
  const [first = '', second = ''] = beginning.trimStart().split('\n')
  return second.trimStart().startsWith('{') && isObject(parsedJson(first))
}
