import './atlas.css'
import { useState } from 'react'
import type { AtlasPage } from '../../../../src/server/api/atlas.ts'
import { AnswerState, EmptyState } from '../../components/state.tsx'
import { RunChosen } from '../../components/run-chosen.tsx'
import { useApi } from '../../source/use-answer.ts'
import type { Estimate } from '../../../../src/core/run/estimate.ts'
import { percent, rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import { modesFound, newModeChance } from '../../../../src/statistics/unseen-modes.ts'
import { Card } from '../../components/card.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { type FailurePlace, ReadFailures } from './read-failures.tsx'
import { formatted, say } from '../../words/say.ts'

/** The kinds of failure of a run with their frequencies in earlier runs, and a form to read failures one by one. */
export function AtlasPageView() {
  return <RunChosen title={say('Kinds of failure')}>{(runId) => <OfRun key={runId} runId={runId} />}</RunChosen>
}

function OfRun({ runId }: { readonly runId: string }) {
  const atlas = useApi('atlas', { params: { runId } })
  if (atlas.status !== 'ready') return <AnswerState of={atlas} />
  if (atlas.value.failures.length === 0)
    return (
      <EmptyState
        title={say('Nothing failed in this run')}
        next={say('shinsa show {run} has its results.', { run: runId })}
      />
    )
  return <Kinds runId={runId} atlas={atlas.value} />
}

function Kinds({ runId, atlas }: { readonly runId: string; readonly atlas: AtlasPage }) {
  const [failures, setFailures] = useState(atlas.failures)
  const read = failures.flatMap((failure) => failure.read ?? []).toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const names = [...new Set([...atlas.modes.map(({ name }) => name), ...read.map(({ mode }) => mode)])]
  const keep = (place: FailurePlace, mode: string) =>
    setFailures((before) =>
      before.map((one) =>
        one.position === place.position && one.repeat === place.repeat
          ? { ...one, read: { mode, at: new Date().toISOString() } }
          : one,
      ),
    )
  return (
    <div className="stack">
      <ModeMatrix atlas={atlas} />
      <div className="atlas-columns">
        <ReadFailures runId={runId} failures={failures} names={names} keep={keep} />
        <div className="stack">
          <StopReading read={read.map(({ mode }) => mode)} />
          <p className="soft small">
            {say(
              'shinsa atlas {run} --save keeps these kinds beside the dataset, so that the next run is coded by them.',
              { run: runId },
            )}
          </p>
        </div>
      </div>
    </div>
  )
}

/** Kinds of failure by runs, newest last; darker cells are more frequent. */
function ModeMatrix({ atlas: { runs, modes } }: { readonly atlas: AtlasPage }) {
  const most = Math.max(...modes.flatMap(({ shares }) => shares.map((share) => share?.value ?? 0)), 0.01)
  if (modes.length === 0)
    return (
      <p className="soft">
        {say('No kinds yet: the failures are few, or have little in common. Read them, and name the first one.')}
      </p>
    )
  return (
    <Card title={say('Kinds by runs')}>
      <PlainTable
        title={say('Kinds by runs')}
        className="atlas-matrix"
        heads={[
          say('Kind'),
          ...runs.map(({ runId, name, createdAt, failures, evaluated }) => (
            <span key={runId} title={formatted.dateTime(createdAt)}>
              <a href={`/runs/${runId}`} className="foreign">
                {name}
              </a>
              <br />
              <span className="soft small">
                {failures} / {evaluated}
              </span>
            </span>
          )),
        ]}
        rows={modes.map(({ name, definition, shares }) => ({
          key: name,
          cells: [
            <span key="name" className="foreign" title={definition}>
              {name}
            </span>,
            ...shares.map((share, index) => <ShareCell key={index} share={share} most={most} />),
          ],
        }))}
      />
      <p className="soft small">
        {say(
          'Shares of all evaluated results with their 95 % intervals; where people read enough failures, as they would have it. Under each run: failures / evaluated.',
        )}
      </p>
    </Card>
  )
}

function ShareCell({ share, most }: { readonly share: Estimate | null; readonly most: number }) {
  if (share === null) return '–'
  const level = share.value === 0 ? 0 : Math.ceil((5 * share.value) / most)
  return (
    <span className="atlas-share" data-level={level}>
      <b>{rate(share)}</b> <span className="small">{rateInterval(share)}</span>
    </span>
  )
}

/** Upper bound of the chance of a new kind below which reading on brings little. */
const littleNew = 0.05
const [width, height] = [320, 96]

/** Says whether to read on: the chance that the next failure is of a new kind, and how many kinds were found. */
function StopReading({ read }: { readonly read: readonly string[] }) {
  const counts = [...Map.groupBy(read, (mode) => mode).values()].map(({ length }) => length)
  const chance = newModeChance(counts)
  return (
    <Card title={say('When to stop reading')}>
      {chance === null ? (
        <p className="soft">{say('Read a failure, and this says how likely the next one is of another kind.')}</p>
      ) : (
        <>
          <p aria-live="polite">
            {say('The next failure is of a kind not read yet with a chance of {value} ({low}–{high}).', {
              value: percent(chance.value),
              low: percent(chance.low),
              high: percent(chance.high),
            })}{' '}
            <b>
              {chance.high < littleNew
                ? say('Reading more brings little that is new.')
                : say('Read on, until the upper end is below 5 %.')}
            </b>
          </p>
          <Curve found={modesFound(read)} />
        </>
      )}
    </Card>
  )
}

function Curve({ found }: { readonly found: readonly number[] }) {
  const most = found.at(-1) ?? 1
  const points = found.map(
    (count, index) => `${((index + 1) / found.length) * width},${height - (count / most) * (height - 4)}`,
  )
  return (
    <figure className="atlas-curve">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <polyline points={[`0,${height}`, ...points].join(' ')} />
      </svg>
      <figcaption className="small soft">
        {say('{kinds} kinds in {read} failures: when the line is flat, little is left to find.', {
          kinds: most,
          read: found.length,
        })}
      </figcaption>
    </figure>
  )
}
