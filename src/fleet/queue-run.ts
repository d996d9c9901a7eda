import { type Message, type Run, EvalError } from '../core/index.ts'
import type { RunSetup } from '../runner/index.ts'
import { countFinished } from '../runner/run-evaluation.ts'
import { trials, urgentFirst } from '../runner/trials.ts'
import type { Fingerprint } from './fingerprint.ts'
import { finishRun } from './finish-run.ts'
import type { Fleet } from './fleet.ts'
import { keepFiles } from './kept-files.ts'
import { releaseLost } from './lease.ts'
import { allPlaces, lotSize, lotsOf } from './lots.ts'
import { closeToWorkers, isOpen, openForWorkers, remarkOf, remarksOf, type Limits } from './open-runs.ts'

export type QueuedRun = Pick<
  RunSetup,
  'plan' | 'cases' | 'target' | 'urgent' | 'setMetrics' | 'gateMeasures' | 'againstBaseline'
>

type QueueRunQueueing = {
  readonly resumed: boolean
  /** Only workers with all of these labels may play it. */
  readonly labels: readonly string[]
  readonly limits: Limits
  readonly fingerprint: Fingerprint
  readonly files: Parameters<typeof keepFiles>[2]
}

/** Queues a new or resumed run for workers. A run that is queued already stays as it is. */
export async function queueRun(fleet: Fleet, run: QueuedRun, queueing: QueueRunQueueing): Promise<void> {
  const { database, queue, store } = fleet
  const { plan, cases, target, urgent } = run
  if (queueing.resumed && (await isOpen(database, plan.runId))) return
  const former = queueing.resumed ? store.records(plan.runId) : noRecords()
  const results = plan.dataset.cases * plan.repeat
  // A new run without urgent cases keeps the dataset's order, so its cases need not be read.
  const isInOrder = !queueing.resumed && (urgent ?? []).length === 0
  const lots = await lotsOf(
    isInOrder
      ? allPlaces({ cases: plan.dataset.cases, repeat: plan.repeat })
      : trials(urgentFirst(cases, urgent), plan.repeat, former),
    lotSize({ results, recorded: target.recorded === true }),
  )
  const { resumed } = queueing
  const takenOverFrom = resumed ? (await store.find(plan.runId))?.processId : undefined
  await store.append(plan.runId, {
    type: 'run-start',
    plan,
    resumed,
    ...(takenOverFrom !== undefined && { takenOverFrom }),
    done: resumed ? await countFinished({ store, plan }) : 0,
  })
  await keepFiles(database, plan.runId, queueing.files)
  await openForWorkers(database, queue, { ...queueing, run: plan.runId, lots })
}

async function* noRecords(): AsyncGenerator<never> {}

export type FleetProgress = {
  /** Results by verdict, without those from before the run was resumed. */
  readonly results: Readonly<Record<string, number>>
  /** The number of workers that hold a part of it now. */
  readonly workers: number
}

type QueueRunWatch = {
  /** Aborting ends the watching, not the run. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: FleetProgress) => void
  readonly onRemark: (worker: string, sentence: Message, hint: Message | undefined) => void
}

const LOOK_EVERY_MS = 1000

/**
 * Waits until a queued run has ended, and ends it if its workers cannot.
 *
 * @returns the run, and the reason if it was stopped; undefined when the watching was aborted
 */
export async function watchQueued(
  fleet: Fleet,
  run: QueuedRun,
  { signal, onProgress, onRemark }: QueueRunWatch,
): Promise<{ readonly run: Run; readonly stopped: EvalError | undefined } | undefined> {
  const { database, queue, notices, store } = fleet
  const { runId } = run.plan
  const known = new Set<string>()
  while (!signal.aborted) {
    await releaseLost(database, queue)
    onProgress(await progressOf(fleet, runId))
    const remarks = await remarksOf(database, runId)
    for (const { worker, remark } of remarks) {
      if (worker !== '' && !known.has(worker)) onRemark(worker, remark.sentence, remark.hint)
      known.add(worker)
    }
    await finishRun(fleet, run)
    const now = await store.find(runId)
    if (now !== undefined && now.status !== 'running') {
      // The reason for stopping was stored before the end, but perhaps after the last look.
      const why = (await remarksOf(database, runId)).find(({ worker }) => worker === '')?.remark
      return { run: now, stopped: why && stoppedBecause(why) }
    }
    await notices.next(signal, LOOK_EVERY_MS)
  }
  return undefined
}

function stoppedBecause({
  sentence,
  hint,
}: {
  readonly sentence: Message
  readonly hint?: Message | undefined
}): EvalError {
  return new EvalError('cancelled', sentence, hint === undefined ? {} : { hint })
}

/** Stops a run: finished results are kept, open calls are abandoned. */
export async function stopQueued(fleet: Fleet, run: QueuedRun, why: EvalError): Promise<void> {
  await closeToWorkers(fleet.database, run.plan.runId, { why: remarkOf(why) })
  await finishRun(fleet, run)
}

async function progressOf({ database }: Fleet, run: string): Promise<FleetProgress> {
  const { rows } = await database.query(
    `SELECT verdict, sum(results) AS results FROM ${database.fleet}.progress WHERE run = $1 AND verdict <> '' GROUP BY verdict`,
    [run],
  )
  const held = await database.query(
    `SELECT count(DISTINCT worker) AS workers FROM ${database.fleet}.held WHERE run = $1`,
    [run],
  )
  return {
    results: Object.fromEntries(rows.map(({ verdict, results }) => [String(verdict), Number(results)])),
    workers: Number(held.rows[0]?.['workers']),
  }
}
