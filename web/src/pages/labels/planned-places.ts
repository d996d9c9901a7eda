import { useSearchParams } from 'wouter'
import type { LabelSubject } from '../../../../src/server/api/labels.ts'
import { callApi } from '../../source/call-api.ts'
import { resultKey } from '../../source/result-key.ts'
import { useAnswer } from '../../source/use-answer.ts'

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
export function plannedWidth(search: URLSearchParams): number | undefined {
  const width = Number(search.get('plan') ?? Number.NaN)
  return width >= 0.01 && width <= 0.9 ? width : undefined
}
