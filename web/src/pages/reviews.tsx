import './reviews.css'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { DocumentReview, ReviewedDocument } from '../../../src/packs/review/document-review.ts'
import { AnswerState } from '../components/state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useApi } from '../source/use-answer.ts'
import { CheckForm } from './reviews/check-form.tsx'
import { CheckTable } from './reviews/check-table.tsx'
import { useConfidenceLine } from './reviews/confidence-line.tsx'
import { Documents } from './reviews/documents.tsx'
import { ReviewQueue } from './reviews/review-queue.tsx'
import { ReviewReport } from './reviews/review-report.tsx'
import { whoDecides } from './reviews/who-decides.ts'
import { sayFirst as say } from '../words/say.ts'

/** Uploads documents and reviews them; where the agent is not sure, a person decides. */
export function Reviews() {
  const documents = useApi('documents', {})
  const reviews = useApi('reviews', {})
  const reload = () => {
    documents.reload()
    reviews.reload()
  }
  return (
    <>
      <PageHead title={say('Document review')} />
      <AnswerState of={documents}>
        {(found) => (
          <AnswerState of={reviews}>
            {(made) => <Service documents={found.documents} reviews={made.reviews} changed={reload} />}
          </AnswerState>
        )}
      </AnswerState>
    </>
  )
}

type ReviewsProps = {
  readonly documents: readonly ReviewedDocument[]
  readonly reviews: readonly DocumentReview[]
  readonly changed: () => void
}

function Service({ documents, reviews, changed }: ReviewsProps) {
  const reviewer = useApi('reviewer', {})
  const [line, setLine] = useConfidenceLine(reviewer.value?.line)
  const [search, setSearch] = useSearchParams()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const known = chosen.filter((id) => documents.some(({ documentId }) => documentId === id))
  const checked = documents.filter(({ documentId }) => known.includes(documentId))
  const open = reviews.find(({ reviewId }) => reviewId === search.get('review'))
  const show = (reviewId: string) => setSearch({ review: reviewId })
  const waiting = reviews.find(
    (one) => one.reviewId !== open?.reviewId && whoDecides(one, line).by === 'person',
  )?.reviewId
  const ask = (
    <div key="ask" className="reviews-ask" data-open={open !== undefined}>
      <Documents documents={documents} chosen={known} choose={setChosen} changed={changed} />
      <div className="stack">
        <CheckForm
          documents={checked}
          reviewer={reviewer}
          reviewed={({ reviewId }) => {
            changed()
            show(reviewId)
          }}
        />
        <CheckTable documents={checked} reviews={reviews} reviewer={reviewer.value?.name} changed={changed} />
      </div>
    </div>
  )
  const desk = (
    <div key="desk" className="reviews-desk" data-open={open !== undefined}>
      <ReviewQueue
        reviews={reviews}
        documents={documents}
        open={open?.reviewId}
        show={show}
        line={line}
        setLine={setLine}
        suggested={reviewer.value?.line}
      />
      {open !== undefined && (
        <ReviewReport
          key={open.reviewId}
          review={open}
          documents={documents}
          line={line}
          next={waiting === undefined ? undefined : () => show(waiting)}
          changed={changed}
        />
      )}
    </div>
  )
  // An open review comes first, so that its verdict is visible.
  return <div className="stack">{open === undefined ? [ask, desk] : [desk, ask]}</div>
}
