import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Usage, EvalError, message, stringifyJson } from '../../../core/index.ts'
import { documentSections, indexWords, readDocument } from '../../../documents/index.ts'
import { loadWeights } from '../../../judges/embedded/weights.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import type { GeneralIdf } from './ambiguous-query.ts'
import { questionLanguage } from './answer-words.ts'
import { leastRelevanceOf, readLabelledQuestions, type LeastRelevance } from './answerable.ts'
import {
  type IndexedFile,
  type KeptIndex,
  type RunbookProblem,
  type RunbookSection,
  readStored,
  sectionsOf,
  writeStored,
} from './kept-index.ts'
import { type RunbookFile, runbookProblem, runbooksIn } from './runbook-files.ts'
import { type RunbookSearch, sectionSearch } from './section-search.ts'
import { embedSections, sectionVectors } from './section-vectors.ts'

export type RunbookIndex = {
  readonly files: number
  readonly sections: number
  /** The embedding model; undefined where only words are searched. */
  readonly embeddedBy: string | undefined
  /** Files that could not be indexed, and problems of indexed ones. */
  readonly problems: readonly RunbookProblem[]
  /** Time of the last build, ISO 8601. */
  readonly builtAt: string
  readonly search: RunbookSearch
  /** Minimum relevance of an answer; undefined where every question is answered. */
  readonly leastRelevance: number | undefined
  readonly generalIdf: GeneralIdf
}

export type RunbookIndexOptions = {
  /** The index's own folder. */
  readonly at: string
  /** Adds search by meaning, if the index was built with the same model. */
  readonly embedding?: EmbeddingModel | undefined
  /** The model's name as given, stored so that it can be opened again. */
  readonly embeddingName?: string
}

export type BuildRunbookIndexOptions = RunbookIndexOptions & {
  readonly now: () => Date
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: BuildProgress) => void
}

export type BuildProgress = { readonly step: 'reading' | 'embedding'; readonly done: number; readonly of: number }

export type BuiltRunbookIndex = RunbookIndex & {
  /** Files read by this build; the others were unchanged. */
  readonly read: readonly string[]
  /** Files removed since the last build. */
  readonly gone: readonly string[]
  /** How well the folder's labelled questions separate uncovered questions; undefined without labels. */
  readonly answerable: LeastRelevance | undefined
  /** Tokens used for embeddings; undefined where none were made or the provider does not report them. */
  readonly usage: Usage | undefined
}

/**
 * Builds or updates the index of a folder of runbooks: only changed files are read and embedded. Until the build is done, or if it is
 * stopped, the former index stays in use.
 *
 * @throws {EvalError} `usage` when there is no such folder, `store` when the index cannot be written
 */
export async function buildRunbookIndex(folder: string, options: BuildRunbookIndexOptions): Promise<BuiltRunbookIndex> {
  const { at, embeddingName, now, signal = new AbortController().signal, onProgress = () => {} } = options
  const [before, found] = [await keptIndex({ at }), await runbooksIn(folder, signal)]
  const { files, read, problems } = await readAll(found.files, before?.files ?? [], { signal, onProgress })
  const model = knowsLanguage(options.embedding, files) ? options.embedding : undefined
  const index: KeptIndex = {
    builtAt: now().toISOString(),
    files,
    problems: [...found.problems, ...problems],
    words: before !== undefined && isSame(before.files, files) ? before.words : indexWords(searchedTexts(files)),
    leastRelevance: undefined,
    embeddedBy: model?.id,
    embedding: embeddingName,
  }
  const usage = model && (await embedSections(files.flatMap(sectionsOf), { at, model, signal, onProgress }))
  const opened = await openedIndex(index, at, model)
  const answerable = await answerableIn(folder, opened.search, signal)
  const leastRelevance = answerable?.least
  await writeStored<KeptIndex>(fileIn(at), FORMAT, {
    value: { ...index, leastRelevance, files: files.map((file) => ({ ...file, text: noText })) },
    blocks: files.map(({ text }) => text),
  })
  return { ...opened, leastRelevance, answerable, read, gone: goneFrom(before?.files ?? [], found.files), usage }
}

/** @throws {EvalError} `usage` when it was not built, or not with this embedding model */
export async function openRunbookIndex(folder: string, options: RunbookIndexOptions): Promise<RunbookIndex> {
  const index = await keptIndex(options)
  if (index === undefined) {
    throw new EvalError('usage', message('{folder} has no index yet', { folder }), {
      hint: message('`shinsa runbook index {folder}` builds it.', { folder }),
    })
  }
  const { embeddedBy } = index
  // A model for one language is not used for runbooks in another.
  const model = options.embedding?.language !== undefined && embeddedBy === undefined ? undefined : options.embedding
  if (model !== undefined && embeddedBy !== model.id) {
    const named = { folder, model: model.id }
    throw new EvalError('usage', message('the index of {folder} has no embeddings of {model}', named), {
      hint: message('`shinsa runbook index {folder} --embedding {model}` adds them.', named),
    })
  }
  return openedIndex(index, options.at, model)
}

/** Its number is raised when the layout or the word splitting changes; older indexes are then rebuilt. */
const FORMAT = 'runbooks 20'

const noText = new Uint8Array()

async function keptIndex({ at }: Pick<RunbookIndexOptions, 'at'>): Promise<KeptIndex | undefined> {
  const stored = await readStored<KeptIndex>(fileIn(at), FORMAT)
  if (stored === undefined) return undefined
  const { value, blocks } = stored
  return { ...value, files: value.files.map((file, index) => ({ ...file, text: blocks[index] ?? noText })) }
}

function fileIn(at: string): string {
  return join(at, 'index')
}

/** The embedding model of an index as it was named; undefined where there is none. */
export async function embeddingOf({ at }: RunbookIndexOptions): Promise<string | undefined> {
  const index = await keptIndex({ at })
  return index?.embedding ?? index?.embeddedBy
}

/** Compares the index with its folder; undefined without an index. */
export async function runbookStatus(folder: string, { at }: RunbookIndexOptions) {
  const index = await keptIndex({ at })
  if (index === undefined) return undefined
  const { files, problems } = await runbooksIn(folder)
  const unread = new Set(index.problems.map(({ file }) => file))
  const known = new Map(index.files.map(({ file, hash }) => [file, hash]))
  return {
    builtAt: index.builtAt,
    embeddedBy: index.embeddedBy,
    problems: [...index.problems, ...problems.filter(({ file }) => !unread.has(file))],
    /** Files as of the last build. */
    files: [...known.keys()],
    indexed: index.files.map(({ file, sections, updatedAt }) => ({ file, sections, updatedAt })),
    sections: index.files.reduce((sum, { sections }) => sum + sections, 0),
    /** Files that a build would read because they changed or are new, and those it would remove. */
    changed: files.filter(({ file, hash }) => known.has(file) && known.get(file) !== hash).map(({ file }) => file),
    added: files.filter(({ file }) => !known.has(file) && !unread.has(file)).map(({ file }) => file),
    gone: goneFrom(index.files, files),
  }
}

export type RunbookStatus = NonNullable<Awaited<ReturnType<typeof runbookStatus>>>

type NamedFile = { readonly file: string }

function goneFrom(before: readonly NamedFile[], now: readonly NamedFile[]): readonly string[] {
  const present = new Set(now.map(({ file }) => file))
  return before.map(({ file }) => file).filter((file) => !present.has(file))
}

async function readAll(
  found: readonly RunbookFile[],
  before: readonly IndexedFile[],
  { signal, onProgress }: Required<Pick<BuildRunbookIndexOptions, 'signal' | 'onProgress'>>,
) {
  const known = new Map(before.map((file) => [file.hash, file]))
  const files: IndexedFile[] = []
  const read: string[] = []
  const problems: RunbookProblem[] = []
  for (const [done, { file, path, updatedAt, hash }] of found.entries()) {
    signal.throwIfAborted()
    onProgress({ step: 'reading', done, of: found.length })
    try {
      const contents = known.get(hash) ?? (await readRunbook(path, file, signal))
      if (!known.has(hash)) read.push(file)
      files.push({ ...contents, file, updatedAt, hash })
      problems.push(...contents.warnings.map((problem) => ({ file, problem })))
    } catch (error) {
      signal.throwIfAborted()
      problems.push(runbookProblem(file, error))
    }
  }
  return { files, read, problems }
}

async function readRunbook(path: string, file: string, signal: AbortSignal) {
  const document = await readDocument(path, { signal })
  if (document.kind === 'image') throw new EvalError('format', message('{file} is an image, not a text', { file }))
  const { title = '', tags, sections } = await documentSections(document)
  return {
    title: [title, ...tags].join('\n').trim(),
    sections: sections.length,
    text: Buffer.from(stringifyJson(sections)),
    warnings: [...document.warnings, ...document.pages.flatMap((page) => page.warnings)],
  }
}

function isSame(before: readonly IndexedFile[], files: readonly IndexedFile[]): boolean {
  const pairs = before.map(({ file, hash }, at) => file === files[at]?.file && hash === files[at].hash)
  return before.length === files.length && pairs.every(Boolean)
}

function* searchedTexts(files: readonly IndexedFile[]) {
  for (const file of files) {
    for (const section of sectionsOf(file)) yield { ...section, file: `${file.file}\n${file.title}` }
  }
}

/** A model for one language is useful where most sections are in it. */
function knowsLanguage(embedding: EmbeddingModel | undefined, files: readonly IndexedFile[]): boolean {
  if (embedding?.language === undefined) return true
  const known = files.flatMap(sectionsOf).map(({ text }) => questionLanguage(text) === embedding.language)
  return known.filter(Boolean).length > known.length / 2
}

async function openedIndex(index: KeptIndex, at: string, model: EmbeddingModel | undefined): Promise<RunbookIndex> {
  const { files, problems, builtAt, leastRelevance, words } = index
  const places = files.flatMap((file) => Array.from({ length: file.sections }, (_, number) => ({ file, number })))
  const vectors = model && (await sectionVectors(files.flatMap(sectionsOf), { at, model }))
  const { idf } = await loadWeights()
  const sectionsIn = sectionsOfLast()
  return {
    files: files.length,
    sections: places.length,
    embeddedBy: model?.id,
    problems,
    builtAt,
    leastRelevance,
    generalIdf: (stem) => idf({ key: stem, kind: 'word', isStopWord: false, written: stem }),
    search: sectionSearch(
      (number) => {
        const place = places[number]
        return place && searchedSection(place, sectionsIn)
      },
      words,
      model && vectors && { model, vectors },
    ),
  }
}

type SectionPlace = { readonly file: IndexedFile; readonly number: number }

/** Keeps the sections of the last file, since a search often finds several in a long one. */
function sectionsOfLast(): typeof sectionsOf {
  let last: { readonly file: IndexedFile; readonly sections: readonly RunbookSection[] } | undefined
  return (file) => {
    if (last?.file !== file) last = { file, sections: sectionsOf(file) }
    return last.sections
  }
}

function searchedSection({ file, number }: SectionPlace, sectionsIn: typeof sectionsOf) {
  const [own, ...after] = sectionsIn(file).slice(number)
  const { file: name, updatedAt } = file
  const heading = own?.headings.join(' > ') ?? ''
  return own && { ...own, id: `${name}#${number + 1}`, text: wholeText(own, after), file: name, heading, updatedAt }
}

/** Characters up to which lower sections are appended. */
const LONGEST_WHOLE = 4000

/** The section's text with the sections below it, where they are not too long. */
function wholeText({ headings, text }: RunbookSection, after: readonly RunbookSection[]): string {
  let whole = text
  for (const below of after) {
    const isBelow = below.headings.length > headings.length && headings.every((one, at) => below.headings[at] === one)
    if (!isBelow) break
    whole += `\n\n${'#'.repeat(Math.min(6, below.headings.length))} ${below.headings.at(-1)}\n\n${below.text}`
    if (whole.length > LONGEST_WHOLE) return text
  }
  return whole
}

/** The threshold from the folder's labelled questions. */
async function answerableIn(
  folder: string,
  search: RunbookSearch,
  signal: AbortSignal,
): Promise<LeastRelevance | undefined> {
  const file = join(folder, 'questions.jsonl')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const asked = readLabelledQuestions(text, file).map(async ({ question, covered }) => ({
    covered,
    relevance: Math.max(0, ...(await search(question, { signal })).map(({ relevance }) => relevance)),
  }))
  return leastRelevanceOf(await Promise.all(asked))
}
