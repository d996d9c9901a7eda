import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Usage, EvalError, message } from '../../../core/index.ts'
import { indexWords, readDocument } from '../../../documents/index.ts'
import { loadWeights } from '../../../judges/embedded/weights.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import type { GeneralIdf } from './ambiguous-query.ts'
import { questionLanguage } from './answer-words.ts'
import { leastRelevance, readLabelledQuestions, type LeastRelevance } from './answerable.ts'
import { indexFolder, sectionsKey, type Contents, type IndexFolder, type KeptSections } from './index-folder.ts'
import { runbookProblem, runbooksIn, type RunbookFile, type RunbookProblem } from './runbook-files.ts'
import type { RunbookSearch } from './runbook-passage.ts'
import { documentRunbookSections, wholeText } from './runbook-sections.ts'
import { sectionSearch, type SearchedSection } from './section-search.ts'
import { embedSections, otherLengths } from './section-vectors.ts'

export type RunbookIndex = {
  readonly files: number
  readonly sections: number
  /** The model whose embeddings are searched beside the words; undefined where words count alone. */
  readonly embeddedBy: string | undefined
  /** Files that are not in it, and what was wrong with files that are. */
  readonly problems: readonly RunbookProblem[]
  /** When it was last built; ISO 8601. */
  readonly builtAt: string
  readonly search: RunbookSearch
  /** From which relevance on a question is answered; undefined where nobody can tell, and all are. */
  readonly leastRelevance: number | undefined
  readonly generalIdf: GeneralIdf
}

export type RunbookIndexOptions = {
  /** The folder that the index is kept in, which is its alone. */
  readonly at: string
  /** Adds search by meaning, where the index was built with the same model. */
  readonly embedding?: EmbeddingModel | undefined
  /** How that model was named, kept so that it can be opened again. */
  readonly embeddingName?: string
}

export type BuildRunbookIndexOptions = RunbookIndexOptions & {
  readonly now: () => Date
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: BuildProgress) => void
}

export type BuildProgress = {
  readonly step: 'reading' | 'embedding'
  readonly done: number
  readonly of: number
}

export type BuiltRunbookIndex = RunbookIndex & {
  /** The files that were read for it; all others were known. */
  readonly read: readonly string[]
  /** The files that it had before and that are gone. */
  readonly gone: readonly string[]
  /** How well the labelled questions of the folder tell what its runbooks do not cover; undefined where there are none. */
  readonly answerable: LeastRelevance | undefined
  /** What embedding took; undefined where nothing was embedded or the provider does not tell. */
  readonly usage: Usage | undefined
}

/**
 * Builds the index of a folder of runbooks, or brings it up to date: only files that changed are read and embedded. Until
 * it is done, and if it is stopped, the index that was there stays in use; what was read is not read again.
 *
 * @throws {EvalError} `usage` when there is no such folder, `store` when the index cannot be written
 */
export async function buildRunbookIndex(folder: string, options: BuildRunbookIndexOptions): Promise<BuiltRunbookIndex> {
  const { at, embeddingName, now, signal = new AbortController().signal, onProgress = () => {} } = options
  const kept = indexFolder(at)
  const [before, found] = [await kept.contents(), await runbooksIn(folder, signal)]
  const { files, read, problems } = await readAll(found.files, { kept, signal, onProgress })
  const embedding = knowsLanguage(options.embedding, files) ? options.embedding : undefined
  const usage = embedding && (await embedSections(files, { kept, embedding, signal, onProgress }))
  const own = files.flatMap(({ file, title, sections }) =>
    sections.map((section) => ({ ...section, file: `${file}\n${title}` })),
  )
  const contents: Contents = {
    builtAt: now().toISOString(),
    files: files.map(({ file, updatedAt, hash, key, sections }) => ({
      file,
      updatedAt,
      hash,
      key,
      sections: sections.length,
    })),
    problems: [...found.problems, ...problems],
    // Most questions find the runbooks as they were.
    words: before !== undefined && isSame(before, files) ? before.words : indexWords(own),
    ...(embedding !== undefined && { embeddedBy: embedding.id }),
    ...(embeddingName !== undefined && { embedding: embeddingName }),
  }
  const opened = await openedIndex(folder, contents, files, { kept, embedding })
  const answerable = await answerableIn(folder, opened.search, signal)
  const least = answerable?.least
  await kept.replace({ ...contents, ...(least !== undefined && { leastRelevance: least }) })
  const present = new Set(found.files.map(({ file }) => file))
  return {
    ...opened,
    leastRelevance: least,
    answerable,
    read,
    gone: (before?.files ?? []).map(({ file }) => file).filter((file) => !present.has(file)),
    usage,
  }
}

/** @throws {EvalError} `usage` when it was not built yet, or without this embedding model; `store` when it is damaged */
export async function openRunbookIndex(folder: string, options: RunbookIndexOptions): Promise<RunbookIndex> {
  const kept = indexFolder(options.at)
  const contents = await kept.contents()
  if (contents === undefined) {
    throw new EvalError('usage', message('{folder} has no index yet', { folder }), { hint: buildHint(folder) })
  }
  const { embeddedBy } = contents
  // What knows one language alone embeds nothing of runbooks in another.
  const embedding =
    options.embedding?.language !== undefined && embeddedBy === undefined ? undefined : options.embedding
  if (embedding !== undefined && embeddedBy !== embedding.id) {
    const named = { folder, model: embedding.id }
    throw new EvalError('usage', message('the index of {folder} has no embeddings of {model}', named), {
      hint: message('`shinsa runbook index {folder} --embedding {model}` adds them.', named),
    })
  }
  const files = await Promise.all(
    contents.files.map(async (file) => {
      const own = await kept.sections(file.key)
      if (own === undefined) throw damaged(folder)
      return { ...file, ...own }
    }),
  )
  return openedIndex(folder, contents, files, { kept, embedding })
}

/** The model whose embeddings an index has, as somebody named it; undefined where it has none. */
export async function embeddingOf({ at }: RunbookIndexOptions): Promise<string | undefined> {
  const contents = await indexFolder(at).contents()
  return contents?.embedding ?? contents?.embeddedBy
}

export type RunbookStatus = Pick<RunbookIndex, 'builtAt' | 'embeddedBy' | 'problems'> & {
  /** As they were when it was built. */
  readonly files: readonly string[]
  readonly indexed: readonly { readonly file: string; readonly sections: number; readonly updatedAt: string }[]
  readonly sections: number
  /** What a build would read, because it changed or is new; and what it would take out. */
  readonly changed: readonly string[]
  readonly added: readonly string[]
  readonly gone: readonly string[]
}

/** What is in the index of a folder, and how it differs from the folder; undefined when there is none. */
export async function runbookStatus(folder: string, { at }: RunbookIndexOptions): Promise<RunbookStatus | undefined> {
  const contents = await indexFolder(at).contents()
  if (contents === undefined) return undefined
  const { files, problems } = await runbooksIn(folder)
  const now = new Map(files.map(({ file, hash }) => [file, hash]))
  const unread = new Set(contents.problems.map(({ file }) => file))
  const known = new Map(contents.files.map(({ file, hash }) => [file, hash]))
  return {
    builtAt: contents.builtAt,
    embeddedBy: contents.embeddedBy,
    problems: [...contents.problems, ...problems.filter(({ file }) => !unread.has(file))],
    files: [...known.keys()],
    indexed: contents.files.map(({ file, sections, updatedAt }) => ({ file, sections, updatedAt })),
    sections: contents.files.reduce((sum, { sections }) => sum + sections, 0),
    changed: [...known].filter(([file, hash]) => now.has(file) && now.get(file) !== hash).map(([file]) => file),
    added: [...now.keys()].filter((file) => !known.has(file) && !unread.has(file)),
    gone: [...known.keys()].filter((file) => !now.has(file)),
  }
}

type ReadFile = Pick<RunbookFile, 'file' | 'updatedAt' | 'hash'> & KeptSections & { readonly key: string }

type ReadOptions = {
  readonly kept: IndexFolder
  readonly signal: AbortSignal
  readonly onProgress: (progress: BuildProgress) => void
}

async function readAll(found: readonly RunbookFile[], { kept, signal, onProgress }: ReadOptions) {
  const files: ReadFile[] = []
  const read: string[] = []
  const problems: RunbookProblem[] = []
  for (const [done, { file, path, updatedAt, hash }] of found.entries()) {
    signal.throwIfAborted()
    onProgress({ step: 'reading', done, of: found.length })
    const key = sectionsKey(hash)
    try {
      const known = await kept.sections(key)
      const own = known ?? (await readRunbook({ path, file }, signal))
      if (known === undefined) {
        await kept.keepSections(key, own)
        read.push(file)
      }
      files.push({ file, updatedAt, hash, key, ...own })
      problems.push(...own.warnings.map((problem) => ({ file, problem })))
    } catch (error) {
      signal.throwIfAborted()
      problems.push(runbookProblem(file, error))
    }
  }
  return { files, read, problems }
}

async function readRunbook(
  { path, file }: Pick<RunbookFile, 'path' | 'file'>,
  signal: AbortSignal,
): Promise<KeptSections> {
  const document = await readDocument(path, { signal })
  if (document.kind === 'image') throw new EvalError('format', message('{file} is an image, not a text', { file }))
  const warnings = [...document.warnings, ...document.pages.flatMap((page) => page.warnings)]
  return { ...(await documentRunbookSections(document)), warnings }
}

function isSame({ files: before }: Contents, files: readonly ReadFile[]): boolean {
  return (
    before.length === files.length &&
    before.every(({ file, key }, at) => file === files[at]?.file && key === files[at]?.key)
  )
}

/** A model of one language is of use where most runbooks are in it. */
function knowsLanguage(embedding: EmbeddingModel | undefined, files: readonly ReadFile[]): boolean {
  if (embedding?.language === undefined) return true
  const others = files.filter(({ sections }) =>
    sections.some(({ text }) => questionLanguage(text) !== embedding.language),
  )
  return others.length < files.length / 2
}

function sectionsOf({
  file,
  updatedAt,
  sections,
}: Pick<ReadFile, 'file' | 'updatedAt' | 'sections'>): SearchedSection[] {
  return sections.map(({ headings, pages }, index) => ({
    id: `${file}#${index + 1}`,
    text: wholeText(sections, index),
    file,
    heading: headings.join(' > '),
    headings,
    pages,
    updatedAt,
  }))
}

async function openedIndex(
  folder: string,
  contents: Contents,
  files: readonly ReadFile[],
  { kept, embedding }: { readonly kept: IndexFolder; readonly embedding: EmbeddingModel | undefined },
): Promise<RunbookIndex> {
  const sections = files.flatMap(sectionsOf)
  const embedded = embedding && { model: embedding, vectors: await vectorsOf(folder, files, kept, embedding) }
  const { idf } = await loadWeights()
  return {
    files: files.length,
    sections: sections.length,
    embeddedBy: embedding?.id,
    problems: contents.problems,
    builtAt: contents.builtAt,
    leastRelevance: contents.leastRelevance,
    generalIdf: (stem) => idf({ key: stem, kind: 'word', isStopWord: false, written: stem }),
    search: sectionSearch(sections, contents.words, embedded),
  }
}

async function vectorsOf(
  folder: string,
  files: readonly ReadFile[],
  kept: IndexFolder,
  { id }: EmbeddingModel,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = []
  for (const { key, sections } of files.filter(({ sections: own }) => own.length > 0)) {
    const whole = await kept.vectors(key, id)
    if (whole === undefined) throw damaged(folder)
    const size = whole.length / sections.length
    vectors.push(...sections.map((_, at) => whole.subarray(at * size, (at + 1) * size)))
  }
  if (new Set(vectors.map(({ length }) => length)).size > 1) throw otherLengths(id)
  return vectors
}

const questionsFile = 'questions.jsonl'

/** What the questions that somebody labelled for these runbooks tell; they lie in the folder. */
async function answerableIn(
  folder: string,
  search: RunbookSearch,
  signal: AbortSignal,
): Promise<LeastRelevance | undefined> {
  const text = await readFile(join(folder, questionsFile), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const asked = readLabelledQuestions(text, join(folder, questionsFile)).map(async ({ question, covered }) => ({
    covered,
    relevance: Math.max(0, ...(await search(question, { signal })).map(({ relevance }) => relevance)),
  }))
  return leastRelevance(await Promise.all(asked))
}

function damaged(folder: string): EvalError {
  return new EvalError('store', message('the index of {folder} is damaged', { folder }), { hint: buildHint(folder) })
}

function buildHint(folder: string) {
  return message('`shinsa runbook index {folder}` builds it.', { folder })
}
