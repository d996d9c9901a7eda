import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { decimal } from '../../../../src/reporters/number-format.ts'
import type { LabelSubject } from '../../../../src/server/api/labels.ts'
import { useChosen } from '../../chosen.ts'
import { AnswerState } from '../../components/state.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { callApi } from '../../source/call-api.ts'
import { resultKey } from '../../source/result-key.ts'
import { useAnswer, useApi } from '../../source/use-answer.ts'
import { say } from '../../words/say.ts'

/** How many labels an interval of a given width needs, with a link to label these. */
export function PlanCard({ runId, subject: { metric } }: { readonly runId: string; readonly subject: LabelSubject }) {
  const { search, put } = useChosen()
  const [points, setPoints] = useState(() => String(Math.round(100 * (plannedWidth(search) ?? 0.1))))
  const width = Math.min(0.9, Math.max(0.01, Number(points) / 100 || 0.1))
  const plan = useApi('labelPlan', { params: { runId }, query: { metric, width } })
  const start = () => put({ plan: String(width), at: undefined }, { replace: false })
  return (
    <Card title={say('How many labels does it take?')}>
      <div className="stack">
        <label className="row">
          {say('Width of the interval, in points')}
          <input
            className="answer-form-score"
            type="number"
            min={1}
            max={90}
            value={points}
            onChange={({ target }) => setPoints(target.value)}
          />
        </label>
        <AnswerState of={plan} meanwhile={null}>
          {({ needed, there, worth, results }) => (
            <>
              <p>
                {say('{needed} labels in all; {there} are there, {left} to go.', {
                  needed,
                  there,
                  left: results.length,
                })}
                {worth > 1.05 &&
                  ` ${say('Beside the verdicts each counts for {worth}.', { worth: decimal(worth, 1) })}`}
              </p>
              <p className="soft small">
                {say('They are drawn by chance, with some of each verdict, so that they tell the rate of all results.')}
              </p>
              {results.length > 0 && (
                <div>
                  <Button onClick={start}>{say('Label these {count}', { count: results.length })}</Button>
                </div>
              )}
            </>
          )}
        </AnswerState>
      </div>
    </Card>
  )
}

/** The results of the plan in the address; null without one. They are drawn once and stay while they are labelled. */
export function usePlannedPlaces(runId: string, subject: LabelSubject | undefined) {
  const [search] = useSearchParams()
  const width = plannedWidth(search)
  return useAnswer({
    queryKey: ['planned', runId, subject?.metric, width],
    async queryFn({ signal }) {
      if (width === undefined || subject === undefined) return null
      const plan = await callApi('labelPlan', { params: { runId }, query: { metric: subject.metric, width }, signal })
      return new Set(plan.results.map(resultKey))
    },
  })
}

/** The interval's width in the address. */
function plannedWidth(search: URLSearchParams): number | undefined {
  const width = Number(search.get('plan') ?? Number.NaN)
  return width >= 0.01 && width <= 0.9 ? width : undefined
}
