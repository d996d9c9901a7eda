import { type Format, EvalError } from '../core/index.ts'
import { decodeText } from './kit/decode-text.ts'
import { lineSpans, listSpans, recordSpans, type CaseSpan } from './kit/case-spans.ts'
import { readWhole, fileState } from './kit/read-file.ts'
import { openDatasetAs, type OpenDatasetOptions } from './open-dataset.ts'

export type SoughtCase = { readonly id: string; readonly asked: string | undefined }

const LARGEST = 64 * 1024 * 1024

/**
 * Returns the 1-based line on which each case of a dataset file begins. Cases that cannot be located are left out; the
 * map is empty when the file is missing or too large to search.
 */
export async function linesOfCases(
  path: string,
  cases: readonly SoughtCase[],
  options: OpenDatasetOptions,
): Promise<ReadonlyMap<string, number>> {
  try {
    if ((await fileState(path)).size > LARGEST) return new Map()
    const text = decodeText(await readWhole(path), path)
    const places = (await placesInOrder(path, text, options)) ?? new Map<string, number>()
    return linesAt(
      text,
      new Map(cases.map(({ id, asked }) => [id, places.get(id) ?? mentionOf(id, text) ?? mentionOf(asked, text)])),
    )
  } catch (error) {
    // Line numbers are only a convenience, so an unreadable file must not fail anything else.
    if (error instanceof EvalError) return new Map()
    throw error
  }
}

async function placesInOrder(
  path: string,
  text: string,
  options: OpenDatasetOptions,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (!/\.(?:jsonl?|ndjson|csv|tsv)$/i.test(path)) return undefined
  const { dataset, format } = await openDatasetAs(path, options)
  const cases = await Array.fromAsync(dataset.cases(), ({ id }) => id)
  // A whole document may be one case.
  if (cases.length === 1) return new Map(cases.map((id) => [id, mentionOf(id, text) ?? 0]))
  const spans = await spansOf(text, path, options.formats.find(({ name }) => name === format) ?? format)
  if (spans.length !== cases.length) return undefined
  return new Map(cases.map((id, index) => [id, spans[index]?.start ?? 0]))
}

async function spansOf(text: string, path: string, format: Format | string): Promise<readonly CaseSpan[]> {
  if (format === 'csv') return recordSpans(text).slice(1)
  if (typeof format === 'string') return lineSpans(text)
  const layout = (await format.load()).edit
  return layout === undefined ? [] : listSpans(text, path, layout.key).elements
}

function mentionOf(id: string | undefined, text: string): number | undefined {
  if (id === undefined || id === '') return undefined
  const places = [JSON.stringify(id), `'${id}'`, `\`${id}\``].map((quoted) => text.indexOf(quoted))
  const found = places.filter((place) => place >= 0)
  return found.length === 0 ? undefined : Math.min(...found)
}

function linesAt(text: string, places: ReadonlyMap<string, number | undefined>): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  let line = 1
  let seen = 0
  const known = [...places].flatMap(([id, place]) => (place === undefined ? [] : [{ id, place }]))
  for (const { id, place } of known.toSorted((one, other) => one.place - other.place)) {
    for (let at = text.indexOf('\n', seen); at >= 0 && at < place; at = text.indexOf('\n', at + 1)) {
      line += 1
      seen = at + 1
    }
    lines.set(id, line)
  }
  return lines
}
