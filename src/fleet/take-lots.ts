import { type CaseRecord, type EvalCase, type RunStore, isJudgeError } from '../core/index.ts'
import type { Trial } from '../runner/trials.ts'
import type { Fence } from './fence.ts'
import type { LotQueue } from './lot-queue.ts'
import type { FleetDatabase } from './sql.ts'

type Taking = {
  readonly run: string
  readonly worker: string
  readonly queue: LotQueue
  readonly atOnce: number
  readonly fence: Fence
  readonly caseAt: (position: number) => Promise<EvalCase>
  readonly store: Pick<RunStore, 'record'>
  readonly signal: AbortSignal
}

/** Yields the trials of lots, taking lots until none is left. */
export async function* takeLots(
  database: FleetDatabase,
  { run, worker, queue, atOnce, fence, caseAt, store, signal }: Taking,
): AsyncGenerator<Trial> {
  while (!signal.aborted) {
    const lots = await database.transaction(async (sql) => queue.take(sql, run, { worker, count: atOnce }))
    if (lots.length === 0) return
    fence.hold(lots)
    for (const { attempt, places, isFresh } of lots) {
      for (const [position, repeat] of places) {
        if (signal.aborted) return
        const place = { position, repeat }
        const begun = isFresh && attempt === 0 ? undefined : await store.record(run, place)
        if (isDone(begun)) fence.known(place)
        else yield { ...place, evalCase: await caseAt(position), begun }
      }
    }
    await fence.completeKnown(database)
  }
}

function isDone(begun: CaseRecord | undefined): boolean {
  return begun?.result !== undefined && !begun.scores.some(isJudgeError)
}

/** Reads cases by position until it is closed, and goes back to the start only when the position does. */
export function casesByPlace(cases: () => Iterable<EvalCase> | AsyncIterable<EvalCase>) {
  return unreadByPlace(async function* batches() {
    for await (const evalCase of cases()) yield [() => evalCase]
  })
}

/** Does the same for unread cases; batches in between are skipped. */
export function unreadByPlace(batches: () => AsyncIterable<readonly (() => EvalCase)[]>) {
  let iterator: AsyncIterator<readonly (() => EvalCase)[]> | undefined
  let batch: readonly (() => EvalCase)[] = []
  let first = 0

  // The file of an iterator that is only dropped stays open.
  async function close(): Promise<void> {
    await iterator?.return?.()
    iterator = undefined
  }

  async function at(position: number): Promise<EvalCase> {
    if (position < first) await close()
    if (iterator === undefined) {
      iterator = batches()[Symbol.asyncIterator]()
      batch = []
      first = 0
    }
    while (position >= first + batch.length) {
      const step = await iterator.next()
      if (step.done === true) throw new Error(`the dataset has no case at position ${position}`)
      first += batch.length
      batch = step.value
    }
    const read = batch[position - first]
    if (read === undefined) throw new Error(`the dataset has no case at position ${position}`)
    return read()
  }

  return { at, close }
}
