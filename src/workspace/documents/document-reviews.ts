import { join } from 'node:path'
import { type EvalCase, type Invocation, EvalError, message } from '../../core/index.ts'
import {
  type DocumentReview,
  type Override,
  type PageText,
  type ReviewedDocument,
  DocumentReview as KeptReview,
} from '../../packs/review/document-review.ts'
import { readRequirements } from '../../packs/review/formats/requirements.ts'
import { documentsOfCase, fileOfCase, pageText } from './case-documents.ts'
import { checkQuotes } from './check-quotes.ts'
import { documentRepository, type StoredDocument } from './document-repository.ts'
import { recordsIn } from '../json-records.ts'
import { askReviewer, openPageReviewer } from './page-reviewer.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { documentReader } from '../../compose/review-documents.ts'
import { saveAsCase } from '../datasets/saved-cases.ts'
import { timeId } from '../../compose/time-id.ts'

type DocumentReviewsPlace = {
  readonly cwd: string
  /** The project in whose `.shinsa` documents and reviews are stored. */ readonly project: string
}

/** Reviews of uploaded documents, stored in the project, for `shinsa serve`. */
export function documentReviews({ cwd, project }: DocumentReviewsPlace, dependencies: RunDependencies) {
  const repository = documentRepository(join(project, '.shinsa', 'reviews', 'documents'))
  const records = recordsIn(join(project, '.shinsa', 'reviews'), KeptReview)
  const read = documentReader()
  const readStored = async ({ file }: StoredDocument) => read(join(repository.folder, file))
  const open = async () => openPageReviewer({ ...dependencies, cwd, read })

  async function find(reviewId: string): Promise<DocumentReview> {
    const found = (await records.all()).find((one) => one.reviewId === reviewId)
    if (found !== undefined) return found
    throw new EvalError('usage', message('there is no review {id}', { id: JSON.stringify(reviewId) }))
  }

  const documentsOf = async (documentIds: readonly string[]) =>
    Promise.all([...new Set(documentIds)].map(async (id) => repository.find(id)))

  return {
    async documents(): Promise<ReviewedDocument[]> {
      const all = await repository.all()
      return all.map(withoutFile).toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt))
    },

    upload: async ({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): Promise<ReviewedDocument> =>
      withoutFile(await repository.add(name, bytes, dependencies.now())),

    /** Deletes a document and its reviews. */
    async remove(documentId: string): Promise<void> {
      const document = await repository.find(documentId)
      const gone = (await records.all()).filter(({ documentIds }) => documentIds.includes(documentId))
      await Promise.all(gone.map(async ({ reviewId }) => records.remove(reviewId)))
      await repository.remove(document)
    },

    async pages(documentId: string): Promise<PageText[]> {
      const { pages } = await readStored(await repository.find(documentId))
      return pages.map(pageText)
    },

    async file(documentId: string) {
      const document = await repository.find(documentId)
      return { name: document.name, mimeType: document.mimeType, bytes: await repository.bytesOf(document) }
    },

    async reviewer() {
      const target = await open()
      await target.close?.()
      return { name: target.name, asksModel: target.agentModels !== undefined && target.agentModels.length > 0 }
    },

    requirements: async ({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }) =>
      readRequirements(name, bytes),

    async reviews(): Promise<DocumentReview[]> {
      return (await records.all()).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    },

    async review(
      wish: Pick<DocumentReview, 'documentIds' | 'checkName' | 'checkDescription' | 'languageName' | 'assignedTo'>,
      signal: AbortSignal,
    ): Promise<DocumentReview> {
      const documents = await documentsOf(wish.documentIds)
      const { documentIds: _named, assignedTo, ...check } = wish
      const target = await open()
      try {
        const begun = dependencies.now()
        const task = { ...check, documents: documents.map(({ file }) => file), folder: repository.folder }
        const { review, dollars } = await askReviewer(target, task, signal)
        const texts = await Promise.all(
          documents.map(async (one) => ({ documentId: one.documentId, document: await readStored(one) })),
        )
        const made: DocumentReview = {
          reviewId: timeId(begun, dependencies.random),
          documentIds: documents.map(({ documentId }) => documentId),
          ...check,
          assignedTo,
          reviewer: target.name,
          review,
          quotes: checkQuotes(review.citations, texts),
          createdAt: begun.toISOString(),
          durationMs: dependencies.now().getTime() - begun.getTime(),
          ...(dollars !== undefined && { dollars }),
        }
        await records.keep(made.reviewId, made)
        return made
      } finally {
        await target.close?.()
      }
    },

    async override(reviewId: string, decision: Omit<Override, 'createdAt'>): Promise<DocumentReview> {
      // A case that was saved from another decision no longer matches the person's.
      const { savedAs: _former, ...review } = await find(reviewId)
      const decided = { ...review, override: { ...decision, createdAt: dependencies.now().toISOString() } }
      await records.keep(reviewId, decided)
      return decided
    },

    async saveCase(reviewId: string) {
      const review = await find(reviewId)
      const { override } = review
      if (override === undefined) {
        throw new EvalError('usage', message('nobody has decided on this review yet'), {
          hint: message('Confirm it or override it first: the decision is what the test case expects.'),
        })
      }
      const documents = await documentsOf(review.documentIds)
      const { file, caseId, cases } = await saveAsCase({ ...review, override }, { repository, documents, project })
      const saved = { ...review, savedAs: caseId }
      await records.keep(reviewId, saved)
      return { file, cases, review: saved }
    },

    ofCase: async (evalCase: EvalCase, invocations: readonly Invocation[]) =>
      documentsOfCase(evalCase, invocations, { project, read }),

    fileOfCase: async (evalCase: EvalCase, documentId: string) => fileOfCase(evalCase, documentId, project),
  }
}

function withoutFile({ file: _kept, ...document }: StoredDocument): ReviewedDocument {
  return document
}
