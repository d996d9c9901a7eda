import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { decimal } from '../../../../src/reporters/number-format.ts'
import type { LabelSubject } from '../../../../src/server/api/labels.ts'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { callApi } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { plannedWidth } from './planned-places.ts'

type PlanCardProps = { readonly runId: string; readonly subject: LabelSubject }

/** How many labels an interval of some width takes, and the way to label just these. */
export function PlanCard({ runId, subject: { metric } }: PlanCardProps) {
  const { words } = useAllWords()
  const texts = words.labels.plan
  const [search, setSearch] = useSearchParams()
  const [points, setPoints] = useState(() => String(Math.round(100 * (plannedWidth(search) ?? 0.1))))
  const width = Math.min(0.9, Math.max(0.01, Number(points) / 100 || 0.1))
  const plan = useAnswer(JSON.stringify([runId, metric, width]), async (signal) =>
    callApi('labelPlan', { params: { runId }, query: { metric, width }, signal }),
  )
  const start = () =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      after.set('plan', String(width))
      after.delete('at')
      return after
    })
  return (
    <Card title={texts.title}>
      <div className="stack">
        <label className="row">
          {texts.width}
          <input
            className="answer-form-score"
            type="number"
            min={1}
            max={90}
            value={points}
            onChange={({ target }) => setPoints(target.value)}
          />
        </label>
        {plan.status === 'failed' && <ErrorState error={plan.error} retry={plan.reload} />}
        {plan.status === 'ready' && (
          <>
            <p>
              {fill(texts.needs, {
                needed: plan.value.needed,
                there: plan.value.there,
                left: plan.value.results.length,
              })}
              {plan.value.worth > 1.05 && ` ${fill(texts.worth, { worth: decimal(plan.value.worth, 1) })}`}
            </p>
            <p className="soft small">{texts.why}</p>
            {plan.value.results.length > 0 && (
              <div>
                <button type="button" className="button" onClick={start}>
                  {fill(texts.start, { count: plan.value.results.length })}
                </button>
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  )
}
