import { useApi } from '../../source/use-answer.ts'
import { useAllWords } from '../../words/language.tsx'
import { EstimateCard } from '../new-run/estimate-card.tsx'
import { LimitFields } from '../new-run/limit-fields.tsx'
import { AnswerState } from '../../components/answer-state.tsx'

/** What models will be asked, what that may cost, and a limit to it. */
export function EvaluationCost({ dataset }: { readonly dataset: string }) {
  const { words } = useAllWords()
  const estimate = useApi('runbookEstimate', { body: { dataset } })
  const meanwhile = <output className="small soft">{words.runbook.evaluation.estimating}</output>
  if (estimate.status !== 'ready') return <AnswerState of={estimate} meanwhile={meanwhile} />
  return (
    <>
      <EstimateCard estimate={estimate.value} />
      <LimitFields estimate={estimate.value} />
    </>
  )
}
