import {
  type Failure,
  type Reporter,
  type Run,
  type RunStore,
  type Transcript,
  EvalError,
  finishedTurns,
  message,
} from '../core/index.ts'
import { executeRun } from '../compose/execute-run.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'
import { wayInside } from '../files/path-inside.ts'
import { caseChunks, liveProgress, writeReport } from '../workspace/runs/reports.ts'
import { writeResultFile } from '../workspace/runs/result-files.ts'
import { type Language, translate } from '../i18n/index.ts'
import { isGithub, type Terminal } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { takesStandardOutput, type Output } from './output.ts'
import { sayLine, printWarnings } from './print-message.ts'

type Execute = {
  readonly resumed: boolean
  /** Also evaluates the cases that an early stop left out. */
  readonly playAll?: boolean
  readonly takenOverFrom?: number
  readonly outputs: readonly Output[]
  readonly detailed?: boolean
  /** Replaces the usual progress line. */
  readonly progress?: Reporter
  /** Receives each finished run. */
  readonly onRun?: (report: Parameters<typeof writeResultFile>[0]) => Promise<void>
  readonly terminal: Terminal
  readonly store: RunStore
  /** Runs the evaluation outside of this process; undefined when the user stopped waiting. */
  readonly play?: (prepared: PreparedRun) => Promise<Run | undefined>
}

/** Executes runs one after another, reports them together, and prints the gate's decision. */
export async function executeRuns(prepared: readonly PreparedRun[], execute: Execute): Promise<number> {
  const { terminal, store, outputs } = execute
  const runs: Run[] = []
  for (const one of prepared) {
    if (terminal.signal.aborted || one.budget?.aborted === true) break
    const run = await (execute.play === undefined ? executeOnTerminal(one, execute) : execute.play(one))
    if (run === undefined) return 130
    await saveResult(run, execute)
    await execute.onRun?.({ run, records: store.records(run.plan.runId) })
    runs.push(run)
  }
  printNotBegun(prepared.slice(runs.length), terminal)
  const dead = await deadTarget(runs, store, terminal.language)
  const exitCode = dead === undefined ? exitCodeOf(runs, prepared.length, terminal) : exitCodes[dead.code]
  const arms = runs.length > 1 ? await (await import('./arms-of-runs.ts')).armsOfRuns(runs, store) : undefined
  await writeReport(
    outputs,
    runs.map((run) => () => ({ run, records: store.records(run.plan.runId), arms: arms?.get(run.plan.runId) })),
    terminal,
    { exitCode },
  )
  if (execute.detailed === true) await writeDetails(runs, execute)
  if (isGithub(terminal.environment)) {
    const { printToGithub } = await import('./print-to-github.ts')
    await printToGithub(runs, prepared, execute)
  }
  if (dead !== undefined) throw dead
  return exitCode
}

/** Skips the details where a report takes standard output, which must hold nothing else. */
async function writeDetails(
  runs: readonly Run[],
  { terminal, store, outputs }: Pick<Execute, 'terminal' | 'store' | 'outputs'>,
): Promise<void> {
  const write = takesStandardOutput(outputs) ? terminal.stderr : terminal.stdout
  for (const run of runs) {
    write('\n')
    for await (const text of caseChunks({ run, records: store.records(run.plan.runId) }, terminal)) write(text)
  }
}

/** Executes one run and prints its warnings on the way. */
export async function executeOnTerminal(
  prepared: PreparedRun,
  { resumed, playAll = false, takenOverFrom, terminal, store, progress }: Omit<Execute, 'outputs'>,
): Promise<Run> {
  printWarnings(prepared, terminal)
  prepared.warnings.listen(() => {
    // Erases the progress line, which is printed again afterwards.
    if (terminal.isInteractive) terminal.stderr('\r\u001b[K')
    printWarnings(prepared, terminal)
  })
  const run = await executeRun(prepared, {
    store,
    resumed,
    playAll,
    takenOverFrom,
    reporters: [progress ?? (await liveProgress(terminal))],
    signal: terminal.signal,
    onReporterError: (error) => sayLine(message('a reporter failed: {error}', { error: String(error) }), terminal),
  })
  printWarnings(prepared, terminal)
  const canaries = prepared.canaries?.summary()
  if (canaries !== undefined) sayLine(canaries, terminal)
  printReachedBudget(prepared, terminal)
  return run
}

/** Writes the result file of a review or runbook run, also after a resume. */
async function saveResult(
  run: Run,
  { terminal, store, outputs }: Pick<Execute, 'terminal' | 'store' | 'outputs'>,
): Promise<void> {
  const written = await writeResultFile({ run, records: store.records(run.plan.runId) })
  if (written === undefined) return
  const sentences = written.said(wayInside(terminal.cwd, written.path) ?? written.path)
  const write = takesStandardOutput(outputs) ? terminal.stderr : terminal.stdout
  write(`\n${sentences.map((sentence) => `${translate(sentence, terminal.language)}\n`).join('')}\n`)
}

function printReachedBudget({ budget }: PreparedRun, { stderr, language }: Terminal): void {
  const reason: unknown = budget?.reason
  if (!(reason instanceof EvalError)) return
  const hint = reason.hint === undefined ? '' : ` ${translate(reason.hint, language)}`
  stderr(`${translate(reason.sentence, language)}.${hint}\n`)
}

function printNotBegun(prepared: readonly PreparedRun[], terminal: Terminal): void {
  if (prepared.length === 0) return
  const datasets = prepared.map(({ plan }) => plan.dataset.name ?? plan.dataset.id).join(', ')
  sayLine(message('not begun: {datasets}', { datasets }), terminal)
}

function exitCodeOf(runs: readonly Run[], wanted: number, { signal, hasUnawaitedErrors }: Terminal): number {
  if (signal.aborted) return 130
  const isUnsure = runs.some(({ summary }) => (summary?.unawaitedErrors ?? []).length > 0)
  if (isUnsure || hasUnawaitedErrors?.() === true) return exitCodes.agent
  return runs.length === wanted && runs.every((run) => run.summary?.gate.passed === true) ? 0 : 1
}

/** Returns an error when every case failed at the target: that is a wrong target and not a bad agent. */
async function deadTarget(runs: readonly Run[], store: RunStore, language: Language): Promise<EvalError | undefined> {
  for (const run of runs) {
    const failure = await failureOfAll(run, store)
    if (failure === undefined) continue
    return new EvalError(
      'target',
      message('{target} failed in {count|the only case|every case}: {reason}', {
        target: run.plan.target.name,
        count: run.summary?.results.total ?? 0,
        reason: translate(failure.reason, language),
      }),
      { hint: failure.hint ?? message('`shinsa doctor` checks whether targets answer.') },
    )
  }
  return undefined
}

async function failureOfAll(run: Run, store: RunStore): Promise<Failure | undefined> {
  const { results, stoppedEarly } = run.summary ?? {}
  // After an early stop it is unknown how the other cases would have ended.
  if (stoppedEarly !== undefined) return undefined
  if (run.status !== 'finished' || results === undefined || results.total === 0 || results.error < results.total)
    return undefined
  let last: Failure | undefined
  for await (const { result } of store.records(run.plan.runId)) {
    const transcript: Transcript = result?.transcript ?? { invocations: [] }
    const { failure } = transcript
    // Failures of a simulated user or environment say nothing about the target, and a target that answered once is reachable.
    if (failure === undefined || ['judge', 'environment', 'user'].includes(failure.code)) return undefined
    if (finishedTurns(transcript) > 0) return undefined
    last = failure
  }
  return last
}
