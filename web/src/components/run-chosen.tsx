import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { RunRow } from '../../../src/server/api/runs.ts'
import { AnswerState, EmptyState } from './state.tsx'
import { Select } from './form/field.tsx'
import { PageHead } from './page-head.tsx'
import { useRuns } from '../source/use-runs.ts'
import { formatted, sayFirst as say } from '../words/say.ts'

type RunChosenProps = {
  readonly title: string
  /** Shown where there is no run to choose. */
  readonly empty?: { readonly title: string; readonly next: string }
  /** Filters the runs that may be chosen; all by default. */
  readonly isOffered?: (run: RunRow) => boolean
  readonly children: (runId: string) => ReactNode
}

/** A page about one run: the one in the address, else the newest. */
export function RunChosen({ title, empty, isOffered = () => true, children }: RunChosenProps) {
  const runs = useRuns()
  const [search] = useSearchParams()
  if (runs.status !== 'ready') return <AnswerState of={runs} />
  const offered = runs.value.runs.filter(isOffered)
  const runId = search.get('run') ?? offered[0]?.runId
  return (
    <>
      <PageHead title={title}>{runId !== undefined && <RunChoice runs={offered} chosen={runId} />}</PageHead>
      {runId === undefined ? (
        <EmptyState
          {...(empty ?? {
            title: say('No run yet'),
            next: say(
              'Start one here, or on the command line: shinsa run DATASET --target AGENT. It shows up while it goes on.',
            ),
          })}
        />
      ) : (
        children(runId)
      )}
    </>
  )
}

/** Selects the run of the page; the choice is kept in the address. */
function RunChoice({ runs, chosen }: { readonly runs: readonly RunRow[]; readonly chosen: string }) {
  const [, setSearch] = useSearchParams()
  return (
    <>
      <label className="row">
        {say('Run')}
        <Select
          label={say('Run')}
          value={chosen}
          choices={runs.map((run) => [run.runId, nameOfRun(run, formatted.dateTime(run.createdAt))])}
          choose={(run) => setSearch({ run })}
        />
      </label>
      <Link href={`/runs/${chosen}`}>{say('Open the run')}</Link>
    </>
  )
}

/** The run's name or its dataset, followed by its time where names repeat. */
function nameOfRun({ name, dataset, target }: RunRow, when: string): string {
  return [...(name === undefined ? [dataset, target] : [name, dataset]), when].join(' · ')
}
