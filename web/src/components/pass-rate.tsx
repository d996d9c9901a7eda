import { leftOutSentences } from '../../../src/reporters/result-counts.ts'
import type { RunRow } from '../../../src/server/api/runs.ts'
import { Interval } from './interval.tsx'
import { sayFirst as say } from '../words/say.ts'

/** A run's pass rate, and the share that could not be evaluated. */
export function PassRate({ of: { passRate, results } }: { readonly of: Pick<RunRow, 'passRate' | 'results'> }) {
  return (
    <>
      <Interval estimate={passRate} as="share" />
      {(results === undefined ? [] : leftOutSentences(results)).map((sentence) => (
        <b key={sentence.text} className="small runs-unevaluated">
          {say(sentence)}
        </b>
      ))}
    </>
  )
}
