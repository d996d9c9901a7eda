import type { DocumentReview, ReviewedDocument } from '../../../../src/packs/review/document-review.ts'
import { percent } from '../../../../src/reporters/number-format.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { ConfidenceLine, type ConfidenceLineProps } from './confidence-line.tsx'
import { reviewBadge, decisionOn, reasonsToLook, whoDecides, type Decider } from './who-decides.ts'
import { factLine, say } from '../../words/say.ts'

type ReviewQueueProps = ConfidenceLineProps & {
  readonly reviews: readonly DocumentReview[]
  readonly documents: readonly ReviewedDocument[]
  readonly open: string | undefined
  readonly show: (reviewId: string) => void
}

const groups = [
  ['person', 'Needs a person'],
  ['agent', 'Decided by the agent'],
  ['decided', 'Decided by a person##group'],
] as const

/** Reviews that wait for a person, that the agent decided alone, and that people decided. */
export function ReviewQueue({ reviews, documents, open, show, ...confidence }: ReviewQueueProps) {
  const judged = reviews.map((review) => ({ review, decider: whoDecides(review, confidence.line) }))
  const names = new Map(documents.map(({ documentId, name }) => [documentId, name]))
  const waiting = judged.filter(({ decider }) => decider.by === 'person').length
  return (
    <Card title={say('Reviews')}>
      <ConfidenceLine {...confidence} />
      {reviews.length === 0 ? (
        <p className="soft">{say('No review yet: choose a document and write a check.')}</p>
      ) : (
        <p className="reviews-waiting" data-waiting={waiting > 0} role="status">
          <b>{say('{count} {count|review needs|reviews need} a person', { count: waiting })}</b>
        </p>
      )}
      {groups.map(([group, name]) => {
        const own = judged.filter(({ decider }) => decider.by === group)
        if (own.length === 0) return null
        return (
          <section key={group} className="stack reviews-group" aria-labelledby={`reviews-${group}`}>
            <h3 id={`reviews-${group}`}>
              {say(name)} <span className="soft">({own.length})</span>
            </h3>
            <ul className="reviews-list">
              {own.map(({ review, decider }) => (
                <li key={review.reviewId}>
                  <QueuedReview
                    review={review}
                    decider={decider}
                    names={review.documentIds.map((id) => names.get(id) ?? id)}
                    isOpen={review.reviewId === open}
                    show={() => show(review.reviewId)}
                  />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </Card>
  )
}

type Queued = {
  readonly review: DocumentReview
  readonly decider: Decider
  readonly names: readonly string[]
  readonly isOpen: boolean
  readonly show: () => void
}

function QueuedReview({ review: made, decider, names, isOpen, show }: Queued) {
  const { checkName, review, override, assignedTo } = made
  const verdict = override?.verdict ?? review.result
  const confidence = review.result === 'not_evaluated' ? undefined : review.confidence
  return (
    <button type="button" className="reviews-queued" aria-current={isOpen} onClick={show}>
      <span className="row">
        <Badge of={reviewBadge(verdict)} />
        <b className="foreign">{checkName}</b>
      </span>
      <span className="small soft foreign">
        {confidence === undefined ? '–' : percent(confidence)} · {names.join(', ')}
      </span>
      {decider.by === 'person' && (
        <span className="small reviews-warning foreign">
          {factLine([
            say(reasonsToLook[decider.why]),
            assignedTo !== undefined && say('for {person}', { person: assignedTo }),
          ])}
        </span>
      )}
      {override !== undefined && <span className="small">{say(decisionOn(review, override))}</span>}
    </button>
  )
}
