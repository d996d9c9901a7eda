import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EvalError, message } from '../../core/index.ts'
import { ReviewedDocument } from '../../packs/review/document-review.ts'
import { readDocumentBytes, type Document } from '../../documents/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { recordsIn } from '../json-records.ts'

/** A document with the name of its stored file. */
const StoredDocument = ReviewedDocument.extend({ file: z.string().regex(/^[\w-]+\.[a-z]+$/) })
export type StoredDocument = z.infer<typeof StoredDocument>

/** Uploaded documents, stored in a folder of the project. */
export interface DocumentRepository {
  readonly folder: string
  all(): Promise<readonly StoredDocument[]>
  find(documentId: string): Promise<StoredDocument>
  /** Adds a document; the same file under the same name is added once. @throws {EvalError} `format` when it cannot be read */
  add(name: string, bytes: Uint8Array, now: Date): Promise<StoredDocument>
  bytesOf(document: StoredDocument): Promise<Uint8Array>
  remove(document: StoredDocument): Promise<void>
}

const mostBytes = 25 * 1024 * 1024
const mostDocuments = 500

export function documentRepository(folder: string): DocumentRepository {
  const records = recordsIn(folder, StoredDocument)
  return {
    folder,
    all: async () => records.all(),

    async find(documentId) {
      const found = (await records.all()).find((one) => one.documentId === documentId)
      if (found !== undefined) return found
      throw new EvalError('usage', message('there is no document {id}', { id: JSON.stringify(documentId) }))
    },

    async add(name, bytes, now) {
      const known = await records.all()
      const documentId = createHash('sha256').update(name).update('\0').update(bytes).digest('hex').slice(0, 24)
      const same = known.find((one) => one.documentId === documentId)
      if (same !== undefined) return same
      if (known.length >= mostDocuments) {
        throw new EvalError(
          'usage',
          message('there are {count} documents, and no more are kept', { count: known.length }),
          {
            hint: message('Remove those that nobody needs any more.'),
          },
        )
      }
      const document = await readDocumentBytes(bytes, name, { limits: { bytes: mostBytes } })
      const mimeType = mimeTypeOf(document)
      const stored: StoredDocument = {
        documentId,
        name,
        mimeType,
        pages: document.pages.length,
        bytes: bytes.length,
        uploadedAt: now.toISOString(),
        warnings: [...document.warnings, ...document.pages.flatMap(({ warnings }) => warnings)],
        file: `${documentId}.${endings[mimeType]}`,
      }
      await atomicWrite(join(folder, stored.file), bytes, { folders: true, replacesLinks: true })
      await records.keep(documentId, stored)
      return stored
    },

    bytesOf: async ({ file }) => readFile(join(folder, file)),

    async remove({ documentId, file }) {
      await records.remove(documentId)
      await rm(join(folder, file), { force: true })
    },
  }
}

const endings = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
} as const

/** Goes by the detected kind of the document, not by its name. */
export function mimeTypeOf(document: Document): keyof typeof endings {
  if (document.kind === 'image') return document.image.mimeType
  return (
    {
      pdf: 'application/pdf',
      markdown: 'text/markdown',
      text: 'text/plain',
      html: 'text/html',
      word: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    } as const
  )[document.source ?? document.kind]
}
