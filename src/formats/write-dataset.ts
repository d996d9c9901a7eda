import {
  type Dataset,
  type EvalCase,
  type Format,
  type JsonObject,
  type WrittenDataset,
  EvalError,
  csvCell,
  message,
  responseTextOf,
  textOf,
  toolCallsOf,
} from '../core/index.ts'
import { toCaseLine } from './case-lines.ts'
import { type Loss, commonLosses, evaluatorLosses, hasConversation, losses, reviewLoss, setLosses } from './losses.ts'
import { adkToolCall } from './wire/adk-content.ts'
import { cellText } from './table/cell-text.ts'

type WriteOptions = {
  readonly formats: readonly Format[]
  readonly evaluators?: readonly JsonObject[] | undefined
}

export function writableFormats(formats: readonly Format[]): readonly string[] {
  const documents = formats.filter(({ ending }) => ending !== undefined).map(({ name }) => name)
  return [...documents, ...Object.keys(writers)].toSorted()
}

/** Returns the file ending of a format, such as `.evalset.json`; undefined for formats that cannot be written. */
export function fileEnding(name: string, formats: readonly Format[]): string | undefined {
  return endings[name] ?? formats.find((format) => format.name === name)?.ending
}

/**
 * Writes a dataset as a document, as lines or as a table, and reports what the format could not hold. An eval set loses
 * only reviews and the evaluators of an experiment; case lines also lose the fields of the set.
 *
 * @throws {EvalError} `usage` for a format that cannot be written
 */
export async function writeDatasetAs(
  name: string,
  dataset: Omit<Dataset, 'cases'>,
  cases: readonly EvalCase[],
  { formats, evaluators = [] }: WriteOptions,
): Promise<WrittenDataset> {
  const codec = await formats.find((format) => format.name === name && format.ending !== undefined)?.load()
  const write = codec?.write ?? writers[name]
  if (write === undefined) throw notWritten(name, formats)
  const { text, losses: lost } = write(dataset, cases, { evaluators })
  return { text, losses: codec?.keepsEvaluators === true ? lost : [...lost, ...evaluatorLosses(evaluators)] }
}

function notWritten(name: string, formats: readonly Format[]): EvalError {
  return new EvalError('usage', message('datasets are not written as {format}', { format: JSON.stringify(name) }), {
    hint: message('Formats: {formats}.', { formats: writableFormats(formats).join(', ') }),
  })
}

type Write = (dataset: Omit<Dataset, 'cases'>, cases: readonly EvalCase[], more: object) => WrittenDataset

const writers: Readonly<Record<string, Write>> = {
  'case-lines': (dataset, cases) => ({
    text: cases.map((evalCase) => `${toCaseLine(evalCase)}\n`).join(''),
    losses: [...setLosses(dataset), ...losses(cases, [reviewLoss])],
  }),
  csv: (_dataset, cases) => writeCsv(cases),
}

const endings: Readonly<Record<string, string>> = { 'case-lines': '.jsonl', csv: '.csv' }

function writeCsv(cases: readonly EvalCase[]): WrittenDataset {
  const more = [...new Set(cases.flatMap(({ metadata }) => Object.keys(metadata ?? {})))].filter(
    (column) => !mainColumns.includes(column),
  )
  const written = cases.filter(hasConversation)
  const rows = written.map((evalCase) => [...mainCells(evalCase), ...more.map((column) => evalCase.metadata?.[column])])
  return { text: [[...mainColumns, ...more], ...rows].map(csvLine).join(''), losses: losses(cases, csvLosses) }
}

const mainColumns: readonly string[] = ['id', 'prompt', 'expected', 'expected_tools']

function mainCells({ id, conversation }: EvalCase): readonly unknown[] {
  const [first] = conversation ?? []
  if (first === undefined) return [id]
  const calls = toolCallsOf(first)?.map((call) => adkToolCall.write(call, 'brief'))
  // "Expects no call" is an empty list; "expects nothing" is an empty cell.
  return [id, textOf(first.userContent) ?? '', responseTextOf(first) ?? '', calls ?? '']
}

const csvLosses: readonly Loss[] = [
  ...commonLosses,
  {
    of: ({ session }) => session !== undefined,
    say: (n) => message('{n} {n|case|cases} without the initial session', { n }),
  },
  {
    of: ({ finalSessionState }) => finalSessionState !== undefined,
    say: (n) => message('{n} {n|case|cases} without the expected final state', { n }),
  },
  {
    of: hasClashingMetadata,
    say: (n) => message('{n} {n|case|cases} without metadata called like a column of ours', { n }),
  },
]

function hasClashingMetadata({ metadata = {} }: EvalCase): boolean {
  return mainColumns.some((column) => Object.hasOwn(metadata, column))
}

function csvLine(cells: readonly unknown[]): string {
  return `${cells.map((cell) => csvCell(cellText(cell))).join(',')}\r\n`
}
