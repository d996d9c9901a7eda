import { ErrorState } from '../../components/error-state.tsx'
import { callApi } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { useAllWords } from '../../words/language.tsx'
import { EstimateCard } from '../new-run/estimate-card.tsx'
import { LimitFields } from '../new-run/limit-fields.tsx'

/** What models will be asked, what that may cost, and a limit to it. */
export function EvaluationCost({ dataset }: { readonly dataset: string }) {
  const { words } = useAllWords()
  const estimate = useAnswer(dataset, async (signal) => callApi('runbookEstimate', { body: { dataset }, signal }))
  if (estimate.status === 'loading')
    return <output className="small soft">{words.runbook.evaluation.estimating}</output>
  if (estimate.status === 'failed') return <ErrorState error={estimate.error} retry={estimate.reload} />
  return (
    <>
      <EstimateCard estimate={estimate.value} />
      <LimitFields estimate={estimate.value} />
    </>
  )
}
