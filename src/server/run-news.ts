import { setTimeout } from 'node:timers/promises'
import type { Run, RunStore } from '../core/index.ts'
import type { Abilities } from './abilities.ts'
import type { CaseRow, Progress, RunNews } from './api.ts'
import type { CaseRows } from './case-rows.ts'
import { dollarsOf, runStateOf } from './run-row.ts'

type Around = {
  readonly store: RunStore
  readonly rows: CaseRows
  readonly isAlive: Abilities['isAlive']
  readonly signal: AbortSignal
  /** Rows that changed before now as well: for readers who were away. */
  readonly everything: boolean
}

const shortestRestMs = 300
/** Reading a large run over and over must leave most of the time to the run itself. */
const restPerWork = 5
const rowsAtOnce = 500

/** What happens in a run, whichever process works on it, until it has ended. */
export async function* newsOf(
  runId: string,
  { store, rows, isAlive, signal, everything }: Around,
): AsyncGenerator<RunNews> {
  const told = new Map<string, string>()
  let revision: number | undefined
  let first = true
  while (!signal.aborted) {
    const begun = performance.now()
    const run = await store.find(runId)
    if (run === undefined) return
    const state = runStateOf(run, isAlive)
    const now = await store.revision()
    if (now !== revision || state !== 'running') {
      revision = now
      const all = await rows.all(run)
      const news = all.filter((row) => told.get(keyOf(row)) !== stateOf(row))
      for (const row of news) told.set(keyOf(row), stateOf(row))
      if (!first || everything) {
        for (let at = 0; at < news.length; at += rowsAtOnce)
          yield { type: 'rows', rows: news.slice(at, at + rowsAtOnce) }
      }
      first = false
      yield { type: 'progress', state, progress: await progressOf(run, all, store) }
    }
    if (state !== 'running') {
      yield { type: 'end', detail: { run, state } }
      return
    }
    await rest(Math.max(shortestRestMs, restPerWork * (performance.now() - begun)), signal)
  }
}

function keyOf({ position, repeat }: CaseRow): string {
  return `${position}/${repeat}`
}

function stateOf({ verdict, flaky, answer }: CaseRow): string {
  return `${verdict} ${flaky} ${answer}`
}

async function progressOf({ plan }: Run, rows: readonly CaseRow[], store: RunStore): Promise<Progress> {
  const count = (wanted: CaseRow['verdict']) => rows.filter(({ verdict }) => verdict === wanted).length
  const results = {
    passed: count('passed'),
    failed: count('failed'),
    error: count('error'),
    notEvaluated: count('not-evaluated'),
  }
  const done = results.passed + results.failed + results.error + results.notEvaluated
  const spent = (await store.spending(plan.runId)).flatMap((cost) => dollarsOf(cost) ?? [])
  return {
    done,
    planned: plan.dataset.cases * plan.repeat,
    results: { total: done, ...results },
    ...(spent.length > 0 && { dollars: spent.reduce((sum, dollars) => sum + dollars, 0) }),
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  const resting = setTimeout(ms, undefined, { signal })
  // Being called away is how it ends, and no trouble.
  await resting.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
