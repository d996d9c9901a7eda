import { type Failure, type Reporter, type Run, type RunStore, EvalError, message } from '../core/index.ts'
import { executeRun } from '../compose/execute-run.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'
import { wayInside } from '../files/path-inside.ts'
import { caseChunks, liveProgress, writeReport } from '../workspace/runs/reports.ts'
import { writeResultFile } from '../workspace/runs/result-files.ts'
import { type Language, translate } from '../i18n/index.ts'
import { isGithub, type Terminal } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { takesStandardOutput, type Output } from './output.ts'
import { printWarnings } from './print-warnings.ts'

type Execute = {
  readonly resumed: boolean
  /** Plays also what a run left out that stopped early. */
  readonly playAll?: boolean
  readonly takenOverFrom?: number
  readonly outputs: readonly Output[]
  /** Whether everything about each case follows the report that people read. */
  readonly detailed?: boolean
  /** What people see while runs go on, where it is not the usual line. */
  readonly progress?: Reporter
  readonly terminal: Terminal
  readonly store: RunStore
  /** Plays a run elsewhere than in this process; undefined when nobody waits for it any more. */
  readonly play?: (prepared: PreparedRun) => Promise<Run | undefined>
}

/** Does the runs one after another, reports them together, and says how the gate decided. */
export async function executeRuns(prepared: readonly PreparedRun[], execute: Execute): Promise<number> {
  const { terminal, store, outputs } = execute
  try {
    const runs: Run[] = []
    for (const one of prepared) {
      if (terminal.signal.aborted || one.budget?.aborted === true) break
      const run = await (execute.play === undefined ? executeOnTerminal(one, execute) : execute.play(one))
      if (run === undefined) return 130
      await saveResult(run, execute)
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
  } finally {
    await store.close()
  }
}

/** Where a report takes standard output, nothing else may stand there. */
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

/** Does one run, and tells on the way what people should hear. */
export async function executeOnTerminal(
  prepared: PreparedRun,
  { resumed, playAll = false, takenOverFrom, terminal, store, progress }: Omit<Execute, 'outputs'>,
): Promise<Run> {
  printWarnings(prepared, terminal)
  prepared.warnings.listen(() => {
    // The line of progress that stands there is written again.
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
    onReporterError: (error) =>
      terminal.stderr(
        `${translate(message('a reporter failed: {error}', { error: String(error) }), terminal.language)}\n`,
      ),
  })
  printWarnings(prepared, terminal)
  printCanaries(prepared, terminal)
  printReachedBudget(prepared, terminal)
  return run
}

/** Reviews and questions about runbooks leave the result file of their requirement behind, also when they were resumed. */
async function saveResult(
  run: Run,
  { terminal, store, outputs }: Pick<Execute, 'terminal' | 'store' | 'outputs'>,
): Promise<void> {
  const written = await writeResultFile({ run, records: store.records(run.plan.runId) })
  if (written === undefined) return
  const sentences = written.said(wayInside(terminal.cwd, written.path) ?? written.path)
  // Where a report takes standard output, nothing else may stand there.
  const write = takesStandardOutput(outputs) ? terminal.stderr : terminal.stdout
  write(`\n${sentences.map((sentence) => `${translate(sentence, terminal.language)}\n`).join('')}\n`)
}

function printCanaries({ canaries }: PreparedRun, { stderr, language }: Terminal): void {
  const summary = canaries?.summary()
  if (summary !== undefined) stderr(`${translate(summary, language)}\n`)
}

function printReachedBudget({ budget }: PreparedRun, { stderr, language }: Terminal): void {
  const reason: unknown = budget?.reason
  if (!(reason instanceof EvalError)) return
  const hint = reason.hint === undefined ? '' : ` ${translate(reason.hint, language)}`
  stderr(`${translate(reason.sentence, language)}.${hint}\n`)
}

function printNotBegun(prepared: readonly PreparedRun[], { stderr, language }: Terminal): void {
  if (prepared.length === 0) return
  const datasets = prepared.map(({ plan }) => plan.dataset.name ?? plan.dataset.id).join(', ')
  stderr(`${translate(message('not begun: {datasets}', { datasets }), language)}\n`)
}

function exitCodeOf(runs: readonly Run[], wanted: number, { signal, hasUnawaitedErrors }: Terminal): number {
  if (signal.aborted) return 130
  const isUnsure = runs.some(({ summary }) => (summary?.unawaitedErrors ?? []).length > 0)
  if (isUnsure || hasUnawaitedErrors?.() === true) return exitCodes.agent
  return runs.length === wanted && runs.every((run) => run.summary?.gate.passed === true) ? 0 : 1
}

/** A target that failed in every single case is not an agent that performs badly; it is a wrong target. */
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

/** The last failure of a run in which every case ended with one. */
async function failureOfAll(run: Run, store: RunStore): Promise<Failure | undefined> {
  const { results, stoppedEarly } = run.summary ?? {}
  // Of one that stopped at the first errors nobody knows what the others would have been.
  if (stoppedEarly !== undefined) return undefined
  if (run.status !== 'finished' || results === undefined || results.total === 0 || results.error < results.total)
    return undefined
  let last: Failure | undefined
  for await (const { result } of store.records(run.plan.runId)) {
    const { failure, invocations } = result?.transcript ?? {}
    // A simulated user or environment that breaks says nothing about the target, and one that answered at first is there.
    if (failure === undefined || ['judge', 'environment', 'user'].includes(failure.code)) return undefined
    if (invocations !== undefined && invocations.length > 0) return undefined
    last = failure
  }
  return last
}
