import type { Rating } from '../../../../src/core/judge-agreement.ts'
import type { LabelAnswer } from '../../../../src/server/api/labels.ts'
import { Badge } from '../../components/badge.tsx'
import { useAllWords } from '../../words/language.tsx'
import { ScoreReport } from '../case/score-report.tsx'
import { hundred } from './answer-form.tsx'

/** A person's label beside the run's scores. */
export function Revealed({ answer: { label, person, judge, scores } }: { readonly answer: LabelAnswer }) {
  const { words } = useAllWords()
  const texts = words.labels
  const comparable = person.passed !== undefined && judge?.passed !== undefined
  return (
    <div className="stack">
      {comparable && (
        <p className="labels-outcome" data-same={person.passed === judge.passed}>
          <span aria-hidden="true">{person.passed === judge.passed ? '=' : '≠'}</span>{' '}
          {person.passed === judge.passed ? texts.same : texts.different}
        </p>
      )}
      <dl className="labels-sides">
        <div>
          <dt className="soft small">{texts.you}</dt>
          <dd>
            <RatingText rating={person} />
          </dd>
        </div>
        <div>
          <dt className="soft small">{label.metric === undefined ? words.runs.run : words.runs.judge}</dt>
          <dd>{judge === undefined ? texts.silent : <RatingText rating={judge} />}</dd>
        </div>
      </dl>
      {!label.blind && <p className="soft small">{texts.notBlind}</p>}
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
