import { Link, useLocation, useSearchParams } from 'wouter'
import type { CaseRow, RunDetail } from '../../../../../src/server/api/runs.ts'
import { isPaged } from '../../../../../src/server/paged/paged-run.ts'
import { useRunDetail } from '../../../source/use-run-detail.ts'
import { useCaseRows } from '../../../source/use-case-rows.ts'
import { useReadAhead } from '../../../source/use-case-detail.ts'
import { useAwaitedKeys } from '../../../keys-ahead.ts'
import { useKeys } from '../../labels/use-keys.ts'
import { caseAddress, runAddress } from './case-address.ts'
import { stepKeys, stepsAround } from './case-steps.ts'
import { StepButtons } from './step-buttons.tsx'
import { useCaseEntries } from './use-case-entries.ts'
import { useTableView } from './use-table-view.ts'
import { sayFirst as say } from '../../../words/say.ts'

/** Links from a case's page to its run and to the neighbours in the run's table. */
export function CaseWay({ runId, place }: { readonly runId: string; readonly place: string }) {
  const [search] = useSearchParams()
  const run = useRunDetail(runId)
  useAwaitedKeys(run.status === 'loading')
  return (
    <>
      <Link href={runAddress(runId, search)}>
        ← <span className="foreign">{run.value?.run.plan.name || say('Run')}</span>
      </Link>
      {run.status === 'ready' && !isPaged(run.value.run) && <Steps detail={run.value} place={place} />}
    </>
  )
}

const none: ReadonlySet<string> = new Set()

function Steps({ detail, place }: { readonly detail: RunDetail; readonly place: string }) {
  const { runId, repeat } = detail.run.plan
  const [search] = useSearchParams()
  const [, go] = useLocation()
  const { view } = useTableView()
  const { rows, complete } = useCaseRows(detail)
  const { entries } = useCaseEntries({ rows, repeat, view, closed: none })
  const steps = stepsAround(entries, place)
  const goTo = (row: CaseRow) => go(caseAddress(runId, row, search))
  useReadAhead(runId, steps.next)
  useAwaitedKeys(!complete && steps.next === undefined)
  useKeys(stepKeys(steps, goTo))
  return <StepButtons steps={steps} counted={complete} goTo={goTo} />
}
