import './compare.css'
import type { RunRow } from '../../../src/server/api/runs.ts'
import { AnswerState, EmptyState } from '../components/state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useRunSource } from '../source/run-source.ts'
import { CaseGrid } from './compare/case-grid.tsx'
import { MetricDifferences } from './compare/metric-differences.tsx'
import { Outcomes } from './compare/run-part.tsx'
import { MoreRuns } from './compare/run-select.tsx'
import { ToldDifferently } from './compare/told-differently.tsx'
import { useComparedRuns } from './compare/use-compared-runs.ts'
import { CommandLine } from '../components/command-line.tsx'
import { ExportLinks, ExportMenu } from '../components/export-links.tsx'
import { fileAddress } from '../source/call-api.ts'
import { useFollowedRuns } from '../source/use-runs.ts'
import { useComparison } from './compare/comparison-of.ts'
import { say } from '../words/say.ts'

/** Compares a baseline with up to five runs: what differs, whether it is more than chance, and in which cases. */
export function Compare() {
  const source = useRunSource()
  const runs = useFollowedRuns()
  const { baseline, others } = useComparedRuns()
  const isChosen = baseline !== undefined && others.length > 0
  return (
    <div className="stack compare">
      <PageHead title={say('Compare')}>
        {isChosen && source.live && <ExportComparison runIds={[baseline, ...others]} />}
      </PageHead>
      {isChosen ? (
        <Compared
          key={[baseline, ...others].join(' ')}
          baseline={baseline}
          others={others}
          rows={runs.value?.runs ?? noRuns}
        />
      ) : (
        <AnswerState of={runs} meanwhile={null}>
          {(list) => (
            <>
              <div className="row">
                <MoreRuns runs={list.runs} />
              </div>
              <EmptyState
                title={say('Choose a baseline and a run to compare with it')}
                next={say('Choose both here, or mark runs in the list of runs: the oldest of them is the baseline.')}
              />
            </>
          )}
        </AnswerState>
      )}
    </div>
  )
}

const noRuns: readonly RunRow[] = []

type CompareChoice = { readonly baseline: string; readonly others: readonly string[]; readonly rows: readonly RunRow[] }

function Compared({ baseline, others, rows }: CompareChoice) {
  const { answer, comparison, running } = useComparison(baseline, others, rows)
  if (comparison === undefined) return <AnswerState of={answer} />
  return (
    <>
      {running.length > 0 && (
        <p role="note">
          {say('Still running: {runs}. Cases that have no result yet come when it ends.', {
            runs: running.map(({ runId, name = runId }) => name).join(', '),
          })}
        </p>
      )}
      <CaseGrid comparison={comparison} rows={rows} />
      <Outcomes comparison={comparison} />
      <ToldDifferently comparison={comparison} />
      <MetricDifferences comparison={comparison} />
    </>
  )
}

/** Downloads of the comparison and the equivalent command. */
function ExportComparison({ runIds }: { readonly runIds: readonly string[] }) {
  const formats = ['html', 'json', 'csv', 'markdown'] as const
  return (
    <ExportMenu>
      <ExportLinks path={fileAddress('comparison', {})} formats={formats} query={{ runs: runIds.join(',') }} />
      <li>
        <CommandLine label={say('The same on the command line')} text={`shinsa compare ${runIds.join(' ')}`} />
      </li>
    </ExportMenu>
  )
}
