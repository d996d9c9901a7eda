import { createHash, type Hash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import {
  type Dataset,
  type EvalCase,
  type Format,
  type JsonObject,
  type Message,
  type RecordedTranscript,
  type Transcripts,
  EvalError,
  message,
} from '../core/index.ts'
import { checkStream, isSimulated, streamCases, streamIds, streamTranscripts, type CaseSource } from './check-stream.ts'
import type { Bytes } from './kit/byte-lines.ts'
import { type UnreadCase, formatOfLines, isReadByLine, unreadBatches } from './case-batches.ts'
import type { documentDataset } from './document-dataset.ts'
import { decodeText } from './kit/decode-text.ts'
import { namesFew } from './kit/names-few.ts'
import { detectShape, sheetNamed } from './detect-format.ts'
import { type FileState, readBeginning, readChunks, readWhole, fileState } from './kit/read-file.ts'
import { MediaCount } from './media-notes.ts'
import { pickCases, refuseUnknownIds } from './selected-cases.ts'
import type { TableColumns } from './table/table-columns.ts'
import { readTranscriptLines, unreadTranscriptLines } from './transcript-lines.ts'

/**
 * Holds an opened dataset and what is known of its file. `dataset.cases()` can be read more than once; large files are
 * streamed each time.
 *
 * @example const isScripted = ({ simulated }: OpenedDataset) => simulated === 0
 */
export type OpenedDataset = {
  readonly dataset: Dataset
  readonly format: string
  /** SHA-256 of the file's bytes. */
  readonly sha256: string
  /** Number of selected cases. */
  readonly count: number
  /** Number of all cases, where only some are selected; undefined also where an unchanged file is not read for it. */
  readonly total?: number | undefined
  /** Number of selected cases without a written conversation, for which a simulated user is needed. */
  readonly simulated: number
  /** For result files: the most recordings of one case, so that scoring them again covers all of them. */
  readonly repeats?: number
  /** For result files and transcripts: the recorded answers of an agent. */
  readonly transcripts?: Transcripts
  /** Names the first case without a recorded answer; undefined unless other cases have one. */
  readonly unanswered?: Message
  /** For experiments of strands-evals: the evaluators that the file names. */
  readonly evaluators?: readonly JsonObject[]
  /** Remarks about parts of the file that were skipped. */
  readonly notes?: readonly Message[]
  /** The same cases, each parsed when it is called; present when that saves work for a caller who needs only a few. */
  readonly unread?: () => AsyncIterable<readonly UnreadCase[]>
}

export type OpenDatasetOptions = {
  readonly formats: readonly Format[]
  readonly columns?: TableColumns | undefined
  /** Ids of the selected cases; all cases when undefined. */
  readonly selected?: readonly string[] | undefined
  /** Folder of the documents of a review suite (default `fixtures` beside the file). */
  readonly fixtures?: string | undefined
  /** The name of the file in error messages (default its path). */
  readonly called?: string | undefined
  /** Checks every selected case before any is used. @throws {EvalError} for a case that cannot be used */
  readonly check?: (evalCase: EvalCase) => void
  /** The result of an earlier check of a file with this hash, so that its cases are not checked again. */
  readonly known?: { readonly sha256?: string | undefined; readonly cases?: number | undefined } | undefined
}

const MIB = 1024 * 1024
const BEGINNING = 64 * 1024
const LARGEST_DOCUMENT = 64 * MIB
const LARGEST_KEPT = 4 * MIB

/**
 * Opens a dataset of any format and checks all of it, so that problems are reported before any agent is called. Cases
 * of large `.jsonl` and `.csv` files are not kept but read again.
 *
 * @throws {EvalError} with file and line
 */
export async function openDatasetAs(named: string, options: OpenDatasetOptions): Promise<OpenedDataset> {
  const { called = named, columns, fixtures = join(dirname(named), 'fixtures') } = options
  const { file: path } = sheetNamed(named)
  const file = await fileState(path)
  const shape = detectShape(called, new TextDecoder().decode(await readBeginning(path, BEGINNING)))
  const isWhole = shape === 'document' || shape === 'workbook'
  if (isWhole) refuseLargeDocument(file)
  if (isWhole || file.size <= LARGEST_KEPT) {
    return readDatasetAs(await readWhole(path), called, { ...options, fixtures })
  }
  const source = { path: called, columns, bytes: () => readChunks(file) }
  return openStream(source, shape, { keeps: false, ...options })
}

/**
 * Reads a dataset from bytes; `file` is its name in messages and decides its format.
 *
 * @throws {EvalError} with file and line
 */
export async function readDatasetAs(
  bytes: Uint8Array,
  file: string,
  options: OpenDatasetOptions,
): Promise<OpenedDataset> {
  const shape = detectShape(file, new TextDecoder().decode(bytes.subarray(0, BEGINNING)))
  if (shape === 'document' || shape === 'workbook') return openDocument(bytes, file, options)
  const source = { path: file, columns: options.columns, bytes: () => pieces(bytes) }
  return openStream(source, shape, { keeps: true, ...options })
}

/**
 * Opens recorded transcripts: JSON lines, or results of ADK or strands-evals. Lines are parsed one by one as they are
 * consumed, so an invalid line is reported only then. With `few`, lines that the caller skips are not parsed; of a few
 * cases in `only`, the others are not even decoded.
 *
 * @throws {EvalError} `format` when the file has no transcripts
 */
export async function openTranscriptsAs(
  path: string,
  { formats, few = false, only }: Pick<OpenDatasetOptions, 'formats'> & TranscriptsOptions,
): Promise<Transcripts> {
  const file = await fileState(sheetNamed(path).file)
  const shape = detectShape(path, new TextDecoder().decode(await readBeginning(file.path, BEGINNING)))
  if (shape === 'lines' && (await formatOfLines(readChunks(file), path)) === 'transcript-lines') {
    const mayName = only && namesFew(only)
    if (mayName !== undefined) {
      const kept: RecordedTranscript[] = []
      for await (const one of unreadTranscriptLines(readChunks(file), path, mayName))
        if (only?.has(one.caseId) === true) kept.push(one)
      return () => each(kept)
    }
    const read = few || only !== undefined ? unreadTranscriptLines : readTranscriptLines
    return () => read(readChunks(file), path)
  }
  const { transcripts } = await openDatasetAs(path, { formats })
  if (transcripts !== undefined) return transcripts
  throw new EvalError('format', message('{file}: there are no transcripts in it', { file: path }), {
    hint: message(
      'Each line is like {example}; traces of OTLP, Langfuse, LangSmith, Phoenix and ATIF are read too. Answers in a table are scored where they stand beside the questions, in a column actual_output, without a target.',
      {
        example: '{"eval_id": "…", "invocations": […]}',
      },
    ),
  })
}

export type TranscriptsOptions = {
  readonly few?: boolean | undefined
  /** The ids of the only cases whose transcripts are needed. */
  readonly only?: ReadonlySet<string> | undefined
}

async function openDocument(bytes: Uint8Array, path: string, options: OpenDatasetOptions): Promise<OpenedDataset> {
  const read = await readDocument(bytes, path, { name: nameOf(path), ...options })
  const { dataset, transcripts, notes, ...others } = read
  const cases = await pickCases(dataset.cases, options.selected, path)
  return {
    ...others,
    dataset: { ...dataset, cases: () => cases },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...checkedCases(cases, options.check, notes),
    total: dataset.cases.length,
    ...(transcripts && { transcripts: () => each(transcripts), repeats: mostOfOne(transcripts) }),
  }
}

function checkedCases(
  cases: readonly EvalCase[],
  check: OpenDatasetOptions['check'],
  notes: readonly Message[] = [],
): Pick<OpenedDataset, 'count' | 'simulated' | 'notes'> {
  const media = new MediaCount()
  for (const evalCase of cases) {
    media.add(evalCase)
    check?.(evalCase)
  }
  const said = [...notes, ...media.notes()]
  return {
    count: cases.length,
    simulated: cases.filter(isSimulated).length,
    ...(said.length > 0 && { notes: said }),
  }
}

async function readDocument(
  bytes: Uint8Array,
  path: string,
  reading: Parameters<typeof documentDataset>[2],
): ReturnType<typeof documentDataset> {
  if (detectShape(path, '[') === 'workbook') {
    const { workbookDataset } = await import('./workbook/workbook-dataset.ts')
    const { file, sheet } = sheetNamed(path)
    return workbookDataset(bytes, file, { name: reading.name, columns: reading.columns ?? {}, sheet })
  }
  const { documentDataset: read, valueDataset } = await import('./document-dataset.ts')
  if (!/\.eval$/i.test(path)) return read(decodeText(bytes, path), path, reading)
  const { inspectArchive } = await import('./table/inspect-archive.ts')
  return valueDataset({ value: inspectArchive(bytes, path), origin: { file: path } }, reading)
}

function refuseLargeDocument({ path, size }: FileState): void {
  if (size <= LARGEST_DOCUMENT) return
  throw new EvalError(
    'format',
    message('{file}: a document of {size} MiB is too large', { file: path, size: Math.ceil(size / MIB) }),
    { hint: message('Write one case per line into a .jsonl file instead: it is streamed, however large it is.') },
  )
}

function mostOfOne(transcripts: readonly RecordedTranscript[]): number {
  const counts = Map.groupBy(transcripts, ({ caseId }) => caseId).values()
  return Math.max(1, ...[...counts].map((group) => group.length))
}

type Streamed = OpenDatasetOptions & { readonly keeps: boolean }

async function openStream(
  unknown: Omit<CaseSource, 'format'>,
  shape: 'lines' | 'csv',
  options: Streamed,
): Promise<OpenedDataset> {
  const { keeps, selected, check } = options
  const { path } = unknown
  const format = shape === 'csv' ? 'csv' : await formatOfLines(unknown.bytes(), path)
  if (format === undefined) throw noCases(path)
  const source: CaseSource = { ...unknown, format }
  const unchanged = await openUnchanged(source, options)
  if (unchanged !== undefined) return unchanged
  const hash = createHash('sha256')
  const wanted = selected === undefined ? undefined : new Set(selected)
  const isFew = wanted !== undefined && namesFew(wanted) !== undefined
  const first = { ...source, bytes: () => hashed(source.bytes(), hash) }
  const checked = await checkStream(first, { again: source, wanted, keeps: keeps || isFew, check })
  if (checked.total === 0) throw noCases(path)
  await refuseUnknownIds(checked.missing, () => streamIds(source), path)
  return {
    dataset: { id: nameOf(path), cases: keptOnce(checked.kept, () => streamCases(source, wanted)) },
    format,
    sha256: hash.digest('hex'),
    count: checked.count,
    total: checked.total,
    simulated: checked.simulated,
    ...(checked.notes.length > 0 && { notes: checked.notes }),
    ...(checked.unanswered !== undefined && { unanswered: checked.unanswered }),
    ...transcriptsOf(source, checked.isRecorded),
    ...(!keeps && wanted === undefined && unreadOf(source)),
  }
}

/** Opens a file that was checked before without checking it again; undefined when it has changed since. */
async function openUnchanged(
  source: CaseSource,
  { known: { sha256, cases: total } = {}, selected, check }: Streamed,
): Promise<OpenedDataset | undefined> {
  const { format, path } = source
  const ids = new Set(selected)
  const mayName = namesFew(ids)
  const isAll = selected === undefined
  if (sha256 === undefined || mayName === undefined || !isReadByLine(format)) return undefined
  if (isAll && total === undefined) return undefined
  const hash = createHash('sha256')
  const cases: EvalCase[] = []
  for await (const batch of unreadBatches(format, hashed(source.bytes(), hash), path, mayName))
    cases.push(...batch.map((read) => read()).filter(({ id }) => ids.has(id)))
  if (hash.digest('hex') !== sha256 || cases.length < ids.size) return undefined
  return {
    dataset: { id: nameOf(path), cases: () => (isAll ? streamCases(source, undefined) : cases) },
    format,
    sha256,
    ...checkedCases(cases, check),
    total,
    ...transcriptsOf(source, false),
    ...(isAll && { count: total, ...unreadOf(source) }),
  }
}

function transcriptsOf(source: CaseSource, isRecorded: boolean): Pick<OpenedDataset, 'transcripts'> {
  if (isRecorded) return { transcripts: () => streamTranscripts(source) }
  if (source.format !== 'transcript-lines') return {}
  return { transcripts: () => readTranscriptLines(source.bytes(), source.path) }
}

function unreadOf({ format, bytes, path }: CaseSource): Pick<OpenedDataset, 'unread'> {
  return isReadByLine(format) ? { unread: () => unreadBatches(format, bytes(), path) } : {}
}

/** Hands out the checked cases once and releases each as it goes; later calls read the file again. */
function keptOnce(checked: readonly EvalCase[] | undefined, again: () => AsyncIterable<EvalCase>): Dataset['cases'] {
  let kept = checked
  return () => {
    const cases = kept
    kept = undefined
    return cases === undefined ? again() : forgetting(cases.toReversed())
  }
}

function* forgetting(reversed: EvalCase[]): Generator<EvalCase> {
  for (let next = reversed.pop(); next !== undefined; next = reversed.pop()) yield next
}

function nameOf(path: string): string {
  const { file, sheet } = sheetNamed(path)
  return [basename(file).replace(/(\.evalset|\.test|\.evalset_result)?\.\w+$/, ''), sheet ?? []].flat().join('#')
}

async function* hashed(bytes: Bytes, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}

// Chunks allow reading the first line without decoding everything.
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += MIB) yield bytes.subarray(start, start + MIB)
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

function noCases(file: string): EvalError {
  return new EvalError('format', message('{file}: there is no case in it', { file }), {
    hint: message('A dataset has at least one case.'),
  })
}
