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

/** A run as a worker has prepared it from its own project. */
export type PreparedShare = Omit<
  RunSetup,
  'store' | 'reporters' | 'onReporterError' | 'signal' | 'clock' | 'resumed' | 'plan'
> & {
  readonly fingerprint: Fingerprint
  /** The cases in batches, each read when it is asked, where that is less work than reading all of them. */
  readonly unreadCases?: (() => AsyncIterable<readonly (() => EvalCase)[]>) | undefined
  /** Aborted when as much is spent as may be. */
  readonly budget?: AbortSignal | undefined
}

/** What the workers of a run have in common. */
export type Shared = {
  readonly answers: AnswersOnce
  /** What was spent by all of them, in US dollars. */
  readonly spent: () => Promise<number>
  readonly limits: Limits
  readonly files: {
    /** Whose they are. */
    readonly run: string
    readonly list: () => Promise<readonly KeptFile[]>
    readonly read: (sha256: string) => AsyncIterable<Uint8Array>
  }
  /** The pace at which a provider is asked with one key. */
  readonly paceOf: PaceOf
}

export type Player = {
  /** For people. */
  readonly name: string
  readonly prepare: (plan: RunPlan, shared: Shared) => Promise<PreparedShare>
  /** Cases at once; as many as the plan says unless given. */
  readonly concurrency?: number | undefined
  /** Once it is aborted, nothing more is begun; what is at work goes on to its end. */
  readonly signal: AbortSignal
  /** Asked when there is nothing to play: throws away what was prepared for runs that are over. */
  readonly tidy?: (isOver: (run: string) => Promise<boolean>) => Promise<void>
  /** Hears why it has nothing more to do with a run. */
  readonly onRefused: (run: string, why: readonly Message[], hint?: Message) => void
}

/**
 * Plays what there is to play of a run, and ends it if nothing is left.
 *
 * @returns whether the worker may come back to it
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

/** Trouble that this worker has with a run is said to those who wait for it, and is no trouble of the others. */
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
    // One that has ended meanwhile took its files along.
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
  const caseAt = prepared.unreadCases === undefined ? casesByPlace(prepared.cases) : unreadByPlace(prepared.unreadCases)
  const takeAll = () =>
    takeLots(database, {
      run,
      worker: lease.id,
      queue,
      atOnce: lotsAtOnce({ results: plan.dataset.cases * plan.repeat, recorded: target.recorded === true }),
      fence,
      store: fleet.store,
      signal: player.signal,
      caseAt,
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
  }
}

/** Where nobody is asked, a case waits for nothing but the commit that it is part of: the more there are in one, the fewer are needed. */
const TOGETHER = 384
/** As many as a run of recorded transcripts has unless it says otherwise. */
const USUAL = 64

function concurrencyOf(plan: RunPlan, { recorded }: PreparedShare['target'], { concurrency }: Player): number {
  const asksNobody = recorded === true && plan.metrics.every(({ judge }) => judge === undefined)
  return concurrency ?? (asksNobody && plan.concurrency >= USUAL ? TOGETHER : plan.concurrency)
}

/** When something could not be written, nothing that is being asked will be. */
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
  /** Once it is aborted, nothing more is taken. */
  readonly signal: AbortSignal
}

/** Notices may be lost with a connection. */
const LOOK_EVERY_MS = 10_000

/**
 * The trials of all lots, and of those that others lose while this worker is at work on its own: it has room for them, and one that
 * takes long need not end before.
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
