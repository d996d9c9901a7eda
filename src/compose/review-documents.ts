import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { EvalCase } from '../core/index.ts'
import { EvalError, message, toEnglish } from '../core/index.ts'
import { keepLast } from '../core/keep-last.ts'
import type { Document } from '../documents/index.ts'
import type { DocumentsOf } from '../metrics/index.ts'

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

/**
 * Makes sure that the documents of all reviews are there before anyone is asked.
 *
 * @throws {EvalError} `format` that names the case, the file and the folder
 */
export async function checkDocuments(cases: Iterable<EvalCase> | AsyncIterable<EvalCase>): Promise<void> {
  const { documentInFolder } = await import('../documents/index.ts')
  for await (const { id, review } of cases) {
    if (review === undefined) continue
    for (const name of review.documents) {
      try {
        await documentInFolder(review.folder, name)
      } catch (cause) {
        if (!(cause instanceof EvalError)) throw cause
        throw new EvalError('format', message('case "{id}": {problem}', { id, problem: toEnglish(cause.sentence) }), {
          ...(cause.hint !== undefined && { hint: cause.hint }),
          cause,
        })
      }
    }
  }
}
