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
import { detectShape, sheetNamed } from './detect-format.ts'
import { type FileState, readBeginning, readChunks, readWhole, fileState } from './kit/read-file.ts'
import { MediaCount } from './media-notes.ts'
import { pickCases, refuseUnknownIds } from './selected-cases.ts'
import type { TableColumns } from './table/table-columns.ts'
import { readTranscriptLines, unreadTranscriptLines } from './transcript-lines.ts'

/**
 * Holds an opened dataset with what is known of its file. `dataset.cases()` can be read more than once; large files are
 * streamed each time.
 *
 * @example const isScripted = ({ simulated }: OpenedDataset) => simulated === 0
 */
export type OpenedDataset = {
  readonly dataset: Dataset
  readonly format: string
  /** Of the file's bytes. */
  readonly sha256: string
  /** Cases after selection. */
  readonly count: number
  /** Those of them without a written conversation: somebody has to play the user. */
  readonly simulated: number
  /** How often each case was recorded, for result files: a run that scores them again must look at all of them. */
  readonly repeats?: number
  /** What the file itself has recorded of an agent, for result files and transcripts. */
  readonly transcripts?: Transcripts
  /** Which case has no answer of an agent, where others have one. */
  readonly unanswered?: Message
  /** What the file itself asks to be measured, for experiments of strands-evals. */
  readonly evaluators?: readonly JsonObject[]
  /** What stands in the file and was passed over. */
  readonly notes?: readonly Message[]
  /** The same cases for whoever wants few of them, where that is less work: each is read when it is asked. */
  readonly unread?: () => AsyncIterable<readonly UnreadCase[]>
}

export type OpenDatasetOptions = {
  /** What a JSON document may be. */
  readonly formats: readonly Format[]
  /** For tables: which column means what. */
  readonly columns?: TableColumns | undefined
  /** Only these cases, in the order of the file. */
  readonly selected?: readonly string[] | undefined
  /** For review suites: where the documents lie (`fixtures` beside the file). */
  readonly fixtures?: string | undefined
  /** What problems call the file; its path unless given. */
  readonly called?: string | undefined
  /** Looks at every selected case before anything is done with one. @throws {EvalError} for a case that cannot be used */
  readonly check?: (evalCase: EvalCase) => void
  /** What others found in a file of these bytes: then nobody looks at each of its cases again. */
  readonly known?: { readonly sha256: string; readonly cases: number; readonly isRecorded: boolean } | undefined
}

const MIB = 1024 * 1024
/** Enough to tell what a file is. */
const BEGINNING = 64 * 1024
const LARGEST_DOCUMENT = 64 * MIB
const LARGEST_KEPT = 4 * MIB
/** So many selected cases are kept, however large the file is: to find them again means to read all of it. */
const FEW_CASES = 20

/**
 * Opens a dataset of any format and checks all of it, so that what is wrong is said before any agent is asked. Cases of
 * large `.jsonl` and `.csv` files are not kept but read again when they are needed.
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
  return openStream(source, shape, { bytesHashedBy: (hash) => readChunks(file, hash), keeps: false, ...options })
}

/**
 * The same of bytes that are there already; `file` is what its name and its problems are told by.
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
  const bytesHashedBy = (hash: Hash) => {
    hash.update(bytes)
    return pieces(bytes)
  }
  return openStream(source, shape, { bytesHashedBy, keeps: true, ...options })
}

/**
 * Transcripts that were recorded before: JSON lines, or the results that ADK or strands-evals wrote. Lines are read when they are wanted
 * and not before: what is wrong with one is said then, and nothing has been paid for. Whoever wants `few` of them hears nothing of
 * the others.
 *
 * @throws {EvalError} `format` when the file has none
 */
export async function openTranscriptsAs(
  path: string,
  { formats, few = false }: Pick<OpenDatasetOptions, 'formats'> & { readonly few?: boolean | undefined },
): Promise<Transcripts> {
  const file = await fileState(sheetNamed(path).file)
  const shape = detectShape(path, new TextDecoder().decode(await readBeginning(file.path, BEGINNING)))
  if (shape === 'lines' && (await formatOfLines(readChunks(file), path)) === 'transcript-lines') {
    const read = few ? unreadTranscriptLines : readTranscriptLines
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

async function openDocument(
  bytes: Uint8Array,
  path: string,
  { formats, selected, fixtures, check, columns }: OpenDatasetOptions,
): Promise<OpenedDataset> {
  const name = nameOf(path)
  const { dataset, format, transcripts, unanswered, evaluators, notes } = await readDocument(bytes, path, {
    name,
    formats,
    fixtures,
    columns,
  })
  const cases = await pickCases(dataset.cases, selected, path)
  const media = new MediaCount()
  for (const evalCase of cases) {
    media.add(evalCase)
    check?.(evalCase)
  }
  const said = [...(notes ?? []), ...media.notes()]
  return {
    dataset: { ...dataset, cases: () => cases },
    format,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    count: cases.length,
    simulated: cases.filter(isSimulated).length,
    ...(transcripts === undefined ? {} : { transcripts: () => each(transcripts), repeats: mostOfOne(transcripts) }),
    ...(unanswered === undefined ? {} : { unanswered }),
    ...(evaluators === undefined ? {} : { evaluators }),
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

type Streamed = OpenDatasetOptions & {
  /** The first reading, which tells what the file was. */
  readonly bytesHashedBy: (hash: Hash) => Bytes
  readonly keeps: boolean
}

async function openStream(
  unknown: Omit<CaseSource, 'format'>,
  shape: 'lines' | 'csv',
  { bytesHashedBy, keeps, selected, check, known }: Streamed,
): Promise<OpenedDataset> {
  const { path } = unknown
  const format = shape === 'csv' ? 'csv' : await formatOfLines(unknown.bytes(), path)
  if (format === undefined) throw noCases(path)
  const source: CaseSource = { ...unknown, format }
  if (known !== undefined && selected === undefined) {
    if ((await sha256Of(unknown.bytes())) === known.sha256) return openedUnread(source, known)
  }
  const hash = createHash('sha256')
  const wanted = selected === undefined ? undefined : new Set(selected)
  const isFew = wanted !== undefined && wanted.size <= FEW_CASES
  const first = { ...source, bytes: () => bytesHashedBy(hash) }
  const checked = await checkStream(first, { again: source, wanted, keeps: keeps || isFew, check })
  if (checked.total === 0) throw noCases(path)
  await refuseUnknownIds(checked.missing, () => streamIds(source), path)
  return {
    dataset: { id: nameOf(path), cases: keptOnce(checked.kept, () => streamCases(source, wanted)) },
    format,
    sha256: hash.digest('hex'),
    count: checked.count,
    simulated: checked.simulated,
    ...(checked.notes.length > 0 && { notes: checked.notes }),
    ...(checked.unanswered !== undefined && { unanswered: checked.unanswered }),
    ...transcriptsOf(source, checked.isRecorded),
    ...(!keeps && wanted === undefined && unreadOf(source)),
  }
}

/** A file all of whose cases somebody else has looked at. */
function openedUnread(source: CaseSource, { sha256, cases, isRecorded }: NonNullable<Streamed['known']>) {
  return {
    dataset: { id: nameOf(source.path), cases: () => streamCases(source, undefined) },
    format: source.format,
    sha256,
    count: cases,
    simulated: 0,
    ...transcriptsOf(source, isRecorded),
    ...unreadOf(source),
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

async function sha256Of(bytes: Bytes): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** What was read for checking is handed out once, each case forgotten as it goes; whoever asks again reads again. */
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

/** `sets/home.evalset.json` → `home`. */
function nameOf(path: string): string {
  const { file, sheet } = sheetNamed(path)
  return [basename(file).replace(/(\.evalset|\.test|\.evalset_result)?\.\w+$/, ''), sheet ?? []].flat().join('#')
}

// In pieces, so that the first line can be had without decoding everything.
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
