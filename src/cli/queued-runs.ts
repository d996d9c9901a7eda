import { type Run, EvalError, message } from '../core/index.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { FleetProgress } from '../fleet/queue-run.ts'
import { translate } from '../i18n/index.ts'
import { liveFleetProgress } from '../workspace/runs/reports.ts'
import { areFew } from '../workspace/fleet/files-of-run.ts'
import { planFingerprint } from '../workspace/fleet/plan-fingerprint.ts'
import type { Terminal } from './command.ts'
import { printMessage, sayLine, printWarnings } from './print-message.ts'

/** What Ctrl-C does to a queued run: `leave` keeps it going, `stop` ends it. */
export type OnInterrupt = 'leave' | 'stop'

export function labelsFrom(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')
}

/** Marks a run for workers. @throws {EvalError} `usage` for settings that need one process that sees all results */
export function queued(prepared: PreparedRun, labels: readonly string[]): PreparedRun {
  const { plan } = prepared
  if (plan.stopEarly === true) throw cannotBeQueued('--stop-early')
  if (plan.environment?.recordedTo !== undefined) throw cannotBeQueued('--record-tools')
  return { ...prepared, plan: { ...plan, origin: { ...plan.origin, queue: true, labels: [...labels] } } }
}

function cannotBeQueued(flag: string): EvalError {
  return new EvalError('usage', message('{flag} and --queue contradict each other', { flag }), {
    hint: message('That is for a run that one process plays.'),
  })
}

type QueuedRunsQueueing = {
  readonly fleet: Fleet
  readonly resumed: boolean
  readonly onInterrupt: OnInterrupt
  /** The limit in US dollars for all runs of this command together. */
  readonly maxCost: number | undefined
  readonly terminal: Terminal
}

/** Queues a run, waits, and returns it when it has ended; undefined when the user stopped waiting. */
export function playQueued({ fleet, resumed, onInterrupt, maxCost, terminal }: QueuedRunsQueueing) {
  let left = maxCost
  let idleLooks = 0
  return async (prepared: PreparedRun): Promise<Run | undefined> => {
    const { queueRun, stopQueued, watchQueued } = await import('../fleet/queue-run.ts')
    const { plan } = prepared
    const { runId } = plan
    printWarnings(prepared, terminal)
    sayWhatCtrlCDoes(onInterrupt, runId, terminal)
    const { fingerprint, files } = await planFingerprint(prepared)
    if (!areFew(files)) sayLine(tooMuch, terminal)
    const labels = plan.origin?.['labels']
    await queueRun(fleet, prepared, {
      resumed,
      labels: Array.isArray(labels) ? labels.map(String) : [],
      limits: { ...(left !== undefined && { maxCost: left }), dataset: prepared.knownDataset },
      fingerprint,
      files: areFew(files) ? files : [],
    })
    const progress = await liveFleetProgress(terminal, plan)
    const outcome = await watchQueued(fleet, prepared, {
      signal: terminal.signal,
      onProgress: (now) => {
        progress(now)
        sayWhenNobodyPlays(now)
      },
      onRemark: (worker, sentence) =>
        printMessage(message('worker {worker}:', { worker: worker.replace(/ \d+$/, '') }), sentence, terminal),
    })
    if (outcome !== undefined) {
      if (left !== undefined) left -= dollarsOf(outcome.run)
      if (outcome.stopped !== undefined) printStop(outcome.stopped, terminal)
      return outcome.run
    }
    if (onInterrupt === 'leave') return undefined
    const why =
      terminal.signal.reason instanceof EvalError
        ? terminal.signal.reason
        : new EvalError('cancelled', message('stopped by Ctrl-C'))
    await stopQueued(fleet, prepared, why)
    return fleet.store.find(runId)
  }

  function sayWhenNobodyPlays({ workers, results }: FleetProgress): void {
    if (workers > 0 || Object.keys(results).length > 0) return
    idleLooks += 1
    if (idleLooks !== looksUntilSaid) return
    sayLine(message('no worker plays it yet: start one with `shinsa worker`'), terminal)
  }
}

/** Idle looks before a missing worker is reported; workers poll more often than that. */
const looksUntilSaid = 5

const tooMuch = message('dataset and documents are too large for the store: workers need them in their project')

function sayWhatCtrlCDoes(onInterrupt: OnInterrupt, run: string, { sayOnStop }: Terminal): void {
  sayOnStop?.(
    onInterrupt === 'stop'
      ? message('stopping; what is done is kept (Ctrl-C again quits at once)')
      : message(
          '{run} goes on without us: `shinsa resume {run}` watches it again, with --on-interrupt stop Ctrl-C ends it',
          {
            run,
          },
        ),
  )
}

function printStop({ sentence, hint }: EvalError, { stderr, language }: Terminal): void {
  stderr(`${[sentence, hint].flatMap((part) => (part === undefined ? [] : translate(part, language))).join('. ')}\n`)
}

function dollarsOf({ summary }: Run): number {
  const { judge, user, environment, agent } = summary?.cost ?? {}
  return [judge, user, environment, agent].reduce((sum, part) => sum + (part?.dollars ?? 0), 0)
}
