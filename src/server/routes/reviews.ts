import type { Hono } from 'hono'
import type { Run, RunStore } from '../../core/index.ts'
import type { DocumentReviews } from '../capabilities/document-reviews.ts'
import { answerFile } from '../answer-file.ts'
import { type AnswerRoute, findRun } from '../answer-route.ts'
import type { ReviewerDetail } from '../api/reviews.ts'
import { files } from '../api/routes.ts'
import { reviewSummaryOf } from './calibration.ts'
import { findRecord } from './runs.ts'

type ReviewsDependencies = { readonly app: Hono; readonly store: RunStore; readonly reviews: DocumentReviews }

export function answerReviews(answer: AnswerRoute, { app, store, reviews }: ReviewsDependencies): void {
  answer('documents', async () => ({ documents: await reviews.documents() }))

  answer('uploadDocument', async ({ body: { name, content } }) =>
    reviews.upload({ name, bytes: Buffer.from(content, 'base64') }),
  )

  answer('removeDocument', async ({ params }) => {
    await reviews.remove(params.documentId)
    return { done: true }
  })

  answer('documentPages', async ({ params }) => ({ pages: await reviews.pages(params.documentId) }))

  answerFile(app, files.document.path, async ({ documentId }) => reviews.file(documentId))

  answer('reviewer', async () => {
    const { name, asksModel } = await reviews.reviewer()
    return { name, asksModel, line: lineFor(name, await store.list()) }
  })

  answer('requirements', async ({ body: { name, content } }) =>
    reviews.requirements({ name, bytes: Buffer.from(content, 'base64') }),
  )

  answer('reviews', async () => ({ reviews: await reviews.reviews() }))

  answer('review', async ({ body, signal }) => reviews.review(body, signal))

  answer('override', async ({ params, body, person }) => reviews.override(params.reviewId, { ...body, by: person }))

  answer('saveCase', async ({ params }) => reviews.saveCase(params.reviewId))

  answer('caseDocuments', async ({ run, params }) => {
    const { evalCase, invocations } = await findRecord(store, run, params)
    return reviews.ofCase(evalCase, invocations)
  })

  answerFile(app, files.caseDocument.path, async ({ documentId, runId, ...place }) => {
    const { evalCase } = await findRecord(store, await findRun(store, runId), place)
    return reviews.fileOfCase(evalCase, documentId)
  })
}

const defaultLine = 0.85

/** Only runs with the same reviewer count, newest first, since a certificate says nothing about another reviewer. */
function lineFor(reviewer: string, runs: readonly Run[]): ReviewerDetail['line'] {
  for (const run of runs) {
    const { plan } = run
    const review = plan.target.name === reviewer ? reviewSummaryOf(run) : undefined
    if (review === undefined) continue
    const { approvals, approvalGrid } = review
    const promise = approvals.find(({ target }) => target === 'miss-rate')
    if (promise?.status === 'certified') return { threshold: promise.threshold, from: 'certified', runId: plan.runId }
    const { recommended } = approvalGrid.byRate
    if (recommended !== null) return { threshold: recommended, from: 'grid', runId: plan.runId }
  }
  return { threshold: defaultLine, from: 'default' }
}
