import { Link } from 'wouter'
import { count } from '../../../../src/reporters/number-format.ts'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { Badge, type Badged } from '../../components/badge.tsx'
import type { Column } from '../../components/table/data-table.tsx'
import { runMarkColumn } from './marked-runs.tsx'
import { PassRate } from '../../components/pass-rate.tsx'
import { Interval } from '../../components/interval.tsx'
import { TrendLine } from '../../components/trend.tsx'
import { useRunSource } from '../../source/run-source.ts'
import { besideBefore, placeOf } from './run-place.ts'
import { TwoLines } from '../../components/two-lines.tsx'
import { formatted, sayFirst as say } from '../../words/say.ts'

/** The columns of the table of runs. */
export function useRunColumns(
  runs: readonly RunRow[],
  { scores, ...marks }: Parameters<typeof runMarkColumn>[0] & { readonly scores: readonly string[] },
): readonly Column<RunRow>[] {
  return [
    { ...runMarkColumn(marks), wideOnly: true },
    ...subjectColumns(runs),
    {
      id: 'rate',
      head: say('Pass rate'),
      width: 'minmax(7.75rem, 10.25rem)',
      sortBy: ({ passRate }) => passRate?.value,
      cell: (run) => (
        <span className="two-lines">
          <PassRate of={run} />
        </span>
      ),
    },
    ...scores.map(scoreColumn),
    {
      id: 'trend',
      head: say('Trend'),
      width: '4rem',
      wideOnly: true,
      cell: (run) => <TrendOf run={run} runs={runs} />,
    },
    ...spendingColumns(),
  ]
}

function scoreColumn(metric: string): Column<RunRow> {
  const meanOf = ({ metrics }: RunRow) => metrics.find((one) => one.metric === metric)
  return {
    id: `score ${metric}`,
    head: metric,
    width: 'minmax(7rem, 8rem)',
    wideOnly: true,
    sortBy: (run) => meanOf(run)?.mean?.value,
    cell: (run) => {
      const { mean = null, unit } = meanOf(run) ?? {}
      return <Interval estimate={mean} as="mean" {...(unit !== undefined && { unit })} />
    },
  }
}

/** The run's name, dataset and verdict. */
function subjectColumns(runs: readonly RunRow[]): readonly Column<RunRow>[] {
  return [
    {
      id: 'verdict',
      head: say('Verdict'),
      width: 'minmax(5.75rem, 6.75rem)',
      sortBy: runBadge,
      cell: (run) => <State run={run} />,
    },
    {
      id: 'run',
      head: say('Run'),
      width: 'minmax(6rem, 2.2fr)',
      sortBy: ({ createdAt }) => createdAt,
      cell: (run) => <RunName run={run} runs={runs} />,
    },
    {
      id: 'dataset',
      head: say('Dataset'),
      width: 'minmax(5.5rem, 1fr)',
      wideOnly: true,
      sortBy: ({ dataset }) => dataset,
      cell: ({ dataset, planned, trial }) => (
        <TwoLines
          below={`${say('{count} {count|result|results}', { count: planned })}${trial === undefined ? '' : ` · ${say('tried')}`}`}
        >
          <bdi title={dataset}>{dataset}</bdi>
        </TwoLines>
      ),
    },
    {
      id: 'target',
      head: say('Target'),
      width: 'minmax(5.5rem, 1fr)',
      wideOnly: true,
      sortBy: ({ target }) => target,
      cell: ({ target, judges }) => (
        <TwoLines below={`${say('Judge')}: ${judges.join(', ') || say('none')}`}>
          <bdi title={target}>{target}</bdi>
        </TwoLines>
      ),
    },
  ]
}

/** What the agent took, and below it what the evaluation did. */
function spendingColumns(): readonly Column<RunRow>[] {
  return [
    {
      id: 'cost',
      head: say('Cost'),
      width: '6rem',
      numeric: true,
      wideOnly: true,
      sortBy: ({ agent }) => agent?.dollars,
      cell: ({ judgeDollars = 0, agent }) => (
        <TwoLines below={judgeDollars > 0 && say('judge {amount}', { amount: formatted.dollars(judgeDollars) })}>
          {formatted.dollars(agent?.dollars, agent?.costsMore) ?? '–'}
        </TwoLines>
      ),
    },
    {
      id: 'time',
      head: say('Time'),
      width: '7rem',
      numeric: true,
      wideOnly: true,
      sortBy: ({ agent }) => agent?.seconds,
      cell: ({ durationMs, agent }) => (
        <TwoLines below={durationMs !== undefined && say('elapsed {time}', { time: formatted.duration(durationMs) })}>
          {formatted.seconds(agent?.seconds) ?? '–'}
        </TwoLines>
      ),
    },
  ]
}

type RunColumnsProps = { readonly run: RunRow }

function State({ run }: RunColumnsProps) {
  const { done, planned } = run
  const badge = <Badge of={runBadge(run)} />
  if (done === undefined) return badge
  return (
    <TwoLines below={say('{done} of {planned} done', { done: count(done), planned: count(planned) })}>{badge}</TwoLines>
  )
}

function RunName({ run, runs }: RunColumnsProps & { readonly runs: readonly RunRow[] }) {
  const { offers } = useRunSource()
  const { runId, name = runId, tags = [], pinned, createdAt } = run
  const before = offers.compare ? besideBefore(run, runs) : undefined
  return (
    <span className="two-lines">
      <span>
        {pinned === true && (
          <span role="img" aria-label={say('Pinned')}>
            ★{' '}
          </span>
        )}
        <Link href={placeOf(run, runs)}>{name}</Link>
      </span>
      <span className="soft small">
        {tags.map((tag) => (
          <bdi key={tag} className="runs-tag">
            {tag}
          </bdi>
        ))}
        {formatted.dateTime(createdAt)}
        {before !== undefined && (
          <>
            {' · '}
            <Link href={before} aria-label={say('{run} ⇄ before', { run: name })}>
              {say('⇄ before')}
            </Link>
          </>
        )}
      </span>
    </span>
  )
}

export function runBadge({ state, gatePassed, results }: RunRow): Badged {
  if (state !== 'finished') return state
  if (gatePassed === undefined) return results === undefined ? 'none' : 'not-gated'
  return gatePassed ? 'passed' : 'failed'
}

const pointsAtMost = 12

/** A small trend up to this run, with a link to the full one. */
function TrendOf({ run, runs }: RunColumnsProps & { readonly runs: readonly RunRow[] }) {
  const { live } = useRunSource()
  const points = trendOf(run, runs)
  if (!live || points.length < 2) return <TrendLine points={points} />
  return (
    <Link href={`/trend?series=${run.series}`} className="runs-trend">
      <TrendLine points={points} />
    </Link>
  )
}

/** Pass rates of runs with the same cases and target up to this run, oldest first; empty where this run has no point. */
function trendOf(run: RunRow, runs: readonly RunRow[]): readonly number[] {
  if (!run.inTrend) return []
  return runs
    .slice(runs.indexOf(run))
    .filter(({ series, inTrend }) => inTrend && series === run.series)
    .flatMap(({ passRate }) => passRate?.value ?? [])
    .slice(0, pointsAtMost)
    .toReversed()
}
