import { message } from '../../core/index.ts'
import { zipEntries } from '../../files/archive/zip-entries.ts'
import { parseJsonDocument, withoutNaN } from '../kit/source-text.ts'

/** Reads an Inspect log that is an archive with one file per sample, and returns it as the equivalent JSON document. */
export function inspectArchive(bytes: Uint8Array, file: string): unknown {
  const asJson = message('As JSON it can be read, too: inspect log convert --to json')
  const entries = zipEntries(bytes, file, {
    damaged: message('{file}: this is no log of Inspect, or it is damaged', { file }),
    damagedHint: asJson,
    tooLargeHint: asJson,
  })
  const names = entries.names.filter((name) => /^samples\/[^/]+\.json$/.test(name))
  const ordered = names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const samples = ordered.map((name) => parseJsonDocument(withoutNaN(entries.text(name) ?? ''), `${file}: ${name}`))
  return { eval: {}, samples }
}
