import { type Usage, EvalError, message } from '../../../core/index.ts'
import { readDocument } from '../../../documents/index.ts'
import type { EmbeddingModel } from '../../../models/index.ts'
import type { GeneralIdf } from './ambiguous-query.ts'
import { embedSections } from './embed-sections.ts'
import { indexFolder, sectionsKey, type Contents, type IndexFolder, type KeptSections } from './index-folder.ts'
import { runbookProblem, runbooksIn, type RunbookFile, type RunbookProblem } from './runbook-files.ts'
import type { RunbookSearch } from './runbook-passage.ts'
import { loadWeights } from '../../../judges/embedded/weights.ts'
import { runbookSearch } from './runbook-search.ts'
import { documentRunbookSections, wholeText } from './runbook-sections.ts'
import { sectionSearch, type IndexedSection } from './section-index.ts'
import { typicalScore } from './typical-score.ts'

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

/** An index that was just built, and what building it took. */
export type BuiltRunbookIndex = RunbookIndex & {
  /** The files that were read for it; all others were known. */
  readonly read: readonly string[]
  /** The files that it had before and that are gone. */
  readonly gone: readonly string[]
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
  const { at, embedding, embeddingName, now, signal, onProgress = () => {} } = options
  const kept = indexFolder(at)
  const [before, found] = [await kept.contents(), await runbooksIn(folder, signal)]
  const read: string[] = []
  const problems = [...found.problems]
  const files: OpenedFile[] = []
  for (const [index, file] of found.files.entries()) {
    signal?.throwIfAborted()
    onProgress({ step: 'reading', done: index, of: found.files.length })
    const key = sectionsKey(file.hash)
    try {
      const known = await kept.sections(key)
      const { sections, warnings } = known ?? (await readRunbook(file, key, kept, signal))
      if (known === undefined) read.push(file.file)
      const { file: name, updatedAt, hash } = file
      files.push({ file: name, updatedAt, hash, key, sections })
      problems.push(...warnings.map((problem) => ({ file: file.file, problem })))
    } catch (error) {
      signal?.throwIfAborted()
      problems.push(runbookProblem(file.file, error))
    }
  }
  const embedded = embedding && (await embedSections(files, { kept, embedding, signal, onProgress }))
  const withVectors = files.map((file) => ({ ...file, vectors: embedded?.vectors.get(file.key) }))
  const made = await indexed(withVectors)
  const contents: Contents = {
    builtAt: now().toISOString(),
    files: files.map(({ sections: own, ...file }) => ({ ...file, sections: own.length })),
    problems,
    typicalScore: typicalScore(made.sections, made.search),
    ...(embedding !== undefined && { embeddedBy: embedding.id, embedding: embeddingName }),
  }
  await kept.replace(contents)
  const present = new Set(found.files.map(({ file }) => file))
  return {
    ...opened(contents, withVectors, made, embedding),
    read,
    gone: (before?.files ?? []).map(({ file }) => file).filter((file) => !present.has(file)),
    usage: embedded?.usage,
  }
}

/** @throws {EvalError} `usage` when it was not built yet, or without this embedding model; `store` when it is damaged */
export async function openRunbookIndex(folder: string, { at, embedding }: RunbookIndexOptions): Promise<RunbookIndex> {
  const kept = indexFolder(at)
  const contents = await kept.contents()
  if (contents === undefined) {
    throw new EvalError('usage', message('{folder} has no index yet', { folder }), { hint: buildHint(folder) })
  }
  if (embedding !== undefined && contents.embeddedBy !== embedding.id) {
    const named = { folder, model: embedding.id }
    throw new EvalError('usage', message('the index of {folder} has no embeddings of {model}', named), {
      hint: message('`shinsa runbook index {folder} --embedding {model}` adds them.', named),
    })
  }
  const files: OpenedFile[] = []
  for (const file of contents.files) {
    const sections = (await kept.sections(file.key))?.sections
    const vectors = embedding && (await kept.vectors(file.key, embedding.id))
    if (sections === undefined || (embedding !== undefined && vectors === undefined)) throw damaged(folder)
    files.push({ ...file, sections, vectors })
  }
  return opened(contents, files, await indexed(files), embedding)
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

type OpenedFile = Omit<Contents['files'][number], 'sections'> &
  Pick<KeptSections, 'sections'> & {
    /** Those of all its sections, one after another. */
    readonly vectors?: Float32Array | undefined
  }

async function readRunbook(
  { path, file }: RunbookFile,
  key: string,
  kept: IndexFolder,
  signal: AbortSignal | undefined,
): Promise<KeptSections> {
  const document = await readDocument(path, { ...(signal && { signal }) })
  if (document.kind === 'image') throw new EvalError('format', message('{file} is an image, not a text', { file }))
  const warnings = [...document.warnings, ...document.pages.flatMap((page) => page.warnings)]
  const read = { sections: await documentRunbookSections(document), warnings }
  await kept.keepSections(key, read)
  return read
}

async function indexed(files: readonly OpenedFile[]) {
  const sections: readonly IndexedSection[] = files.flatMap(({ file, updatedAt, sections: ofFile }) =>
    ofFile.map(({ passage: { headings, pages }, terms }, index) => ({
      passage: {
        id: `${file}#${index + 1}`,
        text: wholeText(ofFile, index),
        file,
        heading: headings.join(' > '),
        headings,
        pages,
        updatedAt,
      },
      terms,
    })),
  )
  const { idf } = await loadWeights()
  const generalIdf: GeneralIdf = (stem) => idf({ key: stem, kind: 'word', isStopWord: false, written: stem })
  return { sections, generalIdf, search: sectionSearch(sections, generalIdf) }
}

function opened(
  contents: Contents,
  files: readonly OpenedFile[],
  { sections, search, generalIdf }: Awaited<ReturnType<typeof indexed>>,
  embedding: EmbeddingModel | undefined,
): RunbookIndex {
  return {
    files: files.length,
    sections: sections.length,
    embeddedBy: embedding?.id,
    problems: contents.problems,
    builtAt: contents.builtAt,
    generalIdf,
    search: runbookSearch(
      sections,
      { search, typicalScore: contents.typicalScore },
      embedding && { model: embedding, vectors: files.map(({ vectors = new Float32Array() }) => vectors) },
    ),
  }
}

function damaged(folder: string): EvalError {
  return new EvalError('store', message('the index of {folder} is damaged', { folder }), { hint: buildHint(folder) })
}

function buildHint(folder: string) {
  return message('`shinsa runbook index {folder}` builds it.', { folder })
}
