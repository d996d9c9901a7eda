import './improve.css'
import type { Estimate } from '../../../src/core/run/estimate.ts'
import type { ImproveTrail } from '../../../src/server/api/comparisons.ts'
import { points, pointsBounds } from '../../../src/reporters/number-format.ts'
import { improveSentences } from '../../../src/reporters/validity/improve-sentences.ts'
import { Card } from '../components/card.tsx'
import { AnswerState, EmptyState } from '../components/state.tsx'
import { Interval } from '../components/interval.tsx'
import { PageHead } from '../components/page-head.tsx'
import { PlainTable } from '../components/table/plain-table.tsx'
import { useApi } from '../source/use-answer.ts'
import { formatted, say } from '../words/say.ts'

type TrailEntry = ImproveTrail['entries'][number]
type Entry<Type extends TrailEntry['type']> = Extract<TrailEntry, { type: Type }>

/** A change and its latest result. */
type TriedOnce = {
  readonly registered: Entry<'registered'>
  readonly tried: Entry<'tried'> | undefined
  readonly looked: Entry<'looked'> | undefined
}

/** The changes that an improvement loop has registered, tried and confirmed. */
export function Improve() {
  const trail = useApi('improve', {})
  return (
    <div className="stack">
      <PageHead title={say('Improve')} />
      <AnswerState of={trail}>{({ entries }) => <Trail entries={entries} />}</AnswerState>
    </div>
  )
}

function Trail({ entries }: { readonly entries: readonly TrailEntry[] }) {
  const [begun] = entries
  if (begun?.type !== 'begun')
    return (
      <EmptyState
        title={say('No goal was begun in this project')}
        next={say(
          'shinsa improve init DATASET --may-change agent.ts seals a part of the cases, so that changes can be told from luck.',
        )}
      />
    )
  const changes = changesIn(entries)
  const looks = entries.filter(
    (entry) => entry.type === 'looked' && entry.outcome !== 'not better',
  ) as Entry<'looked'>[]
  const spent = looks.reduce((sum, { alpha }) => sum + alpha, 0)
  const { goal, dataset, open, sealed, alpha } = begun.goal
  return (
    <>
      <p className="foreign">
        {say(
          '{goal} of {dataset}: {open} open {open|case|cases}, {sealed} sealed. {spent} of {alpha} percentage points of error are spent.',
          { goal, dataset, open, sealed, spent: percentOf(spent), alpha: percentOf(alpha) },
        )}
      </p>
      <p>
        {say('First baseline on the open cases')}: <Interval estimate={begun.openMean} as="share" />
      </p>
      {changes.length === 0 ? (
        <p className="soft">{say('No change is registered yet.')}</p>
      ) : (
        <>
          <Card>
            <Differences changes={changes} />
          </Card>
          <Changes changes={changes} />
        </>
      )}
      <Steps entries={entries} />
    </>
  )
}

/** All that was done and what became of it, as `shinsa improve log` tells it. */
function Steps({ entries }: { readonly entries: readonly TrailEntry[] }) {
  return (
    <Card title={say('All steps')}>
      <ol className="stack">
        {entries.map((entry) => (
          <li key={entry.previous}>
            <time className="soft small" dateTime={entry.at}>
              {formatted.dateTime(entry.at)}
            </time>
            {improveSentences(entry).map((one, index) => (
              <p key={index} className="foreign">
                {typeof one === 'string' ? one : say(one)}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function percentOf(share: number): number {
  return Number((100 * share).toPrecision(2))
}

function changesIn(entries: readonly TrailEntry[]): readonly TriedOnce[] {
  return entries.flatMap((registered) => {
    if (registered.type !== 'registered') return []
    const own = entries.filter((entry) => 'change' in entry && entry.change === registered.change)
    return {
      registered,
      tried: own.findLast((entry) => entry.type === 'tried') as TriedOnce['tried'],
      looked: own.findLast((entry) => entry.type === 'looked') as TriedOnce['looked'],
    }
  })
}

const [height, step, left, edge] = [220, 64, 48, 16]

/** A column per change: the interval on open cases and the verdict of sealed ones. */
function Differences({ changes }: { readonly changes: readonly TriedOnce[] }) {
  const shown = changes.flatMap(({ tried, looked }) => [tried?.difference ?? [], looked?.difference ?? []].flat())
  const furthest = Math.max(...shown.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]), 0.1)
  // Rounded up to 10 points.
  const reach = Math.ceil(furthest * 10) / 10
  const y = (value: number) => height / 2 - (value / reach) * (height / 2 - edge)
  const width = left + changes.length * step + edge
  const caption = say(
    'Difference to the baseline for each change, in points. A ring is what the open cases say, a disc what the sealed ones bear out. The table below has the same numbers.',
  )
  return (
    <figure className="scrolls">
      <svg width={width} height={height + 20} className="improve-chart" role="img" aria-label={caption}>
        {[-reach, 0, reach].map((value) => (
          <g key={value}>
            <line className="improve-grid" x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={left - 8} y={y(value) + 4} textAnchor="end">
              {points(value)}
            </text>
          </g>
        ))}
        {changes.map(({ registered: { change }, tried, looked }, index) => {
          const x = left + (index + 0.5) * step
          const isBetter = looked?.outcome === 'better'
          return (
            <g key={change}>
              {isBetter && <line className="improve-baseline" x1={x + step / 2} x2={x + step / 2} y1="0" y2={height} />}
              <Mark estimate={tried?.difference} x={x - 8} y={y} kind="open" />
              <Mark estimate={looked?.difference} x={x + 8} y={y} kind="sealed" />
              {looked?.outcome === 'cannot tell yet' && (
                <text x={x + 8} y={y(0) - 6} textAnchor="middle">
                  ?
                </text>
              )}
              <text x={x} y={height + 14} textAnchor="middle">
                {change}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption className="small soft">{caption}</figcaption>
    </figure>
  )
}

type MarkProps = {
  readonly estimate: Estimate | null | undefined
  readonly x: number
  readonly y: (value: number) => number
  readonly kind: 'open' | 'sealed'
}

function Mark({ estimate, x, y, kind }: MarkProps) {
  if (estimate === null || estimate === undefined) return null
  return (
    <g className="improve-mark" data-kind={kind}>
      <line x1={x} x2={x} y1={y(estimate.low)} y2={y(estimate.high)} />
      <circle cx={x} cy={y(estimate.value)} r="5" />
    </g>
  )
}

const outcomes = {
  better: 'better, the new baseline',
  'not better': 'not better on the open cases, no look spent',
  'cannot tell yet': 'cannot tell yet',
} as const

function Changes({ changes }: { readonly changes: readonly TriedOnce[] }) {
  return (
    <PlainTable
      title={say('Improve')}
      heads={[say('Change'), say('Open cases (no proof)'), say('Sealed cases')]}
      rows={changes.map(({ registered: { change, what, why }, tried, looked }) => ({
        key: change,
        cells: [
          <span key="what" className="foreign">
            {change}. {what} <span className="soft">{why}</span>
          </span>,
          tried === undefined ? (
            '–'
          ) : (
            <a key="open" href={`/runs/${tried.runId}`}>
              {tried.difference === null ? '–' : range(tried.difference)}
            </a>
          ),
          looked === undefined ? (
            '–'
          ) : (
            <span key="sealed">
              {say(outcomes[looked.outcome])} {looked.difference !== null && <b>{range(looked.difference)}</b>}
            </span>
          ),
        ],
      }))}
    />
  )
}

function range(difference: Estimate): string {
  const { low, high } = pointsBounds(difference)
  return `${points(difference.value)} (${low} … ${high})`
}
