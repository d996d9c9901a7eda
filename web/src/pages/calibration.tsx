import './calibration.css'
import type { Measurement } from '../../../src/core/run/estimate.ts'
import type { ReviewSummary } from '../../../src/statistics/review-measures.ts'
import type { CalibrationDetail } from '../../../src/server/api/comparisons.ts'
import { ReliabilityDiagram } from '../charts/reliability-diagram.tsx'
import { RiskCoverageChart } from '../charts/risk-coverage-chart.tsx'
import { type Fact, Facts } from '../components/facts.tsx'
import { Card } from '../components/card.tsx'
import { AnswerState } from '../components/answer-state.tsx'
import { MeasuredNumber } from '../components/measured-number.tsx'
import { RunChosen } from '../components/run-chosen.tsx'
import { useApi } from '../source/use-answer.ts'
import { fill, useAllWords } from '../words/language.tsx'
import { ApprovalSlider } from './calibration/approval-slider.tsx'
import { ConfusionTable } from './calibration/confusion-table.tsx'

/** How well stated confidence matches accuracy, and from which confidence no person is needed. */
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
  const calibration = useApi('calibration', { params: { runId } })
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
  const critical = fill(meanings.critical, {
    sign: confidence.rule.inclusive ? '≥' : '>',
    threshold: confidence.rule.threshold,
  })
  return (
    <Facts
      least={17}
      facts={[
        measured(meanings.accuracy, classification.accuracy, 'share'),
        measured(meanings.accuracyWithErrors, classification.accuracyWithErrors, 'share'),
        measured(meanings.recall, classification.recall, 'share'),
        measured(meanings.precision, classification.precision, 'share'),
        measured(meanings.ece, calibration.ece, 'mean'),
        ...(sufficientEvidence === null
          ? []
          : [measured(meanings.eceSufficient, sufficientEvidence.calibration.ece, 'mean')]),
        measured(meanings.brier, calibration.brier, 'mean'),
        measured(meanings.auroc, calibration.auroc, 'mean'),
        measured(meanings.overConfidence, confidence.overConfidenceRate, 'share'),
        [
          critical,
          <>
            <b>{confidence.criticalErrors.length}</b>
            <span className="small"> {confidence.criticalErrors.map(({ caseId }) => caseId).join(', ')}</span>
          </>,
        ],
      ]}
    />
  )
}

function measured(name: string, of: Measurement, as: 'share' | 'mean'): Fact {
  return [name, <MeasuredNumber key={name} of={of} as={as} />]
}
