import type { Rating } from '../../../../src/core/judge-agreement.ts'
import type { LabelAnswer } from '../../../../src/server/api/labels.ts'
import { Badge } from '../../components/badge.tsx'
import { ScoreReport } from '../case/score-report.tsx'
import { hundred } from './answer-form.tsx'
import { say } from '../../words/say.ts'

/** A person's label beside the run's scores. */
export function Revealed({ answer: { label, person, judge, scores } }: { readonly answer: LabelAnswer }) {
  const comparable = person.passed !== undefined && judge?.passed !== undefined
  return (
    <div className="stack">
      {comparable && (
        <p className="labels-outcome" data-same={person.passed === judge.passed}>
          <span aria-hidden="true">{person.passed === judge.passed ? '=' : '≠'}</span>{' '}
          {person.passed === judge.passed ? say('You and the judge agree') : say('You and the judge disagree')}
        </p>
      )}
      <dl className="labels-sides">
        <div>
          <dt className="soft small">{say('You')}</dt>
          <dd>
            <RatingText rating={person} />
          </dd>
        </div>
        <div>
          <dt className="soft small">{label.metric === undefined ? say('Run') : say('Judge')}</dt>
          <dd>{judge === undefined ? say('gave no verdict') : <RatingText rating={judge} />}</dd>
        </div>
      </dl>
      {!label.blind && (
        <p className="soft small">{say('Given after the verdict was shown, so it does not count as blind.')}</p>
      )}
      {scores.map((score) => (
        <ScoreReport key={score.metric} score={score} />
      ))}
    </div>
  )
}

/** A verdict, a score, or both. */
export function RatingText({ rating: { passed, value } }: { readonly rating: Rating }) {
  return (
    <span className="row">
      {passed !== undefined && <Badge of={passed ? 'passed' : 'failed'} />}
      {value !== undefined && <b>{hundred(value)}</b>}
    </span>
  )
}
