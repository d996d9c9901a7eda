import type { Dataset, EvalCase, Format, JsonObject } from '../core/index.ts'
import type { TableColumns } from '../formats/table/table-columns.ts'
import {
  type OpenDatasetOptions,
  type TranscriptsOptions,
  openDatasetAs,
  openTranscriptsAs,
  readDatasetAs,
} from '../formats/open-dataset.ts'
import { packs } from '../packs/index.ts'

export const formats: readonly Format[] = packs.flatMap((pack) => pack.formats)

export function defaultFormat(): string {
  const format = formats.find(({ isDefault }) => isDefault === true)
  if (format === undefined) throw new Error('no pack brings a default format')
  return format.name
}

type DatasetsOptions = Omit<OpenDatasetOptions, 'formats'>

/**
 * Opens a dataset in any format that Shinsa reads: eval sets, tables, JSON lines, review suites, results of other
 * tools. The whole file is checked before the first case is returned. `selected` keeps the cases with these ids;
 * `columns` maps the columns of a table to their meaning.
 *
 * @throws {EvalError} `format` with file and line for an unreadable file, `usage` for a missing file or case
 * @example
 * const { dataset, count } = await openDataset('weather.csv', { columns: { prompt: 'question', expected: 'answer' } })
 * for await (const { id } of dataset.cases()) console.log(id, count)
 */
export async function openDataset(path: string, options: DatasetsOptions = {}) {
  return openDatasetAs(path, { formats, ...options })
}

/** Like `openDataset`, for bytes in memory. @throws {EvalError} with file and line */
export async function readDataset(bytes: Uint8Array, file: string, options: DatasetsOptions = {}) {
  return readDatasetAs(bytes, file, { formats, ...options })
}

/**
 * Opens recorded transcripts: JSON lines, traces, or results of ADK or strands-evals. Lines are read one by one, so an
 * error in a line is thrown when it is reached. With `few`, lines that are skipped are not parsed;
 * with `only`, transcripts of other cases may be left out.
 *
 * @throws {EvalError} `format` when the file has no transcripts
 * @example
 * const transcripts = await openTranscripts('answers.jsonl')
 * for await (const { caseId, invocations } of transcripts()) console.log(caseId, invocations.length)
 */
export async function openTranscripts(path: string, options: TranscriptsOptions = {}) {
  return openTranscriptsAs(path, { formats, ...options })
}

/**
 * Writes a dataset as text of another format, and returns as `losses` what that format cannot hold. `evaluators` are
 * those of an experiment of strands-evals.
 *
 * @throws {EvalError} `usage` for a format that cannot be written
 * @example
 * const { dataset } = await openDataset('weather.csv')
 * const { text, losses } = await writeDataset('adk-eval-set', dataset, await Array.fromAsync(dataset.cases()))
 * console.log(text, losses.map(toEnglish))
 */
export async function writeDataset(
  format: string,
  dataset: Omit<Dataset, 'cases'>,
  cases: readonly EvalCase[],
  { evaluators }: { readonly evaluators?: readonly JsonObject[] | undefined } = {},
) {
  const { writeDatasetAs: write } = await import('../formats/write-dataset.ts')
  return write(format, dataset, cases, { formats, evaluators })
}

/**
 * Opens people's labels of results: lines of `shinsa labels export`, a saved runbook evaluation with `human` blocks,
 * or a table.
 *
 * @throws {EvalError} `format` with file and line for an unreadable file, and for a file without labels
 * @example
 * const { results } = await openLabels('labels.jsonl')
 * results.filter(({ labels }) => labels.some(({ passed }) => passed === false)).map(({ evalCase }) => evalCase.id)
 */
export async function openLabels(path: string, options: { readonly columns?: TableColumns | undefined } = {}) {
  const { openLabelsAs: open } = await import('../formats/labels/open-labels.ts')
  return open(path, { ...options, formats })
}
