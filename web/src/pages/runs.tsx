import './runs.css'
import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import type { RunList } from '../../../src/server/api/routes.ts'
import type { RunRow } from '../../../src/server/api/runs.ts'
import { Card } from '../components/card.tsx'
import { Sentences } from '../components/sentences.tsx'
import { DataTable } from '../components/table/data-table.tsx'
import { ChoiceMenu } from '../components/form/choice-menu.tsx'
import { AnswerState, EmptyState } from '../components/state.tsx'
import { badges } from '../components/badge.tsx'
import { PageHead } from '../components/page-head.tsx'
import { ChosenSelect } from '../components/form/field.tsx'
import { useChosen } from '../chosen.ts'
import { CompareMarked, useMarkedRuns } from './runs/marked-runs.tsx'
import { FoundCaseList } from './runs/found-case-list.tsx'
import { QualityScatter } from './runs/quality-scatter.tsx'
import { RunActions } from './runs/run-actions.tsx'
import { runBadge, useRunColumns } from './runs/run-columns.tsx'
import { placeOf } from './runs/run-place.ts'
import { useFollowedRuns } from '../source/use-runs.ts'
import { useRunSource } from '../source/run-source.ts'
import { Button } from '../components/button.tsx'
import { sayFirst as say } from '../words/say.ts'

/** All runs with verdicts and trends, and marks to compare them. */
export function Runs() {
  const runs = useFollowedRuns()
  const running = runs.value?.runs.filter(({ state }) => state === 'running') ?? []
  return (
    <>
      <PageHead title={say('Runs')} progress={progressOf(running)} />
      <AnswerState of={runs}>{(list) => <RunsThere {...list} reload={runs.reload} />}</AnswerState>
    </>
  )
}

function RunsThere({ runs, unreadable, reload }: RunList & { readonly reload: () => void }) {
  return (
    <>
      {unreadable.length > 0 && (
        <Card title={say('Runs that cannot be read')}>
          <Sentences of={unreadable.map(({ reason }) => reason)} />
        </Card>
      )}
      {runs.length > 0 ? (
        <RunTable runs={runs} reload={reload} />
      ) : (
        <EmptyState
          title={say('No run yet')}
          next={say(
            'Start one here, or on the command line: shinsa run DATASET --target AGENT. It shows up while it goes on.',
          )}
          link={{ to: '/new', text: say('New run') }}
        />
      )}
    </>
  )
}

/** The overall progress of running runs. */
function progressOf(running: readonly RunRow[]): number | undefined {
  if (running.length === 0) return undefined
  const done = running.reduce((sum, run) => sum + (run.done ?? 0), 0)
  return done / running.reduce((sum, { planned }) => sum + planned, 0)
}

function RunTable({ runs, reload }: { readonly runs: readonly RunRow[]; readonly reload: () => void }) {
  const [, go] = useLocation()
  const { search, change } = useChosen()
  const { marked, mark } = useMarkedRuns(runs)
  const chosen = runs.filter(({ runId }) => marked.includes(runId))
  const { live } = useRunSource()
  const scores = search.getAll('score')
  const metrics = [...new Set(runs.flatMap((run) => run.metrics.map(({ metric }) => metric)))].toSorted()
  const columns = useRunColumns(runs, { marked, mark, scores })
  const shown = fittingRuns(runs, search)
  return (
    <div className="stack">
      <div className="row runs-bar">
        <RunFilter datasets={new Set(runs.map(({ dataset }) => dataset))} />
        <span className="soft small">{say('{shown} of {all}', { shown: shown.length, all: runs.length })}</span>
        {metrics.length > 0 && (
          <ChoiceMenu
            name="score"
            text={say('Scores')}
            choices={metrics.map((metric) => [metric, metric])}
            chosen={scores}
          />
        )}
        {live && <RunActions runs={chosen} changed={reload} />}
        <CompareMarked runIds={chosen.map(({ runId }) => runId).toReversed()} />
      </div>
      {live && search.has('cases') && (
        <FoundCaseList text={search.get('cases') ?? ''} close={() => change('cases', '')} />
      )}
      <QualityScatter runs={shown} />
      <DataTable
        label={say('Runs')}
        rows={shown}
        columns={columns}
        rowKey={({ runId }) => runId}
        open={(run) => go(placeOf(run, runs))}
        isMain
      />
    </div>
  )
}

/** The runs that match the filter, pinned ones first. */
function fittingRuns(runs: readonly RunRow[], search: URLSearchParams): readonly RunRow[] {
  const [text, dataset, verdict] = [search.get('q') ?? '', search.get('dataset') ?? '', search.get('verdict') ?? '']
  const fitting = runs.filter(
    (run) =>
      (dataset === '' || run.dataset === dataset) &&
      (verdict === '' || runBadge(run) === verdict) &&
      wordsOf(run).includes(text.toLowerCase()),
  )
  return fitting.toSorted((one, other) => Number(other.pinned === true) - Number(one.pinned === true))
}

const verdictsOfRuns = ['passed', 'failed', 'not-gated', 'running', 'interrupted', 'stopped'] as const

function RunFilter({ datasets }: { readonly datasets: ReadonlySet<string> }) {
  const { search, change } = useChosen()
  const { live } = useRunSource()
  const text = search.get('q') ?? ''

  function searchCases(event: FormEvent): void {
    event.preventDefault()
    if (live && text.trim() !== '') change('cases', text.trim())
  }

  return (
    <>
      <search>
        <form className="row" onSubmit={searchCases}>
          <input
            type="search"
            value={text}
            maxLength={200}
            placeholder={say('Filter')}
            aria-label={say('Filter the rows')}
            onChange={({ target }) => change('q', target.value)}
          />
          {live && text.trim() !== '' && <Button type="submit">{say('Search the cases')}</Button>}
        </form>
      </search>
      <ChosenSelect
        name="dataset"
        label={say('Dataset')}
        choices={[['', say('All datasets')], ...[...datasets].map((name) => [name, name] as const)]}
      />
      <ChosenSelect
        name="verdict"
        label={say('Verdict')}
        choices={[['', say('All verdicts')], ...verdictsOfRuns.map((name) => [name, say(badges[name].name)] as const)]}
      />
    </>
  )
}

function wordsOf({ runId, name = '', tags = [], dataset, target, judges }: RunRow): string {
  return [runId, name, ...tags, dataset, target, ...judges].join(' ').toLowerCase()
}
