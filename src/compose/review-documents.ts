import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { DocumentsOf } from '../core/index.ts'
import { keepLast } from '../core/basics/keep-last.ts'
import type { Document } from '../documents/index.ts'

/** Reads a document by its path and keeps the latest ones, since many checks read the same document. */
export type DocumentReader = (path: string, signal?: AbortSignal) => Promise<Document>

const keptDocuments = 8

/** A document being read, with the number of waiting callers; without any, reading stops, since OCR takes long. */
type ReviewDocumentsReading = {
  readonly document: Promise<Document>
  readonly stopping: AbortController
  waiting: number
}

export function documentReader(): DocumentReader {
  const kept = keepLast<ReviewDocumentsReading>(keptDocuments)
  return async (path, signal) => {
    signal?.throwIfAborted()
    const key = `${path} ${await versionOf(path)}`
    const known = kept.get(key)
    const reading = known !== undefined && !known.stopping.signal.aborted ? known : kept.set(key, startReading(path))
    reading.waiting += 1
    return untilAborted(reading, signal)
  }
}

/** A file that cannot be examined fails with its reason when it is read. */
async function versionOf(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined)
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size}`
}

function startReading(path: string): ReviewDocumentsReading {
  const stopping = new AbortController()
  const { signal } = stopping
  const document = import('../documents/index.ts').then(async ({ readDocument, withOcr }) =>
    withOcr(await readDocument(path, { signal }), path, signal),
  )
  return { document, stopping, waiting: 0 }
}

/** Reading goes on until no caller is left. */
async function untilAborted(reading: ReviewDocumentsReading, signal: AbortSignal | undefined): Promise<Document> {
  if (signal === undefined) return reading.document
  const left = Promise.withResolvers<never>()
  const leave = () => {
    reading.waiting -= 1
    if (reading.waiting === 0) reading.stopping.abort(signal.reason)
    left.reject(signal.reason)
  }
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([reading.document, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

export function documentAccess(read: DocumentReader): DocumentsOf {
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
