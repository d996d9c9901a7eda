import type { LabelSubject } from '../../../../src/server/api/labels.ts'
import { Card } from '../../components/card.tsx'
import { AnswerState, EmptyState } from '../../components/state.tsx'
import { callApi } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { type Said, AnswerForm } from './answer-form.tsx'
import { BlindResult } from './blind-result.tsx'
import { type Difference, differencesIn } from './differences.ts'
import { SaidList } from './said-list.tsx'
import { say } from '../../words/say.ts'

type SettleProps = { readonly runId: string; readonly subject: LabelSubject; readonly author: string }

/** Results on which people disagree: a third person's label settles each. */
export function Settle({ runId, subject, author }: SettleProps) {
  const labels = useApi('labels', { params: { runId } })
  if (labels.status !== 'ready') return <AnswerState of={labels} />
  const differences = differencesIn(labels.value.labels, subject)
  if (differences.length === 0)
    return (
      <EmptyState
        title={say('No differences')}
        next={say('Results that people judge differently are listed here, for a third person to settle.')}
      />
    )
  const open = differences.filter(({ settled }) => settled === undefined).length
  return (
    <div className="stack">
      <p role="status">
        {say('{open} open of {all} {all|result|results} on which people differ', { open, all: differences.length })}
      </p>
      {differences.map((difference) => (
        <OneDifference
          key={`${difference.position}.${difference.repeat}`}
          runId={runId}
          subject={subject}
          author={author}
          difference={difference}
          settled={labels.reload}
        />
      ))}
    </div>
  )
}

type One = SettleProps & { readonly difference: Difference; readonly settled: () => void }

function OneDifference({ runId, subject, author, difference, settled: reload }: One) {
  const { position, repeat, caseId, labels, settled } = difference
  const result = useApi('blindCase', { params: { runId, position, repeat }, query: subject })
  const isTheirs = labels.some(({ by = '' }) => by === author)

  async function give(said: Said): Promise<void> {
    const by = author === '' ? undefined : author
    await callApi('label', { body: { runId, position, repeat, ...subject, ...said, by, blind: false, settles: true } })
    reload()
  }

  return (
    <Card title={caseId}>
      <div className="labels-columns">
        <details open={settled === undefined}>
          <summary>{say('What was asked and answered')}</summary>
          <AnswerState of={result}>
            {(value) => (
              <BlindResult runId={runId} result={value} link={`/runs/${runId}/cases/${position}/${repeat}`} />
            )}
          </AnswerState>
        </details>
        <div className="stack">
          <SaidList
            name={say('Labels of this result')}
            said={[...labels, ...(settled === undefined ? [] : [settled])]}
          />
          {isTheirs ? (
            <p className="soft">{say('You labelled this result yourself. Somebody else has to settle it.')}</p>
          ) : (
            <AnswerForm
              key={settled?.at}
              name={['settle', runId, position, repeat, subject.metric, subject.aspect].join(' ')}
              earlier={settled}
              keys={false}
              give={give}
            />
          )}
        </div>
      </div>
    </Card>
  )
}
