import './atlas.css'
import { useState } from 'react'
import type { AtlasPage } from '../../../../src/server/api/atlas.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { AnswerState } from '../../components/answer-state.tsx'
import { RunChosen } from '../../components/run-chosen.tsx'
import { useApi } from '../../source/use-answer.ts'
import { ModeMatrix } from './mode-matrix.tsx'
import { type FailurePlace, ReadFailures } from './read-failures.tsx'
import { StopReading } from './stop-reading.tsx'
import { say } from '../../words/say.ts'

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
