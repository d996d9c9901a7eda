import './calibration.css'
import type { Measurement } from '../../../src/core/run/estimate.ts'
import type { ReviewSummary } from '../../../src/statistics/review-measures.ts'
import type { CalibrationDetail } from '../../../src/server/api/comparisons.ts'
import { ReliabilityDiagram } from '../charts/reliability-diagram.tsx'
import { RiskCoverageChart } from '../charts/risk-coverage-chart.tsx'
import { type Fact, Facts } from '../components/facts.tsx'
import { Card } from '../components/card.tsx'
import { AnswerState } from '../components/state.tsx'
import { MeasuredNumber } from '../components/measured-number.tsx'
import { RunChosen } from '../components/run-chosen.tsx'
import { useApi } from '../source/use-answer.ts'
import { ApprovalSlider } from './calibration/approval-slider.tsx'
import { ConfusionTable } from './calibration/confusion-table.tsx'
import { say } from '../words/say.ts'

/** How well stated confidence matches accuracy, and from which confidence no person is needed. */
export function CalibrationPage() {
  return (
    <RunChosen
      title={say('Calibration')}
      empty={{
        title: say('No run with stated confidence yet'),
        next: say('Calibration is measured on document reviews: shinsa review SUITE.'),
      }}
      isOffered={({ calibrates }) => calibrates}
    >
      {(runId) => <OfRun key={runId} runId={runId} />}
    </RunChosen>
  )
}

function OfRun({ runId }: { readonly runId: string }) {
  const calibration = useApi('calibration', { params: { runId } })
  return <AnswerState of={calibration}>{(detail) => <Detail runId={runId} detail={detail} />}</AnswerState>
}

function Detail({ runId, detail: { review, rows } }: { readonly runId: string; readonly detail: CalibrationDetail }) {
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
      <Card title={say('Accuracy and calibration')}>
        <Numbers review={review} />
      </Card>
      {review.calibration.bins.length > 0 && (
        <Card title={say('Calibration curve')}>
          <ReliabilityDiagram bins={review.calibration.bins} />
        </Card>
      )}
      {review.riskCoverage !== null && (
        <Card title={say('Risk and coverage')}>
          <RiskCoverageChart risk={review.riskCoverage} />
        </Card>
      )}
      <Card title={say('What needs a person?')}>
        <ApprovalSlider review={review} rows={rows} />
      </Card>
      <Card title={say('Expected and given verdicts')}>
        <ConfusionTable runId={runId} rows={rows} unscored={review.rows.total - review.rows.scored} />
      </Card>
    </div>
  )
}

function Numbers({ review }: { readonly review: ReviewSummary }) {
  const { classification, calibration, confidence, sufficientEvidence } = review
  const critical = say('Critical errors: missed with confidence {sign} {threshold}', {
    sign: confidence.rule.inclusive ? '≥' : '>',
    threshold: confidence.rule.threshold,
  })
  return (
    <Facts
      least={17}
      facts={[
        measured(say('Accuracy##share right'), classification.accuracy, 'share'),
        measured(say('Accuracy, with what was not answered as wrong'), classification.accuracyWithErrors, 'share'),
        measured(say('Recall: violations that were found'), classification.recall, 'share'),
        measured(say('Precision: alarms that were right'), classification.precision, 'share'),
        measured(say('Calibration error (ECE): below 0.10 is good'), calibration.ece, 'mean'),
        ...(sufficientEvidence === null
          ? []
          : [measured(say('ECE where the evidence was sufficient'), sufficientEvidence.calibration.ece, 'mean')]),
        measured(say('Brier score: 0 is best'), calibration.brier, 'mean'),
        measured(say('AUROC: whether right verdicts have the higher confidence'), calibration.auroc, 'mean'),
        measured(say('Over-confidence: wrong among confident verdicts'), confidence.overConfidenceRate, 'share'),
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
