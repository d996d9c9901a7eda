import './approval-slider.css'
import type { ReactNode } from 'react'
import { useChosen } from '../../chosen.ts'
import { Facts } from '../../components/facts.tsx'
import type { Approval, ReviewSummary } from '../../../../src/statistics/review-measures.ts'
import { percent, roundedUp } from '../../../../src/reporters/number-format.ts'
import type { CalibrationRow } from '../../../../src/server/api/comparisons.ts'
import { approvalPoints } from '../../../../src/statistics/approval/approval-ladder.ts'
import { clopperPearsonUpper } from '../../../../src/statistics/proportion.ts'
import { Slider } from '../../components/form/field.tsx'
import { say } from '../../words/say.ts'

/** Shows for a confidence threshold what would be approved automatically, what would be missed, and whether that is certified. */
export function ApprovalSlider({
  review,
  rows,
}: {
  readonly review: ReviewSummary
  readonly rows: readonly CalibrationRow[]
}) {
  const { search, change } = useChosen()
  const promise = review.approvals.find(({ target }) => target === 'miss-rate')
  const threshold = shareOf(search.get('threshold')) ?? (promise?.status === 'certified' ? promise.threshold : 0.85)
  const points = approvalPoints(rows)
  return (
    <div className="stack">
      <Slider
        label={say('Approve a pass from confidence {threshold}', { threshold: threshold.toFixed(2) })}
        value={threshold}
        change={(value) => change('threshold', String(value))}
      />
      <ApprovalNumbers points={points} threshold={threshold} delta={promise?.delta ?? undefined} />
      {promise !== undefined && <ApprovalVerdict promise={promise} threshold={threshold} />}
      <p className="small soft">
        {say('The bound at a threshold chosen here is no guarantee. Of repeated cases only the first repeat counts.')}
      </p>
    </div>
  )
}

type ApprovalNumbersProps = {
  readonly points: ReturnType<typeof approvalPoints>
  readonly threshold: number
  /** The probability that the bound is wrong; undefined without a guarantee. */
  readonly delta: number | undefined
}

/** At a threshold: the share approved, the rest for people, and the violations missed at most. */
function ApprovalNumbers({ points, threshold, delta }: ApprovalNumbersProps) {
  const approved = points.filter(({ score, approvable }) => approvable === true && score >= threshold)
  const missed = approved.filter(({ bad }) => bad).length
  const violations = points.filter(({ bad }) => bad).length
  const bound =
    violations === 0 || delta === undefined
      ? '–'
      : `${roundedUp(clopperPearsonUpper(missed, violations, delta) * 100, 1)} %`
  const share = points.length === 0 ? '–' : percent(approved.length / points.length)
  return (
    <Facts
      live
      least={17}
      facts={[
        [
          say('Approved without a person'),
          numberOf(
            share,
            <>
              {approved.length} {ofAll(points.length)}
            </>,
          ),
        ],
        [say('Checked by a person'), numberOf(points.length - approved.length)],
        [say('Violations approved'), numberOf(missed, ofAll(violations))],
        [
          say('Upper bound of the miss rate (confidence level {level})', {
            level: delta === undefined ? '–' : percent(1 - delta),
          }),
          numberOf(bound),
        ],
      ]}
    />
  )
}

function ofAll(all: number): ReactNode {
  return <span className="soft small">{say('of {all}', { all })}</span>
}

function numberOf(value: ReactNode, beside: ReactNode = ''): ReactNode {
  return (
    <>
      <b>{value}</b> {beside}
    </>
  )
}

function ApprovalVerdict({ promise, threshold }: { readonly promise: Approval; readonly threshold: number }) {
  return (
    <p className="approval-verdict" data-certified={isCertified(promise, threshold)}>
      {promise.status === 'refused' ? (
        <>
          <b>{say('No threshold is certified.')}</b> {say(promise.reason)}
        </>
      ) : (
        say(
          isCertified(promise, threshold)
            ? 'Certified: from {threshold} on at most {alpha} of violations are approved (confidence level {level}).'
            : 'Not certified here: the loosest certified threshold is {threshold} (at most {alpha} missed, confidence level {level}).',
          {
            threshold: roundedUp(promise.threshold, 3),
            alpha: percent(promise.alpha),
            level: promise.delta === null ? '–' : percent(1 - promise.delta),
          },
        )
      )}
    </p>
  )
}

/** A certificate holds for its threshold and every stricter one. */
function isCertified(promise: Approval, threshold: number): boolean {
  return promise.status === 'certified' && threshold >= promise.threshold
}

function shareOf(text: string | null): number | undefined {
  const value = Number(text ?? Number.NaN)
  return value >= 0 && value <= 1 ? value : undefined
}
