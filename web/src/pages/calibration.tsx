import './calibration.css'
import type { Measurement } from '../../../src/core/run/estimate.ts'
import type { ReviewSummary } from '../../../src/statistics/review-measures.ts'
import type { CalibrationDetail } from '../../../src/server/api/comparisons.ts'
import { ReliabilityDiagram } from '../charts/reliability-diagram.tsx'
import { RiskCoverageChart } from '../charts/risk-coverage-chart.tsx'
import { Card } from '../components/card.tsx'
import { AnswerState } from '../components/answer-state.tsx'
import { MeasuredNumber } from '../components/measured-number.tsx'
import { RunChosen } from '../components/run-chosen.tsx'
import { useRunSource } from '../source/run-source.ts'
import { useAnswer } from '../source/use-answer.ts'
import { fill, useAllWords } from '../words/language.tsx'
import { ApprovalSlider } from './calibration/approval-slider.tsx'
import { ConfusionTable } from './calibration/confusion-table.tsx'

/** What stated confidence is worth, and from which confidence on nobody has to look. */
export function CalibrationPage() {
  const { words } = useAllWords()
  return (
    <RunChosen
      title={words.titles.calibration}
      empty={{ title: words.calibration.empty, next: words.calibration.emptyNext }}
      isOffered={({ calibrates }) => calibrates}
    >
      {(runId) => <OfRun key={runId} runId={runId} />}
    </RunChosen>
  )
}

function OfRun({ runId }: { readonly runId: string }) {
  const source = useRunSource()
  const calibration = useAnswer({
    queryKey: ['calibration', runId],
    queryFn: ({ signal }) => source.calibration(runId, signal),
  })
  if (calibration.status !== 'ready') return <AnswerState of={calibration} />
  return <Detail runId={runId} detail={calibration.value} />
}

function Detail({ runId, detail: { review, rows } }: { readonly runId: string; readonly detail: CalibrationDetail }) {
  const { words, say } = useAllWords()
  return (
    <div className="stack">
      {review.warnings.length > 0 && (
        <ul className="calibration-warnings">
          {review.warnings.map(({ code, sentence }) => (
            <li key={code} className="foreign">
              <span aria-hidden="true">⚠ </span>
              {say(sentence)}
            </li>
          ))}
        </ul>
      )}
      <Card title={words.calibration.numbers}>
        <Numbers review={review} />
      </Card>
      {review.calibration.bins.length > 0 && (
        <Card title={words.calibration.reliability.title}>
          <ReliabilityDiagram bins={review.calibration.bins} />
        </Card>
      )}
      {review.riskCoverage !== null && (
        <Card title={words.calibration.riskCoverage.title}>
          <RiskCoverageChart risk={review.riskCoverage} />
        </Card>
      )}
      <Card title={words.calibration.approval.title}>
        <ApprovalSlider review={review} rows={rows} />
      </Card>
      <Card title={words.calibration.matrix.title}>
        <ConfusionTable runId={runId} rows={rows} unscored={review.rows.total - review.rows.scored} />
      </Card>
    </div>
  )
}

function Numbers({ review }: { readonly review: ReviewSummary }) {
  const { words } = useAllWords()
  const { classification, calibration, confidence, sufficientEvidence } = review
  const { meanings } = words.calibration
  return (
    <dl className="calibration-numbers">
      <Measured name={meanings.accuracy} of={classification.accuracy} as="share" />
      <Measured name={meanings.accuracyWithErrors} of={classification.accuracyWithErrors} as="share" />
      <Measured name={meanings.recall} of={classification.recall} as="share" />
      <Measured name={meanings.precision} of={classification.precision} as="share" />
      <Measured name={meanings.ece} of={calibration.ece} as="mean" />
      {sufficientEvidence !== null && (
        <Measured name={meanings.eceSufficient} of={sufficientEvidence.calibration.ece} as="mean" />
      )}
      <Measured name={meanings.brier} of={calibration.brier} as="mean" />
      <Measured name={meanings.auroc} of={calibration.auroc} as="mean" />
      <Measured name={meanings.overConfidence} of={confidence.overConfidenceRate} as="share" />
      <div>
        <dt>
          {fill(meanings.critical, {
            sign: confidence.rule.inclusive ? '≥' : '>',
            threshold: confidence.rule.threshold,
          })}
        </dt>
        <dd>
          <b>{confidence.criticalErrors.length}</b>
          {confidence.criticalErrors.length > 0 && (
            <span className="foreign small"> {confidence.criticalErrors.map(({ caseId }) => caseId).join(', ')}</span>
          )}
        </dd>
      </div>
    </dl>
  )
}

type MeasuredProps = { readonly name: string; readonly of: Measurement; readonly as: 'share' | 'mean' }

function Measured({ name, of, as }: MeasuredProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <MeasuredNumber of={of} as={as} />
      </dd>
    </div>
  )
}
