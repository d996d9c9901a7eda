import { Link } from 'wouter'
import {
  comparisonOutcome,
  comparisonVerdict,
  lessEvaluatedSentence,
  testSentences,
} from '../../../../src/reporters/comparison/comparison-verdict.ts'
import { points, pointsBounds } from '../../../../src/reporters/number-format.ts'
import type { Comparison } from '../../../../src/server/api/comparisons.ts'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { Card } from '../../components/card.tsx'
import { PassRate } from '../../components/pass-rate.tsx'
import type { RunsCompared } from './comparison-of.ts'
import { DifferencePlot } from './difference-plot.tsx'
import { RunSelect, useRunLabel } from './run-select.tsx'
import { factLine, formatted, say } from '../../words/say.ts'

type RunPartProps = {
  readonly comparison: RunsCompared
  readonly rows: readonly RunRow[]
  /** 0 for the baseline. */
  readonly at: number
  readonly fixed: boolean | undefined
}

/** A run's head above its column: pass rate, difference from the baseline, cost and time. */
export function RunPart({ comparison: { baseline, others, comparisons }, rows, at, fixed }: RunPartProps) {
  const of = at === 0 ? undefined : comparisons[at - 1]
  const side = of?.second ?? comparisons[0]?.first
  const { runId, name } = others[at - 1] ?? baseline
  return (
    <div className="compare-run">
      <span className="row">
        <span className="small soft">{useRunLabel(at)}</span>
        <span className="soft small">
          <Spent row={rows.find((row) => row.runId === runId)} />
        </span>
      </span>
      <Link href={`/runs/${runId}`} className="foreign compare-name" title={name}>
        {name}
      </Link>
      {rows.length > 0 && fixed !== true && <RunSelect runs={rows} at={at} />}
      <span className="row">
        {side !== undefined && <PassRate of={side} />}
        {of !== undefined && <Difference of={of} />}
      </span>
    </div>
  )
}

/** Coloured only where the test is clear and the datasets are the same. */
function Difference({ of }: { readonly of: Comparison }) {
  const outcome = comparisonOutcome(of)
  const verdict = say(comparisonVerdict(of))
  const sign = outcome === 'open' ? '' : outcome === 'better' ? '▲ ' : '▼ '
  if (of.test === undefined) return <span className="compare-verdict">{verdict}</span>
  const { difference } = of.test
  return (
    <span className="compare-verdict" data-of={outcome} title={verdict}>
      {sign}
      {say('{points} points', { points: points(difference.value) })}{' '}
      <span className="soft small">{say('{low} to {high}##interval', pointsBounds(difference))}</span>
      <DifferencePlot {...difference} reach={1} of={outcome} />
    </span>
  )
}

/** What the agent took, and what judging cost. */
function Spent({ row }: { readonly row: RunRow | undefined }) {
  const { agent: { dollars, costsMore, seconds } = {}, judgeDollars = 0 } = row ?? {}
  return factLine([
    formatted.dollars(dollars, costsMore),
    formatted.seconds(seconds),
    judgeDollars > 0 && say('judge {amount}', { amount: formatted.dollars(judgeDollars) }),
  ])
}

/** Verdicts on each run in the words of the terminal report, and cases that only one run evaluated. */
export function Outcomes({ comparison: { baseline, others, comparisons } }: Pick<RunPartProps, 'comparison'>) {
  return (
    <Card title={say('Is one of them better?')}>
      {comparisons.map((one, index) => (
        <Findings key={one.second.runId} of={one} first={baseline.name} second={others[index]?.name ?? ''} />
      ))}
    </Card>
  )
}

function Findings({ of, first, second }: { readonly of: Comparison; readonly first: string; readonly second: string }) {
  const less = lessEvaluatedSentence(of)
  const named = [
    { run: first, cases: of.unevaluated.first },
    { run: second, cases: of.unevaluated.second },
  ].filter(({ cases }) => cases.count > 0)
  const { better, worse, same } = of
  const counts = say('{better} better, {worse} worse, {same} the same', { better, worse, same })
  return (
    <section className="stack compare-findings" aria-label={`${say('The test and what it left out')}: ${second}`}>
      <h3 className="foreign">{second}</h3>
      <p className="compare-verdict" data-of={comparisonOutcome(of)}>
        {say(comparisonVerdict(of))}
      </p>
      {less !== undefined && <p className="compare-warning">{say(less)}</p>}
      <ul className="soft" aria-label={say('The test and what it left out')}>
        {[counts, ...testSentences(of, { first, second }).map(say)].map((sentence) => (
          <li key={sentence} className="foreign">
            {sentence}
          </li>
        ))}
        {named.map(({ run, cases }) => (
          <li key={run} className="foreign compare-warning">
            {say('Not evaluated in {run} only: {cases}', {
              run,
              cases: cases.caseIds.join(', ') + (cases.count > cases.caseIds.length ? ' …' : ''),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
