import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Message, EvalError, message } from '../../core/index.ts'
import { readBeginning, readWhole, fileState } from '../../formats/kit/read-file.ts'
import type { ExportPage } from '../../traces/files/export-page.ts'
import { traceRecords, type TraceRecords } from '../../traces/files/trace-records.ts'
import type { TracedExchanges } from '../../targets/traced-target.ts'
import { tracedExchanges } from './traced-exchanges.ts'
import { notTraces, traceValues } from './trace-values.ts'

export type OpenedTraces = {
  readonly conversations: readonly TracedExchanges[]
  readonly notes: readonly Message[]
}

const BEGINNING = 64 * 1024

/** Tells whether a path is a folder or a file that begins like traces, whatever its name is. */
export async function mayBeTraces(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) return false
  if (stats.isDirectory()) return true
  if (!stats.isFile() || stats.size === 0) return false
  const beginning = await readBeginning(path, BEGINNING)
  if (beginning[0] === 0x1f && beginning[1] === 0x8b) return true
  const text = new TextDecoder().decode(beginning)
  return !ourWords.test(text) && traceWords.test(text)
}

// Our own transcripts name traces too, but may be too large to be read into memory.
const ourWords = /^\s*(?:\[\s*)?\{\s*"eval_?(set_?)?id"/i

const traceWords =
  /resource_?(spans|logs)|"?(trace|span)_?id"?|"observations"\s*:|"run_type"|"schema_version"\s*:\s*"ATIF|context\.span_id|openinference|"(gen_ai|traceloop|llm)[."]/i

/**
 * Reads the conversations of a file of traces, or of all such files below a folder; a trace may span several files.
 *
 * @throws {EvalError} `format` with file and position, and for files without a conversation
 */
export async function openTraces(path: string): Promise<OpenedTraces> {
  const opened = await tracesIn(path)
  if (opened === undefined) throw notTraces(path)
  if (opened.conversations.length > 0) return opened
  throw new EvalError('format', message('{path}: its spans tell of no agent’s or model’s work', { path }), {
    hint: message('The instrumentation may leave contents out: many do unless they are told to capture messages.'),
  })
}

export async function tracesIn(path: string): Promise<OpenedTraces | undefined> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
  const files = await traceFilesBelow(path)
  const read: { readonly file: string; readonly records: TraceRecords }[] = []
  const others: string[] = []
  for (const file of files) {
    await fileState(file)
    const records = traceRecords(await traceValues(await readWhole(file), file))
    if (records.spans.length > 0 || records.conversations.length > 0) read.push({ file, records })
    else others.push(file)
  }
  if (read.length === 0 && isFolder) throw notTraces(path)
  if (read.length === 0) return undefined
  const { exchanges, ...counts } = tracedExchanges(read.map(({ records }) => records))
  return {
    conversations: exchanges,
    notes: [
      ...read.flatMap(({ file, records }) => passedOver(file, records)),
      ...incomplete(read.flatMap(({ records }) => records.pages)),
      ...onlyNamed(read.map(({ records }) => records)),
      ...notesOfLeftOut(counts),
      ...withoutTraces(others),
    ],
  }
}

export async function traceFilesBelow(path: string): Promise<readonly string[]> {
  if ((await stat(path).catch(() => undefined))?.isDirectory() !== true) return [path]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && traceEnding.test(entry.name))
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted()
}

const traceEnding = /\.(json|jsonl|ndjson|csv|tsv|otlp)(\.gz)?$/i

function withoutTraces(files: readonly string[]): readonly Message[] {
  const [first] = files
  if (first === undefined) return []
  return [message('{n} {n|file has|files have} no trace, the first is {file}', { n: files.length, file: first })]
}

function passedOver(file: string, { others }: TraceRecords): readonly Message[] {
  const [first] = others
  if (first === undefined) return []
  const values = { n: others.length, file, place: first.place }
  return [
    message('{file}: {n} {n|record is|records are} no part of a trace and passed over, the first at {place}', values),
  ]
}

export function notesOfLeftOut({
  traces,
  withoutTurns,
}: {
  readonly traces: number
  readonly withoutTurns: number
}): readonly Message[] {
  if (withoutTurns === 0) return []
  const values = { n: withoutTurns, all: traces }
  return [message('{n} of {all} {all|trace|traces} left out: of no agent’s or model’s work is told there', values)]
}

/** Notes missing pages of an export, which would otherwise seem complete. Pages with one total belong together. */
function incomplete(pages: readonly ExportPage[]): readonly Message[] {
  const counted = Map.groupBy(
    pages.filter(({ total }) => total !== undefined),
    ({ total = 0 }) => total,
  )
  const lacking = [...counted].flatMap(([all, own]) => {
    const n = own.reduce((sum, { shown }) => sum + shown, 0)
    return n < all ? [message('{n} of {all} records are there: the other pages are in no file', { n, all })] : []
  })
  const others = pages.filter(({ total }) => total === undefined)
  const most = Math.max(0, ...others.map(({ totalPages }) => totalPages ?? 0))
  if (most > others.length) {
    lacking.push(message('{n} of {all} pages are there', { n: others.length, all: most }))
  } else if (most === 0 && others.length > 0 && others.every(({ hasNext }) => hasNext)) {
    lacking.push(message('more pages follow than the {n} that {n|is|are} there', { n: others.length }))
  }
  return lacking
}

/** Notes traces whose observations are in another file, since they look as if no tool had been called. */
function onlyNamed(files: readonly TraceRecords[]): readonly Message[] {
  const known = new Set(files.flatMap(({ spans }) => spans.map(({ spanId }) => spanId)))
  const n = files.flatMap(({ named }) => named.filter((ids) => ids.some((id) => !known.has(id)))).length
  if (n === 0) return []
  return [
    message(
      '{n} {n|trace names|traces name} observations that are not there: what happened in them, such as calls of tools, is not known',
      { n },
    ),
  ]
}
