import type { MetricSummary } from '../../../../src/core/run/run.ts'
import { count } from '../../../../src/reporters/number-format.ts'
import { missingScores, notApplicableSentence } from '../../../../src/reporters/result-counts.ts'
import { BreakingName } from '../../components/breaking-name.tsx'
import { Card } from '../../components/card.tsx'
import { Interval } from '../../components/interval.tsx'
import { ScrollingTable } from '../../components/scrolling-table.tsx'
import { useWords } from '../../words/language.tsx'
import { failuresOf } from './workbench/failures-of.ts'
import { useCondition } from './pictures/use-condition.ts'
import { scoreField } from '../../../../src/server/view/table-view.ts'

/** Every metric with its intervals; what could not be evaluated stands beside what was. */
export function Metrics({ metrics }: { readonly metrics: readonly MetricSummary[] }) {
  const { words } = useWords()
  return (
    <Card title={words.run.metrics}>
      <ScrollingTable title={words.run.metrics} className="run-metrics">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.run.metric}</th>
              <th scope="col">{words.run.passRate}</th>
              <th scope="col">{words.run.mean}</th>
              <th scope="col">{words.run.scored}</th>
              <th scope="col">{words.run.notScored}</th>
            </tr>
          </thead>
          <tbody>
            {metrics.map((metric) => (
              <Metric key={metric.metric} metric={metric} />
            ))}
          </tbody>
        </table>
      </ScrollingTable>
    </Card>
  )
}

function Metric({ metric }: { readonly metric: MetricSummary }) {
  const { words, say } = useWords()
  const { scored, measured, notApplicable = 0, judges = [], unit } = metric
  const missing = missingScores(metric).map(say)
  return (
    <tr>
      <th scope="row">
        <MetricName metric={metric} />
        {judges.length > 0 && (
          <span className="soft small run-judge">
            {words.runs.judge}: {judges.join(', ')}
          </span>
        )}
      </th>
      <td>
        {metric.passRate === null ? (
          <span className="soft">–</span>
        ) : (
          <Interval estimate={metric.passRate} as="share" />
        )}
      </td>
      <td>
        <Interval estimate={metric.mean} as="mean" unit={unit} />
      </td>
      <td>{count(scored + measured)}</td>
      <td>
        {missing.length > 0 && <span className="run-missing">{missing.join(', ')}</span>}
        {missing.length > 0 && notApplicable > 0 && ', '}
        {notApplicable > 0 && <span className="soft">{say(notApplicableSentence(notApplicable))}</span>}
        {missing.length === 0 && notApplicable === 0 && <span className="soft">–</span>}
      </td>
    </tr>
  )
}

/** Shows its failures in the table of cases; of a quantity, which fails nowhere, just the name. */
function MetricName({ metric: { metric, scored, agentErrors } }: { readonly metric: MetricSummary }) {
  const { words } = useWords()
  const { wanted, change } = useCondition(scoreField(metric))
  if (scored === 0) return <span className="foreign">{metric}</span>
  const isChosen = wanted.includes('failed')
  function act(): void {
    change(isChosen ? [] : failuresOf({ agentErrors }))
    // The table stands above: the focus goes where its rows are.
    document.querySelector<HTMLElement>('#cases')?.focus()
  }
  return (
    <button
      type="button"
      className="run-metric foreign"
      title={`${metric}: ${words.workbench.failuresOf}`}
      aria-pressed={isChosen}
      onClick={act}
    >
      <BreakingName name={metric} />
    </button>
  )
}
