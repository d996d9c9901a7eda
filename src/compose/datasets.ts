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

/** Opens a dataset of any format, see `formats/open-dataset.ts`. @throws {EvalError} with file and line */
export async function openDataset(path: string, options: DatasetsOptions = {}) {
  return openDatasetAs(path, { formats, ...options })
}

/** The same of bytes that are there already. @throws {EvalError} with file and line */
export async function readDataset(bytes: Uint8Array, file: string, options: DatasetsOptions = {}) {
  return readDatasetAs(bytes, file, { formats, ...options })
}

/** Transcripts that were recorded before. @throws {EvalError} `format` when the file has none */
export async function openTranscripts(path: string, { few }: { readonly few?: boolean | undefined } = {}) {
  return openTranscriptsAs(path, { formats, few })
}

/** A dataset in another format, with what that one could not hold. @throws {EvalError} `usage` for one that cannot be written */
export async function writeDataset(
  format: string,
  dataset: Omit<Dataset, 'cases'>,
  cases: readonly EvalCase[],
  { evaluators }: { readonly evaluators?: readonly JsonObject[] | undefined } = {},
) {
  const { writeDatasetAs: write } = await import('../formats/write-dataset.ts')
  return write(format, dataset, cases, { formats, evaluators })
}

/** What people said of results. @throws {EvalError} with file and line */
export async function openLabels(path: string, options: { readonly columns?: TableColumns | undefined } = {}) {
  const { openLabelsAs: open } = await import('../formats/labels/open-labels.ts')
  return open(path, { ...options, formats })
}
