import './runbook.css'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { PageHead } from '../components/page-head.tsx'
import { useApi } from '../source/use-answer.ts'
import { RunbookChat } from './runbook/chat.tsx'
import { EvaluationPanel } from './runbook/evaluation-panel.tsx'
import { EvaluationReport } from './runbook/evaluation-report.tsx'
import { IndexPanel } from './runbook/index-panel.tsx'
import { SearchSettings, type SearchChoice } from './runbook/search-settings.tsx'
import { useEvaluation } from './runbook/use-evaluation.ts'
import { ErrorState, Loading } from '../components/state.tsx'
import { say } from '../words/say.ts'

/** An assistant that answers from runbooks, its index and its evaluation. */
export function Runbook() {
  const status = useApi('runbookStatus', {})
  const [search, setSearch] = useState<SearchChoice>()
  // The evaluation in the address is shown; it updates the index.
  const [address, setAddress] = useSearchParams()
  const watched = useEvaluation(address.get('evaluation'), status.reload)
  if (status.status === 'loading') return <Loading />
  return (
    <>
      <PageHead title={say('Runbook assistant')} />
      {status.status === 'failed' ? (
        <ErrorState error={status.error} retry={status.reload} />
      ) : (
        <div className="runbook">
          <div className="stack">
            {watched.evaluation !== undefined && <EvaluationReport evaluation={watched.evaluation} />}
            <RunbookChat status={status.value} search={search} />
          </div>
          <aside className="stack" aria-label={say('Index, search and evaluation')}>
            <IndexPanel status={status.value} changed={status.reload} />
            <EvaluationPanel
              ready={status.value.ready}
              watched={watched}
              show={(runId) => setAddress({ evaluation: runId })}
            />
            <SearchSettings status={status.value} chosen={search} choose={setSearch} />
          </aside>
        </div>
      )}
    </>
  )
}
