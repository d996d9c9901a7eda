import { useState } from 'react'
import { type HumanLabel, saysSomething } from '../../../../src/core/run/human-label.ts'
import { type Score, judgedOf } from '../../../../src/core/score.ts'
import type { CaseDetail } from '../../../../src/server/api/runs.ts'
import type { LabelQueue, LabelSubject } from '../../../../src/server/api/labels.ts'
import { Card } from '../../components/card.tsx'
import { useToast } from '../../components/toast.tsx'
import { useAwaitedKeys, verdictKeys } from '../../keys-ahead.ts'
import { callApi } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { resultKey } from '../../source/result-key.ts'
import { AnswerForm, type Said } from '../labels/answer-form.tsx'
import { AuthorField, useAuthor } from '../labels/author-field.tsx'
import { isLabelAbout } from '../labels/labelled-subject.ts'
import { SaidList } from '../labels/said-list.tsx'
import { SubjectChoice } from '../labels/subject-choice.tsx'
import { AnswerState } from '../../components/state.tsx'
import { say } from '../../words/say.ts'

type YourVerdictProps = {
  readonly runId: string
  readonly detail: CaseDetail
  /** Enables verdicts by single keys; called after each one. */
  readonly labelled?: (() => void) | undefined
}

/** A form for the person's verdict beside those of others; it never counts as blind. */
export function YourVerdict({ runId, detail: { position, repeat, scores }, labelled }: YourVerdictProps) {
  const tell = useToast()
  const [author, setAuthor] = useAuthor()
  const [subject, setSubject] = useState<LabelSubject>({})
  const labels = useApi('labels', { params: { runId } })
  useAwaitedKeys(labelled !== undefined && labels.status === 'loading', verdictKeys)
  if (labels.status !== 'ready') return <AnswerState of={labels} meanwhile={null} />
  const by = author === '' ? undefined : author
  const isHere = (said: HumanLabel) => said.position === position && said.repeat === repeat
  const here = labels.value.labels.filter(isHere)
  const notes = labels.value.notes.filter(isHere)
  const earlier = here.find((label) => label.by === by && label.through === undefined && isLabelAbout(label, subject))
  const name = [runId, resultKey({ position, repeat }), subject.metric, subject.aspect].join(' ')

  async function give(said: Said): Promise<void> {
    await callApi('label', { body: { runId, position, repeat, ...subject, ...said, by, blind: false } })
    labels.reload()
    tell(say('Saved'))
    if (saysSomething(said)) labelled?.()
  }

  return (
    <Card title={say('Your verdict')}>
      <div className="screen-only stack">
        <AuthorField author={author} choose={setAuthor} />
        <SubjectChoice metrics={scores.flatMap(subjectsOf)} subject={subject} choose={setSubject} />
        <AnswerForm key={name} name={name} earlier={earlier} keys={labelled !== undefined} give={give} note={give} />
      </div>
      <SaidList name={say('Labels of this result')} said={here} />
      <SaidList name={say('Notes##of people')} said={notes} />
    </Card>
  )
}

/** Quantities cannot be labelled, and aspects exist only where a judge gave verdicts. */
function subjectsOf(score: Score): LabelQueue['metrics'] {
  if (score.status === 'measured' || (score.status === 'not-evaluated' && score.informational === true)) return []
  const judged = judgedOf(score).length > 0
  const parts = judged && 'parts' in score ? (score.parts ?? []) : []
  return [{ metric: score.metric, judged, scored: score.status === 'scored', aspects: parts.map(({ name }) => name) }]
}
