import { useAction } from '../../components/form/action-form.tsx'
import { useId, useState } from 'react'
import type { DocumentReview } from '../../../../src/packs/review/document-review.ts'
import type { ReviewVerdict } from '../../../../src/core/review.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/state.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { reviewBadge, decisionOn, reviewVerdicts } from './who-decides.ts'
import { Field } from '../../components/form/field.tsx'
import { Button } from '../../components/button.tsx'
import { useDraft } from '../../use-draft.ts'
import { factLine, formatted, say } from '../../words/say.ts'

type DecisionFormProps = {
  readonly review: DocumentReview
  readonly next: (() => void) | undefined
  readonly changed: () => void
}

/** The person's decision to accept or override the agent, and a button to save it as a test case. */
export function DecisionForm({ review: made, next, changed }: DecisionFormProps) {
  const { reviewId, review, override, earlier = [] } = made
  const comment = useDraft(`decision.${reviewId}`, override?.comment)
  const [isMissing, setIsMissing] = useState(false)
  const tell = useToast()
  const { act, error } = useAction()
  const isOpen = review.result === 'not_evaluated'
  const suggested: ReviewVerdict = isOpen ? 'pass' : review.result

  async function decide(verdict: ReviewVerdict): Promise<void> {
    const said = comment.text.trim()
    const lacksReason = !isOpen && verdict !== suggested && said === ''
    setIsMissing(lacksReason)
    if (lacksReason) return
    await attempt(async () => {
      await callApi('override', { params: { reviewId }, body: { verdict, ...(said !== '' && { comment: said }) } })
      comment.forget()
      return say('Your decision is kept')
    })
  }

  /** Tells what came of it. */
  async function attempt(what: () => Promise<string>): Promise<void> {
    if (await act(async () => tell(await what()))) changed()
  }

  return (
    <Card title={say('Your decision')}>
      {override !== undefined && (
        <p className="row">
          <Badge of={reviewBadge(override.verdict)} />
          <span>{say(decisionOn(review, override))}</span>
          <span className="small soft foreign">{factLine([override.by, formatted.dateTime(override.createdAt)])}</span>
        </p>
      )}
      {earlier.map(({ verdict, by, createdAt, comment: reason }, index) => (
        <p key={index} className="row small soft">
          <span>{say('Replaced: {verdict}', { verdict: say(reviewVerdicts[verdict]) })}</span>
          <span className="foreign">{factLine([by, formatted.dateTime(createdAt), reason])}</span>
        </p>
      ))}
      <DecisionComment comment={comment.text} change={comment.write} isMissing={isMissing} isOpen={isOpen} />
      <VerdictButtons suggested={suggested} isOpen={isOpen} decide={(verdict) => void decide(verdict)} />
      {override !== undefined && <SaveAsCase review={made} attempt={attempt} />}
      {override !== undefined && next !== undefined && (
        <Button onClick={next}>{say('Next one that needs a person')}</Button>
      )}
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
  const other: ReviewVerdict = suggested === 'pass' ? 'fail' : 'pass'
  return (
    <div className="row">
      {([suggested, other] as const).map((verdict) => {
        const isConfirmed = !isOpen && verdict === suggested
        const text = isOpen ? 'Decide: {verdict}' : isConfirmed ? 'Confirm: {verdict}' : 'Override: {verdict}'
        return (
          <Button key={verdict} kind={isConfirmed ? 'main' : undefined} onClick={() => decide(verdict)}>
            {say(text, { verdict: say(reviewVerdicts[verdict]) })}
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
  const hintId = useId()
  return (
    <>
      <Field label={say('Comment')}>
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
        {isMissing
          ? say('Write what the agent got wrong before you override it.')
          : isOpen
            ? say('The reviewer gave no verdict. What you decide is the verdict; a comment says why.')
            : say('Needed to override: say what the agent got wrong.')}
      </p>
    </>
  )
}

type SaveAsCaseProps = {
  readonly review: DocumentReview
  readonly attempt: (what: () => Promise<string>) => Promise<void>
}

function SaveAsCase({ review: { reviewId, savedAs }, attempt }: SaveAsCaseProps) {
  const save = async () =>
    attempt(async () => {
      const { file, cases } = await callApi('saveCase', { params: { reviewId } })
      return say('Saved in {file}, which has {cases} {cases|case|cases} now', { file, cases })
    })
  return (
    <div className="row">
      <Button onClick={() => void save()}>
        {savedAs === undefined ? say('Save as test case') : say('Save again')}
      </Button>
      <span className="small soft foreign">
        {savedAs === undefined
          ? say('Your decision becomes the right answer of a case in reviews/suite.json.')
          : say(
              'Saved as {case} in reviews/suite.json. Measure the agent on it: shinsa review --suite reviews/suite.json',
              { case: savedAs },
            )}
      </span>
    </div>
  )
}
