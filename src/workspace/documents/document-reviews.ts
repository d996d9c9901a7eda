import { join } from 'node:path'
import { type EvalCase, type Invocation, type Target, EvalError, message } from '../../core/index.ts'
import {
  type DocumentReview,
  type Override,
  type PageText,
  type ReviewedDocument,
  DocumentReview as KeptReview,
} from '../../packs/review/document-review.ts'
import { readRequirements } from '../../packs/review/formats/requirements.ts'
import type { Document } from '../../documents/index.ts'
import { documentsOfCase, fileOfCase, pageText } from './case-documents.ts'
import { checkQuotes } from './check-quotes.ts'
import { documentRepository, type StoredDocument } from './document-repository.ts'
import { inTurn } from '../in-turn.ts'
import { recordsIn, type Records } from '../json-records.ts'
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
    ...broughtDocuments(repository, { records, readStored, now: dependencies.now }),

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
      const { documentIds: _named, ...check } = wish
      const target = await open()
      try {
        const made = await reviewBy(
          target,
          { check, documents, folder: repository.folder, readStored, dependencies },
          signal,
        )
        await records.keep(made.reviewId, made)
        return made
      } finally {
        await target.close?.()
      }
    },

    ...reviewDecisions(find, { records, repository, documentsOf, project, now: dependencies.now }),

    ofCase: async (evalCase: EvalCase, invocations: readonly Invocation[]) =>
      documentsOfCase(evalCase, invocations, { project, read }),

    fileOfCase: async (evalCase: EvalCase, documentId: string) => fileOfCase(evalCase, documentId, project),
  }
}

type ReviewDecisionsDependencies = Pick<DocumentReviewsPlace, 'project'> & {
  readonly records: Pick<Records<DocumentReview>, 'keep'>
  readonly repository: ReturnType<typeof documentRepository>
  readonly documentsOf: (documentIds: readonly string[]) => Promise<StoredDocument[]>
  readonly now: () => Date
}

/** People's decisions, one after another: each keeps the one that it replaces. */
function reviewDecisions(
  find: (reviewId: string) => Promise<DocumentReview>,
  { records, repository, documentsOf, project, now }: ReviewDecisionsDependencies,
) {
  const oneByOne = inTurn()
  return {
    async override(reviewId: string, decision: Omit<Override, 'createdAt'>): Promise<DocumentReview> {
      return oneByOne(async () => {
        // A case that was saved from another decision no longer matches the person's.
        const { savedAs: _former, override: replaced, ...review } = await find(reviewId)
        const decided = {
          ...review,
          override: { ...decision, createdAt: now().toISOString() },
          ...(replaced !== undefined && { earlier: [...(review.earlier ?? []), replaced] }),
        }
        await records.keep(reviewId, decided)
        return decided
      })
    },

    async saveCase(reviewId: string) {
      return oneByOne(async () => {
        const review = await find(reviewId)
        const { override } = review
        if (override === undefined) throw undecided()
        const documents = await documentsOf(review.documentIds)
        const { file, caseId, cases } = await saveAsCase({ ...review, override }, { repository, documents, project })
        const saved = { ...review, savedAs: caseId }
        await records.keep(reviewId, saved)
        return { file, cases, review: saved }
      })
    },
  }
}

type BroughtDocumentsDependencies = {
  readonly records: Pick<Records<DocumentReview>, 'all' | 'remove'>
  readonly readStored: Reviewing['readStored']
  readonly now: () => Date
}

/** Uploaded documents. Deleting one deletes its reviews. */
function broughtDocuments(
  repository: ReturnType<typeof documentRepository>,
  { records, readStored, now }: BroughtDocumentsDependencies,
) {
  return {
    async documents(): Promise<ReviewedDocument[]> {
      const all = await repository.all()
      return all.map(withoutFile).toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt))
    },

    upload: async ({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): Promise<ReviewedDocument> =>
      withoutFile(await repository.add(name, bytes, now())),

    async remove(documentId: string): Promise<void> {
      const document = await repository.find(documentId)
      const reviews = await records.all()
      const gone = reviews.filter(({ documentIds }) => documentIds.includes(documentId))
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
  }
}

type Reviewing = {
  readonly check: Pick<DocumentReview, 'checkName' | 'checkDescription' | 'languageName' | 'assignedTo'>
  readonly documents: readonly StoredDocument[]
  /** The folder of the documents. */
  readonly folder: string
  readonly readStored: (document: StoredDocument) => Promise<Document>
  readonly dependencies: Pick<RunDependencies, 'now' | 'random'>
}

/** Asks the reviewer and looks up its quotes in the documents. */
async function reviewBy(
  target: Target,
  { check, documents, folder, readStored, dependencies }: Reviewing,
  signal: AbortSignal,
): Promise<DocumentReview> {
  const begun = dependencies.now()
  const { assignedTo: _person, ...asked } = check
  const task = { ...asked, documents: documents.map(({ file }) => file), folder }
  const { review, dollars } = await askReviewer(target, task, signal)
  const texts = await Promise.all(
    documents.map(async (one) => ({ documentId: one.documentId, document: await readStored(one) })),
  )
  return {
    reviewId: timeId(begun, dependencies.random),
    documentIds: documents.map(({ documentId }) => documentId),
    ...check,
    reviewer: target.name,
    review,
    quotes: checkQuotes(review.citations, texts),
    createdAt: begun.toISOString(),
    durationMs: dependencies.now().getTime() - begun.getTime(),
    ...(dollars !== undefined && { dollars }),
  }
}

function undecided(): EvalError {
  return new EvalError('usage', message('nobody has decided on this review yet'), {
    hint: message('Confirm it or override it first: the decision is what the test case expects.'),
  })
}

function withoutFile({ file: _kept, ...document }: StoredDocument): ReviewedDocument {
  return document
}
