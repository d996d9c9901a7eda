import { Link } from 'wouter'
import {
  comparisonOutcome,
  comparisonVerdict,
  lessEvaluatedSentence,
  testSentences,
} from '../../../../src/reporters/comparison/comparison-verdict.ts'
import { points, pointsBounds, quantity } from '../../../../src/reporters/number-format.ts'
import { notEvaluatedSentence } from '../../../../src/reporters/result-counts.ts'
import type { Comparison } from '../../../../src/server/api/comparisons.ts'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { Card } from '../../components/card.tsx'
import { Interval } from '../../components/interval.tsx'
import { ScrollingTable } from '../../components/scrolling-table.tsx'
import { useFormats } from '../../words/formats.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import type { NamedRun, RunsCompared } from './comparison-of.ts'
import { DifferencePlot } from './difference-plot.tsx'

type ComparedOutcomesProps = { readonly comparison: RunsCompared; readonly rows: readonly RunRow[] }

/** Each run against the baseline: the verdict in words, the difference with its interval, and what was left out. */
export function ComparedOutcomes({ comparison: { baseline, others, comparisons }, rows }: ComparedOutcomesProps) {
  const { words } = useAllWords()
  const first = comparisons[0]?.first
  return (
    <Card title={words.compare.outcome}>
      <ScrollingTable title={words.compare.outcome} className="compare-scroll">
        <table className="compare-table compare-outcomes">
          <thead>
            <tr>
              <th scope="col">{words.runs.run}</th>
              <th scope="col">{words.compare.verdict}</th>
              <th scope="col">{words.compare.passRate}</th>
              <th scope="col">{words.compare.difference}</th>
              <th scope="col">{words.compare.verdicts}</th>
              <th scope="col">{words.runs.cost}</th>
              <th scope="col">{words.runs.time}</th>
            </tr>
          </thead>
          <tbody>
            {first !== undefined && (
              <tr>
                <Name run={baseline} role={words.compare.baseline} />
                <td>–</td>
                <Rate of={first} />
                <td>–</td>
                <td>–</td>
                <Spent row={rows.find(({ runId }) => runId === baseline.runId)} />
              </tr>
            )}
            {comparisons.map((one, index) => (
              <tr key={one.second.runId}>
                <Name run={others[index] ?? baseline} role={words.compare.compared} />
                <Verdict of={one} />
                <Rate of={one.second} />
                <Difference of={one} />
                <td>{fill(words.compare.counts, { better: one.better, worse: one.worse, same: one.same })}</td>
                <Spent row={rows.find(({ runId }) => runId === one.second.runId)} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
      {comparisons.map((one, index) => (
        <Findings
          key={one.second.runId}
          of={one}
          first={baseline.name}
          second={others[index]?.name ?? ''}
          isNamed={comparisons.length > 1}
        />
      ))}
    </Card>
  )
}

function Name({ run: { runId, name }, role }: { readonly run: NamedRun; readonly role: string }) {
  return (
    <th scope="row">
      <span className="small soft compare-role">{role}</span>
      <Link href={`/runs/${runId}`} className="foreign">
        {name}
      </Link>
    </th>
  )
}

function Rate({ of: { passRate, results } }: { readonly of: Comparison['first'] }) {
  const { say } = useAllWords()
  return (
    <td>
      <Interval estimate={passRate} as="share" />
      {results !== undefined && results.notEvaluated > 0 && (
        <b className="small compare-warning compare-unevaluated">{say(notEvaluatedSentence(results.notEvaluated))}</b>
      )}
    </td>
  )
}

function Difference({ of }: { readonly of: Comparison }) {
  const { words } = useAllWords()
  const { test } = of
  if (test === undefined) return <td>–</td>
  const { value } = test.difference
  const { low, high } = pointsBounds(test.difference)
  return (
    <td>
      <b>{fill(words.compare.points, { points: points(value) })}</b>{' '}
      <span className="soft small">{fill(words.compare.range, { low, high })}</span>
      <DifferencePlot {...test.difference} reach={1} of={comparisonOutcome(of)} />
    </td>
  )
}

/** Green and red only where the test is clear and the datasets are one. */
function Verdict({ of }: { readonly of: Comparison }) {
  const { say } = useAllWords()
  const outcome = comparisonOutcome(of)
  return (
    <td className="compare-verdict" data-of={outcome}>
      {outcome === 'open' ? '' : outcome === 'better' ? '▲ ' : '▼ '}
      {say(comparisonVerdict(of))}
    </td>
  )
}

function Spent({ row }: { readonly row: RunRow | undefined }) {
  const { duration } = useFormats()
  return (
    <>
      <td>{row?.dollars === undefined ? '–' : `$${quantity(row.dollars)}`}</td>
      <td>{row?.durationMs === undefined ? '–' : duration(row.durationMs)}</td>
    </>
  )
}

type ComparedOutcomesMatch = {
  readonly of: Comparison
  readonly first: string
  readonly second: string
  readonly isNamed: boolean
}

/** The sentences of the terminal, and by name what only one of the runs evaluated. */
function Findings({ of, first, second, isNamed }: ComparedOutcomesMatch) {
  const { words, say } = useAllWords()
  const less = lessEvaluatedSentence(of)
  const named = [
    { run: first, cases: of.unevaluated.first },
    { run: second, cases: of.unevaluated.second },
  ].filter(({ cases }) => cases.count > 0)
  return (
    <section className="stack compare-findings" aria-label={`${words.compare.test}: ${second}`}>
      {isNamed && <h3 className="foreign">{second}</h3>}
      {less !== undefined && <p className="compare-warning">{say(less)}</p>}
      <ul className="soft" aria-label={words.compare.test}>
        {testSentences(of, { first, second })
          .map(say)
          .map((sentence) => (
            <li key={sentence} className="foreign">
              {sentence}
            </li>
          ))}
        {named.map(({ run, cases }) => (
          <li key={run} className="foreign compare-warning">
            {fill(words.compare.unevaluatedIn, {
              run,
              cases: cases.caseIds.join(', ') + (cases.count > cases.caseIds.length ? ' …' : ''),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
