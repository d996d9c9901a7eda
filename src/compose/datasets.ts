import type { Dataset, EvalCase, Format, JsonObject } from '../core/index.ts'
import type { TableColumns } from '../formats/table/table-columns.ts'
import { type OpenDatasetOptions, openDatasetAs, openTranscriptsAs, readDatasetAs } from '../formats/open-dataset.ts'
import { packs } from '../packs/index.ts'

/** Every kind of JSON document that a dataset may be. */
export const formats: readonly Format[] = packs.flatMap((pack) => pack.formats)

/** What documents are written as unless somebody says otherwise. */
export function defaultFormat(): string {
  const format = formats.find(({ isDefault }) => isDefault === true)
  if (format === undefined) throw new Error('no pack brings a default format')
  return format.name
}

type DatasetsOptions = Omit<OpenDatasetOptions, 'formats'>

/**
 * Opens a dataset, in any format that Shinsa reads: eval sets, tables, JSON lines, review suites, results of other tools.
 * All of it is checked before anything is given out; `selected` takes some cases by their ids, `columns` says which column
 * of a table means what.
 *
 * @throws {EvalError} `format` with file and line for what cannot be read, `usage` for a file or a selected case that is
 * not there
 * @example
 * const { dataset, count } = await openDataset('weather.csv', { columns: { prompt: 'question', expected: 'answer' } })
 * for await (const { id } of dataset.cases()) console.log(id, count)
 */
export async function openDataset(path: string, options: DatasetsOptions = {}) {
  return openDatasetAs(path, { formats, ...options })
}

/** The same of bytes that are there already. @throws {EvalError} with file and line */
export async function readDataset(bytes: Uint8Array, file: string, options: DatasetsOptions = {}) {
  return readDatasetAs(bytes, file, { formats, ...options })
}

/**
 * Opens transcripts that were recorded before: JSON lines, traces, or results that ADK or strands-evals wrote. Lines are
 * read when they are wanted, and what is wrong with one is said then. Whoever wants `few` of them hears nothing of the
 * others.
 *
 * @throws {EvalError} `format` when the file has none
 * @example
 * const transcripts = await openTranscripts('answers.jsonl')
 * for await (const { caseId, invocations } of transcripts()) console.log(caseId, invocations.length)
 */
export async function openTranscripts(path: string, { few }: { readonly few?: boolean | undefined } = {}) {
  return openTranscriptsAs(path, { formats, few })
}

/**
 * Writes a dataset in another format, as text, and tells as `losses` what that format could not hold. `evaluators` are
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
 * Opens what people said of results: lines that `shinsa labels export` wrote, a saved runbook evaluation with `human`
 * blocks, or a table.
 *
 * @throws {EvalError} `format` with file and line for what cannot be read, and for a file without labels
 * @example
 * const { results } = await openLabels('labels.jsonl')
 * results.filter(({ labels }) => labels.some(({ passed }) => passed === false)).map(({ evalCase }) => evalCase.id)
 */
export async function openLabels(path: string, options: { readonly columns?: TableColumns | undefined } = {}) {
  const { openLabelsAs: open } = await import('../formats/labels/open-labels.ts')
  return open(path, { ...options, formats })
}
