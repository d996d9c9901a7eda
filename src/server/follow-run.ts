import { setTimeout } from 'node:timers/promises'
import type { Run, RunStore } from '../core/index.ts'
import type { Capabilities } from './capabilities.ts'
import type { RunNews } from './api/runs.ts'
import type { RunNewsSource } from './run-news.ts'
import { runStateOf } from './run-row.ts'

type FollowRunDependencies = {
  readonly store: RunStore
  readonly isAlive: Capabilities['isAlive']
  readonly source: RunNewsSource
}

const restMs = 500

/** Yields a run's news while somebody listens, even after the run has ended, since another process may resume it. */
export async function* followRun(
  runId: string,
  { signal, everything }: { readonly signal: AbortSignal; readonly everything: boolean },
  { store, isAlive, source }: FollowRunDependencies,
): AsyncGenerator<RunNews> {
  let told = ''
  let fromStart = everything
  while (!signal.aborted) {
    const run = await store.find(runId)
    if (run?.plan.runId !== runId) return
    const state = runStateOf(run, isAlive)
    if (state === 'running') {
      for await (const news of source.of(runId, { signal, everything: fromStart })) {
        if (news.type === 'end') told = momentOf(news.detail.run, news.detail.state)
        yield news
      }
      fromStart = true
    } else if (momentOf(run, state) !== told) {
      told = momentOf(run, state)
      yield { type: 'end', detail: { run, state } }
    }
    // An abort is the usual end, not an error.
    await setTimeout(restMs, undefined, { signal }).catch(() => undefined)
  }
}

function momentOf({ endedAt, processId }: Run, state: string): string {
  return `${state} ${endedAt ?? ''} ${processId ?? ''}`
}
