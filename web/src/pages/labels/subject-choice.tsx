import type { LabelQueue, LabelSubject } from '../../../../src/server/api/labels.ts'
import { Select } from '../../components/form/field.tsx'
import { say } from '../../words/say.ts'

type SubjectChoiceProps = {
  readonly metrics: LabelQueue['metrics']
  readonly subject: LabelSubject
  readonly choose: (subject: LabelSubject) => void
}

/** Chooses what is labelled: the whole result, a metric, or one of its aspects. */
export function SubjectChoice({ metrics, subject, choose }: SubjectChoiceProps) {
  const aspects = metrics.find(({ metric }) => metric === subject.metric)?.aspects ?? []
  return (
    <div className="row">
      <span>{say('Label for')}</span>
      <Select
        label={say('Label for')}
        value={subject.metric ?? ''}
        choices={[['', say('The whole result')], ...metrics.map(({ metric }) => [metric, metric] as const)]}
        choose={(metric) => choose(metric === '' ? {} : { metric })}
      />
      {aspects.length > 0 && (
        <Select
          label={say('Aspect')}
          value={subject.aspect ?? ''}
          choices={[['', say('All aspects together')], ...aspects.map((aspect) => [aspect, aspect] as const)]}
          choose={(aspect) => choose({ metric: subject.metric, ...(aspect !== '' && { aspect }) })}
        />
      )}
    </div>
  )
}

/** The most useful subject: a judged metric, else the whole result. */
export function firstSubject(metrics: LabelQueue['metrics']): LabelSubject {
  const judged = metrics.find((one) => one.judged && one.scored)
  return judged === undefined ? {} : { metric: judged.metric }
}
