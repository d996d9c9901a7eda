import { parseJsonDocument } from '../kit/source-text.ts'
import { zipEntries } from '../workbook/zip-entries.ts'

/** A log of Inspect that is an archive, with a file for each sample, as the document that it would be in JSON. */
export function inspectArchive(bytes: Uint8Array, file: string): unknown {
  const entries = zipEntries(bytes, file)
  const names = entries.names.filter((name) => /^samples\/[^/]+\.json$/.test(name))
  const ordered = names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const samples = ordered.map((name) => parseJsonDocument(entries.text(name) ?? '', `${file}: ${name}`))
  return { eval: {}, samples }
}
