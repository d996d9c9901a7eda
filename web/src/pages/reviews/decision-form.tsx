import { useAction } from '../../components/use-action.ts'
import { useId, useState } from 'react'
import type { DocumentReview } from '../../../../src/packs/review/document-review.ts'
import type { ReviewVerdict } from '../../../../src/core/review.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { useFormats } from '../../words/formats.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { reviewBadge, decisionOn } from './who-decides.ts'
import { Field } from '../../components/form/field.tsx'
import { Button } from '../../components/button.tsx'

type DecisionFormProps = {
  readonly review: DocumentReview
  readonly next: (() => void) | undefined
  readonly changed: () => void
}

/** The person's decision to accept or override the agent, and a button to save it as a test case. */
export function DecisionForm({ review: made, next, changed }: DecisionFormProps) {
  const { words } = useAllWords()
  const texts = words.reviews.decision
  const { reviewId, review, override } = made
  const [comment, setComment] = useState(override?.comment ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const tell = useToast()
  const { act, error } = useAction()
  const isOpen = review.result === 'not_evaluated'
  const suggested: ReviewVerdict = isOpen ? 'pass' : review.result

  async function decide(verdict: ReviewVerdict): Promise<void> {
    const said = comment.trim()
    const lacksReason = !isOpen && verdict !== suggested && said === ''
    setIsMissing(lacksReason)
    if (lacksReason) return
    await attempt(async () => {
      await callApi('override', { params: { reviewId }, body: { verdict, ...(said !== '' && { comment: said }) } })
      return texts.kept
    })
  }

  /** Tells what came of it. */
  async function attempt(what: () => Promise<string>): Promise<void> {
    if (await act(async () => tell(await what()))) changed()
  }

  return (
    <Card title={texts.title}>
      {override !== undefined && <Decided review={made} override={override} />}
      <DecisionComment comment={comment} change={setComment} isMissing={isMissing} isOpen={isOpen} />
      <VerdictButtons suggested={suggested} isOpen={isOpen} decide={(verdict) => void decide(verdict)} />
      {override !== undefined && <SaveAsCase review={made} attempt={attempt} />}
      {override !== undefined && next !== undefined && <Button onClick={next}>{texts.next}</Button>}
      {error !== undefined && <ErrorState error={error} />}
    </Card>
  )
}

type VerdictButtonsProps = {
  readonly suggested: ReviewVerdict
  /** Whether the agent gave no verdict. */
  readonly isOpen: boolean
  readonly decide: (verdict: ReviewVerdict) => void
}

function VerdictButtons({ suggested, isOpen, decide }: VerdictButtonsProps) {
  const texts = useAllWords().words.reviews.decision
  const other: ReviewVerdict = suggested === 'pass' ? 'fail' : 'pass'
  return (
    <div className="row">
      {([suggested, other] as const).map((verdict) => {
        const isConfirmed = !isOpen && verdict === suggested
        const text = isOpen ? texts.decide : texts[isConfirmed ? 'confirm' : 'override']
        return (
          <Button key={verdict} kind={isConfirmed ? 'main' : undefined} onClick={() => decide(verdict)}>
            {fill(text, { verdict: texts.verdicts[verdict] })}
          </Button>
        )
      })}
    </div>
  )
}

type DecisionCommentProps = {
  readonly comment: string
  readonly change: (comment: string) => void
  /** Whether a required reason is missing. */
  readonly isMissing: boolean
  /** Whether the agent gave no verdict. */
  readonly isOpen: boolean
}

function DecisionComment({ comment, change, isMissing, isOpen }: DecisionCommentProps) {
  const { words } = useAllWords()
  const texts = words.reviews.decision
  const hintId = useId()
  return (
    <>
      <Field label={words.labels.comment}>
        <textarea
          rows={2}
          maxLength={10_000}
          value={comment}
          aria-describedby={hintId}
          aria-invalid={isMissing}
          onChange={({ target }) => change(target.value)}
        />
      </Field>
      <p
        id={hintId}
        className={isMissing ? 'small reviews-warning' : 'small soft'}
        role={isMissing ? 'alert' : undefined}
      >
        {isMissing ? texts.commentMissing : isOpen ? texts.openHint : texts.commentHint}
      </p>
    </>
  )
}

function SaveAsCase({ review: { reviewId, savedAs }, attempt }: SaveAsCaseProps) {
  const texts = useAllWords().words.reviews.decision
  const save = async () =>
    attempt(async () => {
      const { file, cases } = await callApi('saveCase', { params: { reviewId } })
      return fill(texts.saved, { file, cases })
    })
  return (
    <div className="row">
      <Button onClick={() => void save()}>{savedAs === undefined ? texts.save : texts.saveAgain}</Button>
      <span className="small soft foreign">
        {savedAs === undefined ? texts.saveHint : fill(texts.savedAs, { case: savedAs })}
      </span>
    </div>
  )
}

type SaveAsCaseProps = {
  readonly review: DocumentReview
  readonly attempt: (what: () => Promise<string>) => Promise<void>
}

type Decision = { readonly review: DocumentReview; readonly override: NonNullable<DocumentReview['override']> }

function Decided({ review: { review }, override }: Decision) {
  const { words } = useAllWords()
  const { dateTime } = useFormats()
  return (
    <p className="row">
      <Badge of={reviewBadge(override.verdict)} />
      <span>{words.reviews.queue[decisionOn(review, override)]}</span>
      <span className="small soft">{dateTime(override.createdAt)}</span>
    </p>
  )
}
