import type { Trial } from '../runner/trials.ts'
import { type Fence, fenceOf, repeatKey } from './fence.ts'
import type { Notices } from './notices.ts'
import { type EvalCase, type Message, type PaceOf, type RunEvent, type RunPlan, EvalError } from '../core/index.ts'
import { costOfModel } from '../runner/cost.ts'
import type { RunSetup } from '../runner/index.ts'
import { playTrials } from '../runner/play-trials.ts'
import { answersOnce, type AnswersOnce } from './ask-once.ts'
import { callMarks, type CallMarks } from './call-marks.ts'
import { fingerprintDifferences, type Fingerprint } from './fingerprint.ts'
import { finishRun } from './finish-run.ts'
import type { Fleet } from './fleet.ts'
import { keptFilesOf, partsOf, type KeptFile } from './kept-files.ts'
import type { Lease } from './lease.ts'
import { closeToWorkers, isOpen, remark, remarkOf, spentBy, type Limits, type OpenRun } from './open-runs.ts'
import { lotsAtOnce } from './lots.ts'
import { casesByPlace, takeLots, unreadByPlace } from './take-lots.ts'

export type PreparedShare = Omit<
  RunSetup,
  'store' | 'reporters' | 'onReporterError' | 'signal' | 'clock' | 'resumed' | 'plan'
> & {
  readonly fingerprint: Fingerprint
  /** Batches of unread cases, when that is less work than reading all of them. */
  readonly unreadCases?: (() => AsyncIterable<readonly (() => EvalCase)[]>) | undefined
  /** Aborts when the budget is spent. */
  readonly budget?: AbortSignal | undefined
}

export type Shared = {
  readonly answers: AnswersOnce
  /** The spending of all workers, in US dollars. */
  readonly spent: () => Promise<number>
  readonly limits: Limits
  readonly files: {
    readonly run: string
    readonly list: () => Promise<readonly KeptFile[]>
    readonly read: (sha256: string) => AsyncIterable<Uint8Array>
  }
  readonly paceOf: PaceOf
}

export type Player = {
  readonly name: string
  readonly prepare: (plan: RunPlan, shared: Shared) => Promise<PreparedShare>
  /** The number of concurrent cases; the plan's by default. */
  readonly concurrency?: number | undefined
  /** When it aborts, no further case begins; running ones finish. */
  readonly signal: AbortSignal
  /** Called when there is nothing to play, to delete what was prepared for runs that are over. */
  readonly tidy?: (isOver: (run: string) => Promise<boolean>) => Promise<void>
  readonly onRefused: (run: string, why: readonly Message[], hint?: Message) => void
}

/**
 * Plays the waiting results of a run, and ends it if nothing is left.
 *
 * @returns true when the worker may come back to it
 */
export async function playOpenRun(
  fleet: Fleet,
  open: OpenRun,
  player: Player & { readonly lease: Lease },
): Promise<boolean> {
  const { database, store } = fleet
  const plan = (await store.find(open.run))?.plan
  if (plan === undefined) return false
  const { lease } = player
  const calls = callMarks(database, { run: open.run, lease, clock: fleet.clock })
  const prepared = await refusing(fleet, { open, player }, async () => {
    const share = await player.prepare(plan, sharedBy(fleet, { open, plan, lease, calls }))
    const differ = fingerprintDifferences(open.fingerprint, share.fingerprint)
    return differ.length === 0 ? { value: share } : { why: differ }
  })
  if (prepared === undefined) return false
  const played = await refusing(fleet, { open, player }, async () => {
    await playShare(fleet, { open, plan, prepared, player, calls })
    return { value: true }
  })
  const spent: unknown = prepared.budget?.reason
  if (spent instanceof EvalError) {
    await closeToWorkers(database, open.run, { why: remarkOf(spent), worker: lease.id })
  } else {
    lease.signal.throwIfAborted()
    if (played === undefined || player.signal.aborted) return played === true
  }
  await finishRun(fleet, { ...prepared, plan })
  return true
}

function sharedBy(
  { database, answers, notices, paces }: Fleet,
  { open: { run, limits }, plan, lease, calls }: Pick<Share, 'open' | 'plan' | 'calls'> & { readonly lease: Lease },
): Shared {
  return {
    limits,
    files: { run, list: async () => keptFilesOf(database, run), read: (sha256) => partsOf(database, sha256) },
    spent: async () => spentBy(database, run),
    paceOf: paces.of,
    answers: answersOnce(database, {
      run,
      worker: lease.id,
      beyondRun: plan.origin?.['cache'] === false ? undefined : answers,
      notices,
      calls,
    }),
  }
}

type PlayOpenRunRefusal = { readonly open: OpenRun; readonly player: Player & { readonly lease: Lease } }

/** A worker's own problem with a run is reported to those who wait for it, and does not affect other workers. */
async function refusing<Value>(
  { database }: Fleet,
  { open: { run }, player }: PlayOpenRunRefusal,
  work: () => Promise<{ readonly value: Value } | { readonly why: readonly Message[] }>,
): Promise<Value | undefined> {
  try {
    const outcome = await work()
    if ('value' in outcome) return outcome.value
    if (!(await isOpen(database, run))) return undefined
    for (const [index, sentence] of outcome.why.entries()) {
      await remark(database, { run, worker: `${player.name} ${index}`, remark: { code: 'config', sentence } })
    }
    player.onRefused(run, outcome.why)
  } catch (error) {
    if (!(error instanceof EvalError) || error.code === 'store' || player.lease.signal.aborted) throw error
    // A run that has ended meanwhile has deleted its files.
    if (!(await isOpen(database, run))) return undefined
    await remark(database, { run, worker: player.name, remark: remarkOf(error) })
    player.onRefused(run, [error.sentence], error.hint)
  }
  return undefined
}

type Share = PlayOpenRunRefusal & {
  readonly plan: RunPlan
  readonly prepared: PreparedShare
  readonly calls: CallMarks
}

async function playShare(fleet: Fleet, { open: { run }, plan, prepared, player, calls }: Share): Promise<void> {
  const { database, queue, notices } = fleet
  const { lease } = player
  const stopping = new AbortController()
  const troubled = new AbortController()
  const stopListening = notices.on((text) => {
    if (text === `stopped ${run}` || text === `ended ${run}`) stopping.abort()
  })
  const { target } = prepared
  const fence = fenceOf({
    run,
    worker: lease.id,
    queue,
    asksAgent: target.recorded !== true,
  })
  const append = orAbort(fleet.fencedAppend(run, fence), stopping)
  const signals = [lease.signal, stopping.signal, prepared.budget].filter((signal) => signal !== undefined)
  prepared.account?.keepIn((role, cost) => append({ type: 'spent', cost: costOfModel(role, cost) }))
  const cases = prepared.unreadCases === undefined ? casesByPlace(prepared.cases) : unreadByPlace(prepared.unreadCases)
  const takeAll = () =>
    takeLots(database, {
      run,
      worker: lease.id,
      queue,
      atOnce: lotsAtOnce({ results: plan.dataset.cases * plan.repeat, recorded: target.recorded === true }),
      fence,
      store: fleet.store,
      signal: player.signal,
      caseAt: cases.at,
    })
  const taking = AbortSignal.any([...signals, troubled.signal, player.signal])
  const trials = keepTaking(takeAll, { fence, notices, signal: taking })
  try {
    const { trouble, laterTrouble } = await playTrials(
      {
        ...prepared,
        plan: { ...plan, concurrency: concurrencyOf(plan, target, player) },
        store: fleet.store,
        reporters: [],
        onReporterError: () => undefined,
        signal: AbortSignal.any(signals),
        clock: fleet.clock,
        resumed: true,
        ...(target.recorded !== true && {
          beforeQuestion: async (place, nth) => calls.mark({ role: 'agent', what: repeatKey(place), nth }),
        }),
      },
      trials,
      { emit: append, onResult: () => undefined, onTrouble: () => troubled.abort() },
    )
    for (const found of [trouble, laterTrouble]) if (found !== undefined) throw found.error
  } finally {
    stopListening()
    await cases.close()
  }
}

/** When no agent or judge is asked, cases only wait for commits, and larger commits are fewer. */
const TOGETHER = 384
/** The default concurrency of a run of recorded transcripts. */
const USUAL = 64

function concurrencyOf(plan: RunPlan, { recorded }: PreparedShare['target'], { concurrency }: Player): number {
  const asksNobody = recorded === true && plan.metrics.every(({ judge }) => judge === undefined)
  return concurrency ?? (asksNobody && plan.concurrency >= USUAL ? TOGETHER : plan.concurrency)
}

/** A failed write ends the run here, because no further answer could be stored. */
function orAbort(append: (event: RunEvent) => Promise<void>, stopping: AbortController): typeof append {
  return async (event) => {
    try {
      await append(event)
    } catch (error) {
      stopping.abort(error)
      throw error
    }
  }
}

type KeepTaking = {
  readonly fence: Pick<Fence, 'emptied'>
  readonly notices: Pick<Notices, 'next'>
  readonly signal: AbortSignal
}

/** Notices may be lost with a connection. */
const LOOK_EVERY_MS = 10_000

/**
 * Yields the trials of all lots, and afterwards of lots that other workers lose while this one is busy: it has room for
 * them, and a long case need not end first.
 */
async function* keepTaking(
  takeAll: () => AsyncGenerator<Trial>,
  { fence, notices, signal }: KeepTaking,
): AsyncGenerator<Trial> {
  while (!signal.aborted) {
    yield* takeAll()
    const waiting = new AbortController()
    const ended = fence.emptied().then(() => true)
    const heard = notices.next(AbortSignal.any([signal, waiting.signal]), LOOK_EVERY_MS).then(() => false)
    const isOver = await Promise.race([ended, heard])
    waiting.abort()
    if (isOver) return
  }
}
