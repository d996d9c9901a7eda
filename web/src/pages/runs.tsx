import './runs.css'
import { useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { quantity } from '../../../src/reporters/number-format.ts'
import type { RunList, RunRow } from '../../../src/server/api.ts'
import { Badge } from '../components/badge.tsx'
import type { Badged } from '../components/badge.tsx'
import { DataTable } from '../components/data-table.tsx'
import type { Column } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Interval } from '../components/interval.tsx'
import { Loading } from '../components/loading.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Select } from '../components/select.tsx'
import { Trend } from '../components/trend.tsx'
import { useRunSource } from '../source/run-source.ts'
import { useAnswer } from '../source/use-answer.ts'
import { useFormats } from '../words/formats.ts'
import { useChosen } from '../chosen.ts'
import { fill, useWords } from '../words/language.tsx'

const lookAgainMs = 3000

/** All runs: what became of them, how they compare with the others on the same dataset, and two to compare. */
export function Runs() {
  const { words } = useWords()
  const source = useRunSource()
  const runs = useAnswer('runs', async (signal) => source.runs(signal))
  const { reload } = runs
  const running = runs.status === 'ready' && runs.value.runs.some(({ state }) => state === 'running')
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(reload, lookAgainMs)
    return () => clearInterval(timer)
  }, [running, reload])
  return (
    <>
      <PageHead title={words.runs.title} />
      {runs.status === 'loading' && <Loading />}
      {runs.status === 'failed' && <ErrorState error={runs.error} retry={reload} />}
      {runs.status === 'ready' && runs.value.unreadable.length > 0 && <UnreadableRuns runs={runs.value.unreadable} />}
      {runs.status === 'ready' && runs.value.runs.length === 0 && (
        <EmptyState
          title={words.runs.empty}
          next={words.runs.emptyNext}
          link={{ to: '/new', text: words.newRun.title }}
        />
      )}
      {runs.status === 'ready' && runs.value.runs.length > 0 && <RunTable runs={runs.value.runs} />}
    </>
  )
}

function UnreadableRuns({ runs }: { readonly runs: RunList['unreadable'] }) {
  const { words, say } = useWords()
  return (
    <section className="card" aria-label={words.runs.unreadable}>
      <h2>{words.runs.unreadable}</h2>
      <ul>
        {runs.map(({ runId, reason }) => (
          <li key={runId}>{say(reason)}</li>
        ))}
      </ul>
    </section>
  )
}

function RunTable({ runs }: { readonly runs: readonly RunRow[] }) {
  const { words } = useWords()
  const [, go] = useLocation()
  const [search, setSearch] = useSearchParams()
  const { change } = useChosen()
  const [text, dataset, verdict] = [search.get('q') ?? '', search.get('dataset') ?? '', search.get('verdict') ?? '']
  const marked = search.getAll('mark').filter((runId) => runs.some((run) => run.runId === runId))
  const columns = useColumns(runs, marked, mark)

  function mark(runId: string): void {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        const others = marked.filter((one) => one !== runId)
        after.delete('mark')
        // A third mark takes the place of the first.
        for (const one of marked.includes(runId) ? others : [...others.slice(-1), runId]) after.append('mark', one)
        return after
      },
      { replace: true },
    )
  }

  const shown = runs.filter(
    (run) =>
      (dataset === '' || run.dataset === dataset) &&
      (verdict === '' || badgeOf(run) === verdict) &&
      wordsOf(run).includes(text.toLowerCase()),
  )
  // The baseline is the older one, whichever was marked first.
  const [second, first] = runs.filter(({ runId }) => marked.includes(runId))
  return (
    <div className="stack">
      <div className="row runs-bar">
        <input
          type="search"
          value={text}
          placeholder={words.table.filter}
          aria-label={words.table.filterRows}
          onChange={({ target }) => change('q', target.value)}
        />
        <Select
          label={words.runs.dataset}
          value={dataset}
          choices={[
            ['', words.runs.allDatasets],
            ...[...new Set(runs.map((run) => run.dataset))].map((name) => [name, name] as const),
          ]}
          choose={(value) => change('dataset', value)}
        />
        <Select
          label={words.runs.verdict}
          value={verdict}
          choices={[
            ['', words.runs.allVerdicts],
            ...(['passed', 'failed', 'not-gated', 'running', 'interrupted', 'stopped'] as const).map(
              (name) => [name, words.verdict[name]] as const,
            ),
          ]}
          choose={(value) => change('verdict', value)}
        />
        <span className="soft small">{fill(words.table.shown, { shown: shown.length, all: runs.length })}</span>
        <span className="runs-compare row">
          {first !== undefined && second !== undefined ? (
            <Link className="button" data-kind="main" href={`/compare?first=${first.runId}&second=${second.runId}`}>
              {words.runs.compare}
            </Link>
          ) : (
            <span className="soft small">{words.runs.compareNeeds}</span>
          )}
        </span>
      </div>
      <DataTable
        label={words.runs.title}
        rows={shown}
        columns={columns}
        rowKey={({ runId }) => runId}
        open={({ runId }) => go(`/runs/${runId}`)}
        sort={search.get('sort') ?? ''}
        onSort={(sort) => change('sort', sort)}
      />
    </div>
  )
}

function useColumns(
  runs: readonly RunRow[],
  marked: readonly string[],
  mark: (runId: string) => void,
): readonly Column<RunRow>[] {
  const { words } = useWords()
  const { dateTime, duration } = useFormats()
  return [
    {
      id: 'mark',
      head: words.runs.mark,
      width: '4.25rem',
      wideOnly: true,
      cell: ({ runId, name = runId }) => (
        <input
          type="checkbox"
          checked={marked.includes(runId)}
          aria-label={fill(words.runs.markRun, { run: name })}
          onChange={() => mark(runId)}
        />
      ),
    },
    {
      id: 'verdict',
      head: words.runs.verdict,
      width: 'minmax(5.75rem, 6.75rem)',
      sortBy: badgeOf,
      cell: (run) => <Badge of={badgeOf(run)} />,
    },
    {
      id: 'run',
      head: words.runs.run,
      width: 'minmax(6rem, 1.4fr)',
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ runId, name, createdAt }) => (
        <span className="two-lines">
          <Link href={`/runs/${runId}`}>{name ?? runId}</Link>
          <span className="soft small">{dateTime(createdAt)}</span>
        </span>
      ),
    },
    {
      id: 'dataset',
      head: words.runs.dataset,
      width: 'minmax(6rem, 1fr)',
      wideOnly: true,
      sortBy: ({ dataset }) => dataset,
      cell: ({ dataset, planned }) => (
        <span className="two-lines">
          <bdi title={dataset}>{dataset}</bdi>
          <span className="soft small">{fill(words.runs.results, { count: planned })}</span>
        </span>
      ),
    },
    {
      id: 'target',
      head: words.runs.target,
      width: 'minmax(6rem, 1fr)',
      wideOnly: true,
      sortBy: ({ target }) => target,
      cell: ({ target, judges }) => (
        <span className="two-lines">
          <bdi title={target}>{target}</bdi>
          <span className="soft small">
            {words.runs.judge}: {judges.join(', ') || words.runs.noJudge}
          </span>
        </span>
      ),
    },
    {
      id: 'rate',
      head: words.runs.passRate,
      width: 'minmax(7.75rem, 8.5rem)',
      sortBy: ({ passRate }) => passRate?.value,
      cell: ({ passRate, results }) => (
        <span className="two-lines">
          <Interval estimate={passRate} as="share" />
          {results !== undefined && results.notEvaluated > 0 && (
            <b className="small runs-unevaluated">{fill(words.run.notEvaluated, { count: results.notEvaluated })}</b>
          )}
        </span>
      ),
    },
    {
      id: 'trend',
      head: words.runs.trend,
      width: '4.5rem',
      wideOnly: true,
      cell: (run) => <Trend points={trendOf(run, runs)} />,
    },
    {
      id: 'cost',
      head: words.runs.cost,
      width: '4.5rem',
      numeric: true,
      wideOnly: true,
      sortBy: ({ dollars }) => dollars,
      cell: ({ dollars }) => (dollars === undefined ? '–' : `$${quantity(dollars)}`),
    },
    {
      id: 'time',
      head: words.runs.time,
      width: '5rem',
      numeric: true,
      wideOnly: true,
      sortBy: ({ durationMs }) => durationMs,
      cell: ({ durationMs }) => (durationMs === undefined ? '–' : duration(durationMs)),
    },
  ]
}

function badgeOf({ state, gatePassed, results }: RunRow): Badged {
  if (state !== 'finished') return state
  if (gatePassed === undefined) return results === undefined ? 'none' : 'not-gated'
  return gatePassed ? 'passed' : 'failed'
}

function wordsOf({ runId, name = '', dataset, target, judges }: RunRow): string {
  return [runId, name, dataset, target, ...judges].join(' ').toLowerCase()
}

/** Pass rates on the same dataset up to this run, oldest first. */
function trendOf(run: RunRow, runs: readonly RunRow[]): readonly number[] {
  const upToThis = runs.slice(runs.indexOf(run)).filter(({ dataset }) => dataset === run.dataset)
  return upToThis
    .flatMap(({ passRate }) => passRate?.value ?? [])
    .slice(0, 12)
    .toReversed()
}
