import type { DocumentDataset, Format, Origin } from '../core/index.ts'
import { detectDocumentFormat } from './detect-format.ts'
import { locate, parseJsonDocument } from './kit/source-text.ts'

type DocumentOptions = {
  /** For formats that do not name their set. */
  readonly name: string
  /** What it may be. */
  readonly formats: readonly Format[]
  /** For review suites: where the documents lie. */
  readonly fixtures?: string | undefined
}

/** A JSON document of any kind as a dataset. @throws {EvalError} `format` with file, line and path */
export async function documentDataset(
  text: string,
  file: string,
  { name, formats, fixtures }: DocumentOptions,
): Promise<DocumentDataset & { readonly format: string }> {
  const value = parseJsonDocument(text, file)
  const origin: Origin = { file, lineOf: (path) => locate(text, path) }
  const format = detectDocumentFormat(value, file, formats)
  const { read } = await format.load()
  return { format: format.name, ...read(value, { origin, name, fixtures }) }
}
