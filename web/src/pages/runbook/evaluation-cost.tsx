import { useEffect, useEffectEvent, useState } from 'react'
import { decimal, quantity } from '../../../../src/reporters/number-format.ts'
import type { RunEstimate, RunWish } from '../../../../src/server/api/new-run.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { callApi } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { fill, useAllWords } from '../../words/language.tsx'

/** Whether somebody has said how much an evaluation may cost, where it costs anything. */
export type Allowed =
  | { readonly status: 'unknown' | 'needs-limit' }
  | { readonly status: 'allowed'; readonly limits: Pick<RunWish, 'maxCost' | 'unlimited'> }

type Cost = { readonly dataset: string; readonly allow: (allowed: Allowed) => void }

/** What models will be asked, what that may cost, and a limit to it. */
export function EvaluationCost({ dataset, allow }: Cost) {
  const { words } = useAllWords()
  const estimate = useAnswer(dataset, async (signal) => callApi('runbookEstimate', { body: { dataset }, signal }))
  if (estimate.status === 'loading')
    return <output className="small soft">{words.runbook.evaluation.estimating}</output>
  if (estimate.status === 'failed') return <ErrorState error={estimate.error} retry={estimate.reload} />
  return <Limits estimate={estimate.value} allow={allow} />
}

type LimitsProps = { readonly estimate: RunEstimate; readonly allow: (allowed: Allowed) => void }

function Limits({ estimate, allow }: LimitsProps) {
  const { words, say } = useAllWords()
  const texts = words.runbook.evaluation
  const [limit, setLimit] = useState('')
  const [unlimited, setUnlimited] = useState(false)
  const allowed = allowedBy(estimate, { limit, unlimited })
  const tell = useEffectEvent(allow)
  const changed = JSON.stringify(allowed)
  useEffect(() => tell(JSON.parse(changed) as Allowed), [changed])
  if (!estimate.costsMoney) {
    return <p className="small soft foreign">{fill(texts.free, { judges: estimate.judges.join(', ') })}</p>
  }
  return (
    <div className="stack">
      <ul className="small">
        {estimate.calls.map((call) => (
          <li key={call.role} className="foreign">
            {sentenceOf(call, texts)}
          </li>
        ))}
      </ul>
      <label className="runbook-slider">
        <span>{texts.limit}</span>
        <input type="number" min="0.01" step="0.01" value={limit} onChange={({ target }) => setLimit(target.value)} />
      </label>
      {estimate.unlimited.length > 0 && (
        <label className="row small">
          <input type="checkbox" checked={unlimited} onChange={({ target }) => setUnlimited(target.checked)} />
          <span className="foreign">{fill(texts.unlimited, { models: estimate.unlimited.join(', ') })}</span>
        </label>
      )}
      {estimate.notes.map((note) => (
        <p key={note.text} className="small foreign">
          {say(note)}
        </p>
      ))}
    </div>
  )
}

function allowedBy(
  { costsMoney, unlimited: unpriced }: RunEstimate,
  { limit, unlimited }: { readonly limit: string; readonly unlimited: boolean },
): Allowed {
  if (!costsMoney) return { status: 'allowed', limits: {} }
  const maxCost = Number(limit)
  if (limit === '' || !(maxCost > 0) || (unpriced.length > 0 && !unlimited)) return { status: 'needs-limit' }
  return { status: 'allowed', limits: { maxCost, ...(unlimited && { unlimited }) } }
}

type Texts = { readonly estimate: string; readonly estimateUnpriced: string }

function sentenceOf({ models, calls, tokens, dollars }: RunEstimate['calls'][number], texts: Texts): string {
  const values = { models: models.join(', '), calls, tokens: decimal(tokens, 0) }
  return dollars === undefined
    ? fill(texts.estimateUnpriced, values)
    : fill(texts.estimate, { ...values, dollars: quantity(dollars) })
}
