import './rerun-of.css'
import { Link } from 'wouter'
import type { RunDetail } from '../../../../../src/server/api/runs.ts'
import { useRunSource } from '../../../source/run-source.ts'
import { useAnswer } from '../../../source/use-answer.ts'
import { fill, useWords } from '../../../words/language.tsx'
import { comparisonPath } from '../../compare/use-compared-runs.ts'

/** Of a run that played cases of another one again: how they came out then and now, and what that does not prove. */
export function RerunOf({ detail: { rerunOf, run, state } }: { readonly detail: RunDetail }) {
  const { words } = useWords()
  if (rerunOf === undefined) return null
  return (
    <div className="rerun-of">
      <p>
        {words.rerun.of} <Link href={`/runs/${rerunOf}`}>{rerunOf}</Link>
      </p>
      {state === 'finished' && <Compared first={rerunOf} second={run.plan.runId} />}
    </div>
  )
}

function Compared({ first, second }: { readonly first: string; readonly second: string }) {
  const { words } = useWords()
  const source = useRunSource()
  const comparison = useAnswer(`${first} ${second}`, async (signal) => source.compare(first, second, signal))
  // The old run may be deleted by now, and a report has not every comparison.
  if (comparison.status !== 'ready') return null
  const { cases, better, worse } = comparison.value
  const again = cases.filter((one) => one.second !== undefined).length
  return (
    <>
      <p>
        <output>{fill(words.rerun.outcome, { better, worse, count: again })}</output>{' '}
        <Link href={comparisonPath(first, [second])}>{words.rerun.compare}</Link>
      </p>
      <p className="soft small">{words.rerun.byChance}</p>
    </>
  )
}
