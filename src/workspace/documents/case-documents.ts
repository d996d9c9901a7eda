import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EvalCase, type Invocation, EvalError, message, responseTextOf } from '../../core/index.ts'
import type { CaseDocuments, PageText } from '../../packs/review/document-review.ts'
import { documentInFolder, readDocumentBytes, type DocumentPage } from '../../documents/index.ts'
import type { DocumentReader } from '../../compose/review-documents.ts'
import { packageFolder } from '../../files/index.ts'
import { checkQuotes } from './check-quotes.ts'
import { mimeTypeOf } from './document-repository.ts'
import { isPathInside } from '../../files/path-inside.ts'
import { citedIn } from './reviews.ts'

/** The text of a page that the browser shows beside the page's picture. */
export function pageText({ number, text, ocr }: DocumentPage): PageText {
  return { page: number, text, ...(ocr && { ocr: { confidence: ocr.confidence, words: [...ocr.words] } }) }
}

/** Returns the documents of a case with the reviewer's quotes from them. A document's id is its index in the case. */
export async function documentsOfCase(
  evalCase: EvalCase,
  invocations: readonly Invocation[],
  { project, read }: { readonly project: string; readonly read: DocumentReader },
): Promise<CaseDocuments> {
  const names = evalCase.review?.documents ?? []
  const files = await Promise.all(
    names.map(async (_, index) => {
      const { name, path } = await placeOf(evalCase, String(index), project)
      return { name, document: await read(path) }
    }),
  )
  const last = invocations.at(-1)
  const review = last === undefined ? undefined : citedIn(responseTextOf(last) ?? '')
  return {
    documents: files.map(({ name, document }, index) => ({
      documentId: String(index),
      name,
      mimeType: mimeTypeOf(document),
      pages: document.pages.map(pageText),
    })),
    quotes: checkQuotes(
      review?.citations ?? [],
      files.map(({ document }, index) => ({ documentId: String(index), document })),
    ),
    boundingBoxes: review?.boundingBoxes ?? [],
  }
}

/** @throws {EvalError} `usage` when the case has no such document, or it lies outside of the project */
export async function fileOfCase(evalCase: EvalCase, documentId: string, project: string) {
  const { name, path } = await placeOf(evalCase, documentId, project)
  const bytes = await readFile(path)
  return { name, mimeType: mimeTypeOf(await readDocumentBytes(bytes, name)), bytes }
}

// Only files that can be read as documents are served, whatever else a dataset names as one.
async function placeOf({ review }: EvalCase, documentId: string, project: string) {
  const name = /^\d{1,4}$/.test(documentId) ? review?.documents[Number(documentId)] : undefined
  if (review === undefined || name === undefined) {
    throw new EvalError('usage', message('the case has no document {id}', { id: JSON.stringify(documentId) }))
  }
  return { name, path: await pathOf(review.folder, name, project) }
}

const shipped = join(packageFolder, 'examples')

/** The run may come from another machine, or its dataset may name a folder outside of the project. */
async function pathOf(folder: string, name: string, project: string): Promise<string> {
  let cause: EvalError | undefined
  try {
    const path = await documentInFolder(folder, name)
    if ((await isPathInside(path, project)) || (await isPathInside(path, shipped))) return path
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    cause = error
  }
  throw new EvalError('usage', message('{name} does not lie in this project', { name }), {
    hint: message('It may have been moved since the run, or the run was made in another folder.'),
    cause,
  })
}
