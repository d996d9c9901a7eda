import { notEvaluatedSentence } from '../../../src/reporters/result-counts.ts'
import type { RunRow } from '../../../src/server/api/runs.ts'
import { useWords } from '../words/language.tsx'
import { Interval } from './interval.tsx'

/** A run's pass rate, and the share that could not be evaluated. */
export function PassRate({ of: { passRate, results } }: { readonly of: Pick<RunRow, 'passRate' | 'results'> }) {
  const { say } = useWords()
  return (
    <>
      <Interval estimate={passRate} as="share" />
      {results !== undefined && results.notEvaluated > 0 && (
        <b className="small runs-unevaluated">{say(notEvaluatedSentence(results.notEvaluated))}</b>
      )}
    </>
  )
}
