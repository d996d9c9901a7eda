import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { DocumentsOf } from '../core/index.ts'
import { keepLast } from '../core/basics/keep-last.ts'
import type { Document } from '../documents/index.ts'

/** Reads a document by its path. Those that were read last are kept: many checks look at one document. */
export type DocumentReader = (path: string, signal?: AbortSignal) => Promise<Document>

const keptDocuments = 8

export function documentReader(): DocumentReader {
  const kept = keepLast<Promise<Document>>(keptDocuments)
  return async (path, signal) => {
    signal?.throwIfAborted()
    const known = kept.get(path)
    // Without the signal of whoever asks first: others wait for the same document.
    return (
      known ??
      kept.set(
        path,
        import('../documents/index.ts').then(({ readDocument }) => readDocument(path)),
      )
    )
  }
}

/** How metrics get at the documents of a case. */
export function documentsOf(read: DocumentReader): DocumentsOf {
  return async ({ review }) => {
    const { verifyQuote } = await import('../documents/index.ts')
    const documents = await Promise.all((review?.documents ?? []).map((name) => read(join(review?.folder ?? '', name))))
    return documents.map((document) => ({
      ...document,
      findQuote: async (quote) => {
        await setImmediate()
        return verifyQuote(quote, document)
      },
    }))
  }
}
