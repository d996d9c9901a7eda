import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { DocumentReview, ReviewedDocument } from '../../../../src/packs/review/document-review.ts'
import { percent } from '../../../../src/reporters/number-format.ts'
import { Badge } from '../../components/badge.tsx'
import { Facts } from '../../components/facts.tsx'
import { Card } from '../../components/card.tsx'
import { DocumentViewer } from '../../components/document-viewer.tsx'
import { fileAddress, callApi } from '../../source/call-api.ts'
import { DecisionForm } from './decision-form.tsx'
import { reasonsToLook, reviewBadge, whoDecides } from './who-decides.ts'
import { AnswerState, Loading } from '../../components/state.tsx'
import { useAnswer } from '../../source/use-answer.ts'
import { factLine, formatted, say } from '../../words/say.ts'

type ReviewReportProps = {
  readonly review: DocumentReview
  readonly documents: readonly ReviewedDocument[]
  readonly line: number
  /** Shows the next review that waits for a person. */
  readonly next: (() => void) | undefined
  readonly changed: () => void
}

/** One review: verdict and reason, the quotes in the document, and the person's decision. */
export function ReviewReport({ review: made, documents, line, next, changed }: ReviewReportProps) {
  const { review, reviewer, createdAt, durationMs, dollars, checkName, checkDescription } = made
  const head = useRef<HTMLDivElement>(null)
  // Scrolls to the verdict of a review that was just requested or chosen, before the browser paints: afterwards the person may be at
  // something else.
  useLayoutEffect(() => {
    head.current?.focus({ preventScroll: true })
    head.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="stack reviews-report" ref={head} tabIndex={-1} role="region" aria-label={checkName}>
      <Card>
        <p className="reviews-back">
          <Link href="/reviews">{say('All reviews')}</Link>
        </p>
        <h2 className="foreign">{checkName}</h2>
        <p className="foreign">{checkDescription}</p>
        <ReviewFacts review={made} line={line} />
        <p className="foreign">{review.explanation === '' ? review.shortExplanation : review.explanation}</p>
        <p className="small soft foreign">
          {factLine([
            reviewer,
            formatted.dateTime(createdAt),
            formatted.duration(durationMs),
            formatted.dollars(dollars),
          ])}
        </p>
      </Card>
      <DecisionForm review={made} next={next} changed={changed} />
      <Card title={review.result === 'not_evaluated' ? say('The nearest passages') : say('Where it says so')}>
        <ReviewedPages review={made} documents={documents} />
      </Card>
    </div>
  )
}

function ReviewedPages({ review, documents }: Pick<ReviewReportProps, 'review' | 'documents'>) {
  const { documentIds } = review
  const pages = useAnswer({
    queryKey: ['documentPages', documentIds],
    queryFn: async ({ signal }) =>
      Promise.all(documentIds.map(async (documentId) => callApi('documentPages', { params: { documentId }, signal }))),
  })
  const meanwhile = (
    <div className="viewer-awaited">
      <Loading />
    </div>
  )
  if (pages.status !== 'ready') return <AnswerState of={pages} meanwhile={meanwhile} />
  const viewed = documentIds.flatMap((documentId, index) => {
    const document = documents.find((one) => one.documentId === documentId)
    if (document === undefined) return []
    return [{ documentId, name: document.name, mimeType: document.mimeType, pages: pages.value[index]?.pages ?? [] }]
  })
  if (viewed.length === 0) return <p className="soft">{say('The document was removed.')}</p>
  return (
    <DocumentViewer
      documents={viewed}
      quotes={review.quotes}
      boundingBoxes={review.review.boundingBoxes ?? []}
      addressOf={(documentId) => fileAddress('document', { documentId })}
    />
  )
}

function ReviewFacts({ review: made, line }: Pick<ReviewReportProps, 'review' | 'line'>) {
  const { review } = made
  const confidence = review.result === 'not_evaluated' ? undefined : review.confidence
  const decider = whoDecides(made, line)
  const decides =
    decider.by === 'person' ? (
      <>
        <span>{say('Needs a person')}</span>
        <br />
        <span className="small soft">{say(reasonsToLook[decider.why])}</span>
      </>
    ) : (
      say(decider.by === 'agent' ? 'The agent' : 'A person did')
    )
  return (
    <Facts
      least={7}
      facts={[
        [say('Verdict of the agent'), <Badge key="verdict" of={reviewBadge(review.result)} />],
        [say('Confidence'), confidence === undefined ? say('not stated') : percent(confidence)],
        [say('Evidence'), review.evidenceStatus === undefined ? say('not stated') : say(review.evidenceStatus)],
        [say('Who decides'), decides],
      ]}
    />
  )
}
