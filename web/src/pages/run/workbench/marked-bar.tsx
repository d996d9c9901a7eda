import type { RunDetail } from '../../../../../src/server/api/runs.ts'
import { fill, useWords } from '../../../words/language.tsx'
import { RunAgain } from '../run-again.tsx'
import type { useMarkedCases } from './use-marked-cases.ts'

type MarkedBarProps = Pick<RunDetail, 'state'> & {
  readonly runId: string
  readonly cases: ReturnType<typeof useMarkedCases>
  /** How many cases the table shows. */
  readonly shown: number
}

/** What can be done with the cases that were chosen; nothing where none is. */
export function MarkedBar({ runId, state, cases: { marked, caseIds, all, none }, shown }: MarkedBarProps) {
  const { words } = useWords()
  const texts = words.workbench
  if (marked.size === 0) return null
  return (
    <div className="row workbench-marked" role="group" aria-label={texts.marked}>
      <output>{fill(texts.markedCount, { count: marked.size })}</output>
      {state === 'finished' && <RunAgain runId={runId} caseIds={caseIds} label={texts.markedAgain} />}
      <button type="button" className="button" onClick={all}>
        {fill(texts.markAll, { count: shown })}
      </button>
      <button type="button" className="button" onClick={none}>
        {texts.unmark}
      </button>
    </div>
  )
}
