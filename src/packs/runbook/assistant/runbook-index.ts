import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Usage, EvalError, Message, message, stringifyJson } from '../../../core/index.ts'
import { type WordIndex, documentSections, indexWords, readDocument } from '../../../documents/index.ts'
import { atomicWrite } from '../../../files/index.ts'
import { loadWeights } from '../../../judges/embedded/weights.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import type { GeneralIdf } from './ambiguous-query.ts'
import { questionLanguage } from './answer-words.ts'
import { leastRelevance, readLabelledQuestions, type LeastRelevance } from './answerable.ts'
import { type RunbookFile, type RunbookProblem, runbookProblem, runbooksIn } from './runbook-files.ts'
import { type RunbookSearch, sectionSearch } from './section-search.ts'
import { embedSections, keptJson, sectionVectors } from './section-vectors.ts'

/** Raised when what is kept changes, or words are counted in another way: then everything is read again. */
const FORMAT = 12

/** A section of a runbook, whole: the steps of a procedure are an answer only together. */
const RunbookSection = z.object({
  text: z.string(),
  headings: z.array(z.string()),
  pages: z.tuple([z.number(), z.number()]),
})

const IndexedFile = z.object({
  file: z.string(),
  /** ISO 8601. */
  updatedAt: z.string(),
  hash: z.string(),
  title: z.string(),
  sections: z.array(RunbookSection),
  warnings: z.array(Message),
})
type IndexedFile = z.infer<typeof IndexedFile>

/** The index as it is kept. It is replaced in one go, so whoever opens it sees one build. */
const Contents = z.object({
  format: z.literal(FORMAT),
  /** ISO 8601. */
  builtAt: z.string(),
  files: z.array(IndexedFile),
  problems: z.array(z.object({ file: z.string(), problem: Message })),
  words: z.custom<WordIndex>((value) => typeof value === 'object' && value !== null),
  leastRelevance: z.number().optional(),
  embeddedBy: z.string().optional(),
  /** That model as somebody named it, with its address; `none` where somebody wants none. */
  embedding: z.string().optional(),
})
type Contents = z.infer<typeof Contents>

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

export type BuildProgress = { readonly step: 'reading' | 'embedding'; readonly done: number; readonly of: number }

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
 * it is done, and if it is stopped, the index that was there stays in use.
 *
 * @throws {EvalError} `usage` when there is no such folder, `store` when the index cannot be written
 */
export async function buildRunbookIndex(folder: string, options: BuildRunbookIndexOptions): Promise<BuiltRunbookIndex> {
  const { at, embeddingName, now, signal = new AbortController().signal, onProgress = () => {} } = options
  const [before, found] = [await contentsAt(at), await runbooksIn(folder, signal)]
  const { files, read, problems } = await readAll(found.files, before?.files ?? [], { signal, onProgress })
  const model = knowsLanguage(options.embedding, files) ? options.embedding : undefined
  const sections = files.flatMap((file) => file.sections)
  const usage = model && (await embedSections(sections, { at, model, signal, onProgress }))
  const contents: Contents = {
    format: FORMAT,
    builtAt: now().toISOString(),
    files,
    problems: [...found.problems, ...problems],
    // Most questions find the runbooks as they were.
    words: before !== undefined && isSame(before.files, files) ? before.words : indexWords(files.flatMap(wordsOf)),
    embeddedBy: model?.id,
    embedding: embeddingName,
  }
  const opened = await openedIndex(contents, at, model)
  const answerable = await answerableIn(folder, opened.search, signal)
  const kept = stringifyJson({ ...contents, leastRelevance: answerable?.least })
  await atomicWrite(join(at, 'index.json'), kept, { folders: true, replacesLinks: true })
  const gone = goneFrom(before?.files ?? [], found.files)
  return { ...opened, leastRelevance: answerable?.least, answerable, read, gone, usage }
}

/** @throws {EvalError} `usage` when it was not built yet, or without this embedding model */
export async function openRunbookIndex(folder: string, options: RunbookIndexOptions): Promise<RunbookIndex> {
  const contents = await contentsAt(options.at)
  if (contents === undefined) {
    throw new EvalError('usage', message('{folder} has no index yet', { folder }), {
      hint: message('`shinsa runbook index {folder}` builds it.', { folder }),
    })
  }
  const { embeddedBy } = contents
  // What knows one language alone embeds nothing of runbooks in another.
  const model = options.embedding?.language !== undefined && embeddedBy === undefined ? undefined : options.embedding
  if (model !== undefined && embeddedBy !== model.id) {
    const named = { folder, model: model.id }
    throw new EvalError('usage', message('the index of {folder} has no embeddings of {model}', named), {
      hint: message('`shinsa runbook index {folder} --embedding {model}` adds them.', named),
    })
  }
  return openedIndex(contents, options.at, model)
}

/** The model whose embeddings an index has, as somebody named it; undefined where it has none. */
export async function embeddingOf({ at }: RunbookIndexOptions): Promise<string | undefined> {
  const contents = await contentsAt(at)
  return contents?.embedding ?? contents?.embeddedBy
}

/** What is in the index of a folder, and how it differs from the folder; undefined when there is none. */
export async function runbookStatus(folder: string, { at }: RunbookIndexOptions) {
  const contents = await contentsAt(at)
  if (contents === undefined) return undefined
  const { files, problems } = await runbooksIn(folder)
  const indexed = contents.files.map(({ sections, ...file }) => ({ ...file, sections: sections.length }))
  const unread = new Set(contents.problems.map(({ file }) => file))
  const known = new Map(indexed.map(({ file, hash }) => [file, hash]))
  return {
    builtAt: contents.builtAt,
    embeddedBy: contents.embeddedBy,
    problems: [...contents.problems, ...problems.filter(({ file }) => !unread.has(file))],
    /** As they were when it was built. */
    files: [...known.keys()],
    indexed: indexed.map(({ file, sections, updatedAt }) => ({ file, sections, updatedAt })),
    sections: indexed.reduce((sum, { sections }) => sum + sections, 0),
    /** What a build would read, because it changed or is new; and what it would take out. */
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

/** Undefined where there is none; what is damaged, or of another version, is built anew. */
async function contentsAt(at: string): Promise<Contents | undefined> {
  return Contents.safeParse(await keptJson(join(at, 'index.json'))).data
}

async function readAll(
  found: readonly RunbookFile[],
  known: readonly IndexedFile[],
  { signal, onProgress }: Required<Pick<BuildRunbookIndexOptions, 'signal' | 'onProgress'>>,
) {
  const byHash = new Map(known.map((file) => [file.hash, file]))
  const files: IndexedFile[] = []
  const read: string[] = []
  const problems: RunbookProblem[] = []
  for (const [done, { file, path, updatedAt, hash }] of found.entries()) {
    signal.throwIfAborted()
    onProgress({ step: 'reading', done, of: found.length })
    try {
      const own = byHash.get(hash) ?? (await readRunbook(path, file, signal))
      if (!byHash.has(hash)) read.push(file)
      files.push({ ...own, file, updatedAt, hash })
      problems.push(...own.warnings.map((problem) => ({ file, problem })))
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
    sections: sections.map(({ headings, text, pages: [first, last] }): IndexedFile['sections'][number] => ({
      text,
      headings: [...headings],
      pages: [first, last],
    })),
    warnings: [...document.warnings, ...document.pages.flatMap((page) => page.warnings)],
  }
}

function isSame(before: readonly IndexedFile[], files: readonly IndexedFile[]): boolean {
  return (
    before.length === files.length &&
    files.every(({ file, hash }, at) => file === before[at]?.file && hash === before[at]?.hash)
  )
}

function wordsOf({ file, title, sections }: IndexedFile) {
  return sections.map((section) => ({ ...section, file: `${file}\n${title}` }))
}

/** A model of one language is of use where most runbooks are in it. */
function knowsLanguage(embedding: EmbeddingModel | undefined, files: readonly IndexedFile[]): boolean {
  const others = files.filter(({ sections }) =>
    sections.some(({ text }) => questionLanguage(text) !== embedding?.language),
  )
  return embedding?.language === undefined || others.length < files.length / 2
}

async function openedIndex(contents: Contents, at: string, model: EmbeddingModel | undefined): Promise<RunbookIndex> {
  const { files, problems, builtAt } = contents
  const sections = files.flatMap(({ file, updatedAt, sections: own }) =>
    own.map(({ headings, pages }, index) => ({
      id: `${file}#${index + 1}`,
      text: wholeText(own, index),
      file,
      heading: headings.join(' > '),
      headings,
      pages,
      updatedAt,
    })),
  )
  const vectors =
    model &&
    (await sectionVectors(
      files.flatMap((file) => file.sections),
      { at, model },
    ))
  const { idf } = await loadWeights()
  return {
    files: files.length,
    sections: sections.length,
    embeddedBy: model?.id,
    problems,
    builtAt,
    leastRelevance: contents.leastRelevance,
    generalIdf: (stem) => idf({ key: stem, kind: 'word', isStopWord: false, written: stem }),
    search: sectionSearch(sections, contents.words, model && vectors && { model, vectors }),
  }
}

/** From here on what stands under a section is no part of it. */
const LONGEST_WHOLE = 4000

/** What a section says, with the sections below it where they are not too long. */
function wholeText(sections: IndexedFile['sections'], index: number): string {
  const [own, ...after] = sections.slice(index)
  if (own === undefined) return ''
  const end = after.findIndex(
    ({ headings }) =>
      headings.length <= own.headings.length || own.headings.some((heading, at) => headings[at] !== heading),
  )
  const below = after
    .slice(0, end === -1 ? undefined : end)
    .map(({ headings, text }) => `\n\n${'#'.repeat(Math.min(6, headings.length))} ${headings.at(-1)}\n\n${text}`)
    .join('')
  return below.length + own.text.length > LONGEST_WHOLE ? own.text : own.text + below
}

/** What the questions that somebody labelled for these runbooks tell; they lie in the folder. */
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
