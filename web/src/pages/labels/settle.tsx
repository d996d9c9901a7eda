import { Card } from '../../components/card.tsx'
import { AnswerState, EmptyState } from '../../components/state.tsx'
import { callApi } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { type Said, AnswerForm } from './answer-form.tsx'
import { BlindResult } from './blind-result.tsx'
import { type Difference, differencesIn } from './differences.ts'
import { SaidList } from './said-list.tsx'
import { say } from '../../words/say.ts'

type SettleProps = { readonly runId: string; readonly author: string }

/** Results on which people disagree, whatever they labelled of them: a third person's label settles each. */
export function Settle({ runId, author }: SettleProps) {
  const labels = useApi('labels', { params: { runId } })
  if (labels.status !== 'ready') return <AnswerState of={labels} />
  const differences = differencesIn(labels.value.labels)
  if (differences.length === 0)
    return (
      <EmptyState
        title={say('No opposite verdicts')}
        next={say(
          'Results that some people passed and others failed are listed here, for a third person to settle. Different scores without a verdict are not.',
        )}
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
          key={nameOf(difference)}
          runId={runId}
          author={author}
          difference={difference}
          settled={labels.reload}
        />
      ))}
    </div>
  )
}

function nameOf({ position, repeat, subject: { metric, aspect } }: Difference): string {
  return [position, repeat, metric, aspect].join(' ')
}

type One = SettleProps & { readonly difference: Difference; readonly settled: () => void }

function OneDifference({ runId, author, difference, settled: reload }: One) {
  const { subject, position, repeat, caseId, labels, settled } = difference
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
              name={`settle ${runId} ${nameOf(difference)}`}
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
