import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Usage, EvalError, message } from '../../../core/index.ts'
import { documentSections, indexWords, readDocument } from '../../../documents/index.ts'
import { loadWeights } from '../../../judges/embedded/weights.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import type { GeneralIdf } from './ambiguous-query.ts'
import { questionLanguage } from './answer-words.ts'
import { leastRelevance, readLabelledQuestions, type LeastRelevance } from './answerable.ts'
import {
  FORMAT,
  type IndexHead,
  type IndexedFile,
  type KeptLines,
  type KeptIndex,
  type RunbookSection,
  keptLinesIn,
  keptLinesOf,
  readIndexHead,
  readKeptIndex,
  sectionsOf,
  wordIndexOf,
  writeKeptIndex,
} from './kept-index.ts'
import { type RunbookFile, type RunbookProblem, runbookProblem, runbooksIn } from './runbook-files.ts'
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
  const [before, found] = [await readKeptIndex(at), await runbooksIn(folder, signal)]
  const { files, sections, read, problems } = await readAll(found.files, before, { signal, onProgress })
  const { words, lengths, postings } = isSame(before, files) ? { ...before, ...before.head } : wordsOf(files, sections)
  const model = knowsLanguage(options.embedding, files, sections) ? options.embedding : undefined
  const head: IndexHead = {
    format: FORMAT,
    builtAt: now().toISOString(),
    files,
    problems: [...found.problems, ...problems],
    words,
    lengths,
    embeddedBy: model?.id,
    embedding: embeddingName,
  }
  const usage = model && (await embedSections([...sectionsFrom(sections)], { at, model, signal, onProgress }))
  const opened = await openedIndex({ head, sections, postings }, at, model)
  const answerable = await answerableIn(folder, opened.search, signal)
  await writeKeptIndex(at, { head: { ...head, leastRelevance: answerable?.least }, sections, postings })
  const gone = goneFrom(before?.head.files ?? [], found.files)
  return { ...opened, leastRelevance: answerable?.least, answerable, read, gone, usage }
}

/** @throws {EvalError} `usage` when it was not built, or not with this embedding model */
export async function openRunbookIndex(folder: string, options: RunbookIndexOptions): Promise<RunbookIndex> {
  const index = await readKeptIndex(options.at)
  if (index === undefined) {
    throw new EvalError('usage', message('{folder} has no index yet', { folder }), {
      hint: message('`shinsa runbook index {folder}` builds it.', { folder }),
    })
  }
  const { embeddedBy } = index.head
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

/** The embedding model of an index as it was named; undefined where there is none. */
export async function embeddingOf({ at }: RunbookIndexOptions): Promise<string | undefined> {
  const head = await readIndexHead(at)
  return head?.embedding ?? head?.embeddedBy
}

/** Compares the index with its folder; undefined without an index. */
export async function runbookStatus(folder: string, { at }: RunbookIndexOptions) {
  const contents = await readIndexHead(at)
  if (contents === undefined) return undefined
  const { files: indexed } = contents
  const { files, problems } = await runbooksIn(folder)
  const unread = new Set(contents.problems.map(({ file }) => file))
  const known = new Map(indexed.map(({ file, hash }) => [file, hash]))
  return {
    builtAt: contents.builtAt,
    embeddedBy: contents.embeddedBy,
    problems: [...contents.problems, ...problems.filter(({ file }) => !unread.has(file))],
    /** Files as of the last build. */
    files: [...known.keys()],
    indexed: indexed.map(({ file, sections, updatedAt }) => ({ file, sections, updatedAt })),
    sections: sectionsOf(contents),
    /** Files that a build would read because they changed or are new, and those it would remove. */
    changed: files.filter(({ file, hash }) => known.has(file) && known.get(file) !== hash).map(({ file }) => file),
    added: files.filter(({ file }) => !known.has(file) && !unread.has(file)).map(({ file }) => file),
    gone: goneFrom(indexed, files),
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
  before: KeptIndex | undefined,
  { signal, onProgress }: Required<Pick<BuildRunbookIndexOptions, 'signal' | 'onProgress'>>,
) {
  const byHash = new Map(knownFiles(before).map((file) => [file.hash, file]))
  const files: IndexedFile[] = []
  const lines: Buffer[] = []
  const read: string[] = []
  const problems: RunbookProblem[] = []
  for (const [done, { file, path, updatedAt, hash }] of found.entries()) {
    signal.throwIfAborted()
    onProgress({ step: 'reading', done, of: found.length })
    try {
      const { sections, ...own } = byHash.get(hash) ?? (await readRunbook(path, file, signal))
      if (!byHash.has(hash)) read.push(file)
      files.push({ ...own, file, updatedAt, hash, sections: sections.count })
      lines.push(sections.bytes)
      problems.push(...own.warnings.map((problem) => ({ file, problem })))
    } catch (error) {
      signal.throwIfAborted()
      problems.push(runbookProblem(file, error))
    }
  }
  return { files, sections: keptLinesIn(lines), read, problems }
}

function knownFiles(before: KeptIndex | undefined) {
  let end = 0
  return (before?.head.files ?? []).map((file) => {
    const first = end
    end += file.sections
    return { ...file, sections: before?.sections.part(first, end) ?? keptLinesIn([]) }
  })
}

async function readRunbook(path: string, file: string, signal: AbortSignal) {
  const document = await readDocument(path, { signal })
  if (document.kind === 'image') throw new EvalError('format', message('{file} is an image, not a text', { file }))
  const { title = '', tags, sections } = await documentSections(document)
  return {
    title: [title, ...tags].join('\n').trim(),
    sections: keptLinesOf(sections),
    warnings: [...document.warnings, ...document.pages.flatMap((page) => page.warnings)],
  }
}

function isSame(before: KeptIndex | undefined, files: readonly IndexedFile[]): before is KeptIndex {
  return (
    before?.head.files.length === files.length &&
    files.every(({ file, hash }, at) => file === before.head.files[at]?.file && hash === before.head.files[at]?.hash)
  )
}

function wordsOf(files: readonly IndexedFile[], sections: KeptLines) {
  const { lengths, postings } = indexWords(sectionsWithFiles(files, sections))
  return { words: [...postings.keys()], lengths, postings: keptLinesOf([...postings.values()]) }
}

function* sectionsWithFiles(files: readonly IndexedFile[], sections: KeptLines) {
  let end = 0
  for (const { file, title, sections: count } of files) {
    const first = end
    end += count
    for (const section of sectionsFrom(sections, first, end)) yield { ...section, file: `${file}\n${title}` }
  }
}

/** A model for one language is useful where most runbooks are in it. */
function knowsLanguage(
  embedding: EmbeddingModel | undefined,
  files: readonly IndexedFile[],
  sections: KeptLines,
): boolean {
  if (embedding?.language === undefined) return true
  const others = new Set<string>()
  for (const { file, text } of sectionsWithFiles(files, sections)) {
    if (questionLanguage(text) !== embedding.language) others.add(file)
  }
  return others.size < files.length / 2
}

async function openedIndex(index: KeptIndex, at: string, model: EmbeddingModel | undefined): Promise<RunbookIndex> {
  const { files, problems, builtAt } = index.head
  const places = files.flatMap((file) => Array.from({ length: file.sections }, (_, number) => ({ file, number })))
  const vectors = model && (await sectionVectors([...sectionsFrom(index.sections)], { at, model }))
  const { idf } = await loadWeights()
  return {
    files: files.length,
    sections: places.length,
    embeddedBy: model?.id,
    problems,
    builtAt,
    leastRelevance: index.head.leastRelevance,
    generalIdf: (stem) => idf({ key: stem, kind: 'word', isStopWord: false, written: stem }),
    search: sectionSearch(
      { at: (number) => searchedSection(index.sections, number, places[number]) },
      wordIndexOf(index),
      model && vectors && { model, vectors },
    ),
  }
}

type SectionPlace = { readonly file: IndexedFile; readonly number: number }

function searchedSection(sections: KeptLines, at: number, place: SectionPlace | undefined) {
  if (place === undefined) return undefined
  const { file, updatedAt, sections: count } = place.file
  const from = sectionsFrom(sections, at, at - place.number + count)
  const own = from.next().value as RunbookSection // There is one where there is a place.
  const heading = own.headings.join(' > ')
  return { ...own, id: `${file}#${place.number + 1}`, text: wholeText(own, from), file, heading, updatedAt }
}

function* sectionsFrom(lines: KeptLines, first = 0, end = lines.count): Generator<RunbookSection> {
  for (let at = first; at < end; at += 1) yield lines.at(at) as RunbookSection // As it was written.
}

/** Characters up to which lower sections are appended. */
const LONGEST_WHOLE = 4000

/** The section's text with the sections below it, where they are not too long. */
function wholeText({ headings, text }: RunbookSection, after: Iterable<RunbookSection>): string {
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
  return leastRelevance(await Promise.all(asked))
}
