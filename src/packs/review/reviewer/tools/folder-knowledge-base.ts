import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { EvalError } from '../../../../core/index.ts'
import { type Document, documentSections, indexWords, wordSearch } from '../../../../documents/index.ts'
import type { SearchKnowledge } from './knowledge-bases.ts'
import { ToolFailure } from './review-tool.ts'

export type FolderOptions = {
  readonly folders: Readonly<Record<string, string>>
  readonly read: (path: string) => Promise<Document>
  /** Searches knowledge bases that have no folder. */
  readonly otherwise: SearchKnowledge
}

const mostFiles = 500

/**
 * Makes folders of documents searchable as knowledge bases. The names of files and subfolders are the ids of data
 * sources. A folder is read once, at its first search.
 */
export function folderKnowledgeBases({ folders, read, otherwise }: FolderOptions): SearchKnowledge {
  const indexes = new Map<string, ReturnType<typeof indexFolder>>()
  return async (base, query, options) => {
    const { knowledgeBaseId, dataSourceIds } = base
    if (!Object.hasOwn(folders, knowledgeBaseId)) return otherwise(base, query, options)
    const folder = folders[knowledgeBaseId] ?? ''
    const indexing = indexes.get(folder) ?? indexFolder(folder, read)
    indexes.set(folder, indexing)
    const index = await indexing
    const isWanted = (file: string) =>
      dataSourceIds === undefined || dataSourceIds.some((source) => file === source || file.startsWith(`${source}/`))
    return index
      .search(query)
      .flatMap(({ at, relevance }) => {
        const section = index.sections[at]
        return section !== undefined && isWanted(section.file) ? [{ ...section, relevance }] : []
      })
      .slice(0, options.top)
      .map(({ file, pages: [page], text, relevance }) => ({
        location: file,
        locationType: 'file' as const,
        page,
        score: relevance,
        text,
      }))
  }
}

/** Longer passages are cut to this many characters for the model. */
const LONGEST = 1000

async function indexFolder(folder: string, read: FolderOptions['read']) {
  const sections: (Awaited<ReturnType<typeof documentSections>>['sections'][number] & { readonly file: string })[] = []
  for (const path of await filesIn(folder)) {
    const file = relative(folder, path).split(sep).join('/')
    const document = await documentAt(path, file, read)
    if (document.kind === 'image') continue
    const divided = await documentSections(document, { longest: LONGEST })
    sections.push(...divided.sections.map((section) => ({ ...section, file })))
  }
  return { sections, search: wordSearch(indexWords(sections)) }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && /\.(?:pdf|md|markdown|txt|text)$/i.test(entry.name))
    if (files.length > mostFiles) throw new ToolFailure(`The knowledge base has more than ${mostFiles} documents.`)
    return files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new ToolFailure(`Its folder cannot be read: ${error.message}`)
    throw error
  }
}

async function documentAt(file: string, name: string, read: FolderOptions['read']): Promise<Document> {
  try {
    return await read(file)
  } catch (error) {
    if (error instanceof EvalError) throw new ToolFailure(`${name} cannot be read: ${error.message}`)
    throw error
  }
}
