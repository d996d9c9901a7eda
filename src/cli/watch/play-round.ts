import {
  type Reporter,
  type Verdict,
  type Run,
  type RunStore,
  EvalError,
  agentDollarsOf,
  message,
} from '../../core/index.ts'
import { liveProgress, writeReport } from '../../workspace/runs/reports.ts'
import { oneLine } from '../../workspace/visible-text.ts'
import type { Terminal } from '../command.ts'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '../../compose/config/load-config.ts'
import { importedFiles } from '../../compose/config/import-module.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { isPattern } from '../../workspace/datasets/run-operands.ts'
import { writeResultFile } from '../../workspace/runs/result-files.ts'
import { isWatchedFolder, watchedState } from '../../workspace/watch/file-state.ts'
import { pruneSession } from '../../workspace/watch/prune-session.ts'
import { roundKey } from '../../workspace/watch/round-key.ts'
import { answerOrigins } from '../../workspace/watch/stored-answers.ts'
import { trackReads, type Read } from '../../workspace/watch/track-reads.ts'
import { turnedSince, verdictsOf } from '../../workspace/watch/verdicts.ts'
import { watchedRun, type WatchedRun } from '../../workspace/watch/watched-run.ts'
import { armsOfRuns } from '../arms-of-runs.ts'
import { confirmCost } from '../confirm-cost.ts'
import { dependenciesOf } from '../dependencies.ts'
import { executeOnTerminal } from '../execute-runs.ts'
import { outputsFrom, takesStandardOutput } from '../output.ts'
import { prepareRuns } from '../prepare-runs.ts'
import { printAgents } from '../print-agents.ts'
import { printFailure } from '../print-failure.ts'
import type { FromRound, RoundOrder } from './round-words.ts'
import { sayLine } from '../print-message.ts'

const own = fileURLToPath(new URL('..', import.meta.resolve('shinsa')))
const mostCases = 5

type Round = {
  readonly order: RoundOrder
  readonly terminal: Terminal
  readonly store: RunStore
  readonly reads: () => ReadonlyMap<string, Read>
  readonly tell: (news: FromRound) => void
}

/** Plays one round: prepares the runs again, evaluates the cases that a change may affect, and reports the outcome. */
export async function playRound(order: RoundOrder, terminal: Terminal, tell: (news: FromRound) => void): Promise<void> {
  const reads = trackReads(own)
  const dependencies = dependenciesOf(terminal)
  const store = dependencies.openStore()
  const round: Round = { order, terminal, store, reads, tell }
  const runs: Run[] = []
  const watched: WatchedRun[] = []
  let outcome = { isWhole: false, exitCode: 1, isHopeless: false }
  try {
    printHead(round)
    const prepared = await prepareRuns(order.operands, order.flags, { terminal, dependencies, spent: order.spent })
    tell({ type: 'inputs', states: [...statesBefore(round)] })
    if (order.isFirst) printAgents(prepared, terminal)
    const limited = prepared.some(({ budget }) => budget !== undefined)
    await confirmCost(prepared, { yes: order.flags['yes'] === true || order.isAllowed, limited }, terminal)
    for (const one of prepared) {
      const run = await playRun(one, round, watched)
      runs.push(run)
      if (run.status !== 'finished') break
    }
    const isWhole = runs.length === prepared.length && runs.every(({ status }) => status === 'finished')
    outcome = { isWhole, exitCode: exitCodeOf(runs, isWhole, terminal), isHopeless: false }
    if (!terminal.signal.aborted) await report(runs, watched, { ...round, exitCode: outcome.exitCode })
    if (isWhole) await pruneSession(store, { session: order.watch.session, records: recordsOf(terminal) })
  } catch (error) {
    if (terminal.signal.aborted) outcome.exitCode = 130
    else outcome = { isWhole: false, exitCode: printFailure(error, terminal), isHopeless: isHopeless(error, order) }
  }
  tell({
    type: 'end',
    ...outcome,
    runs: Object.fromEntries(runs.map(({ plan }) => [roundKey(plan), plan.runId])),
    spent: runs.reduce((sum, { summary }) => sum + (summary === undefined ? 0 : dollarsIn(summary.cost)), 0),
    states: [...statesAfter(round, watched)],
  })
}

async function playRun(prepared: PreparedRun, round: Round, watched: WatchedRun[]): Promise<Run> {
  const { order, terminal, store, reads } = round
  const idBefore = order.before[roundKey(prepared.plan)]
  const one = await watchedRun(prepared, {
    store,
    records: recordsOf(terminal),
    before: idBefore === undefined ? undefined : await store.find(idBefore),
    asking: order.flags['fresh'] === true ? 'all' : order.asking,
    watch: order.watch,
    reads,
  })
  watched.push(one)
  try {
    const progress = order.isFirst ? undefined : await roundProgress(terminal)
    const run = await executeOnTerminal(one.run, { resumed: false, terminal, store, ...(progress && { progress }) })
    if (order.flags['result-file'] !== undefined) await writeResultFile({ run, records: store.records(run.plan.runId) })
    return run
  } finally {
    await one.keepOrigin()
  }
}

const recordsOf = ({ cwd }: Terminal) => answerOrigins(projectFolder(cwd))

function printHead({ order, terminal }: Round): void {
  const { changes, clearsScreen } = order
  // Clears the screen but keeps the scrollback.
  if (clearsScreen) terminal.stdoutAsIs('\u001b[2J\u001b[H')
  if (changes.length === 0) return
  const shown = changes.slice(0, 3).map((path) => relative(terminal.cwd, path) || path)
  const more = changes.length - shown.length
  const files = more > 0 ? `${shown.join(', ')} …` : shown.join(', ')
  sayLine(message('changed: {files}', { files }), terminal)
}

type PlayRoundReport = Round & { readonly exitCode: number }

async function report(runs: readonly Run[], watched: readonly WatchedRun[], round: PlayRoundReport): Promise<void> {
  const { order, terminal, store, exitCode } = round
  const outputs = outputsFrom(order.flags)
  const arms = await armsOfRuns(runs, store)
  const reports = runs.map((run) => () => ({
    run,
    records: store.records(run.plan.runId),
    arms: arms.get(run.plan.runId),
  }))
  await writeReport(outputs, reports, terminal, { exitCode, limit: mostCases, brief: true })
  const print = takesStandardOutput(outputs) ? terminal.stderr : terminal.stdout
  for (const [index, run] of runs.entries()) {
    const before = watched[index]?.verdictsBefore
    if (before === undefined) continue
    const { fails, passes } = turnedSince(before, await verdictsOf(run, store))
    const sentences = [
      ...(fails.length === 0 ? [] : [message('Fails now: {cases}', { cases: namesOf(fails) })]),
      ...(passes.length === 0 ? [] : [message('Passes now: {cases}', { cases: namesOf(passes) })]),
    ]
    for (const sentence of sentences) sayLine(sentence, terminal, print)
  }
}

function namesOf(cases: readonly string[]): string {
  const shown = cases.slice(0, 2 * mostCases).join(', ')
  return cases.length > 2 * mostCases ? `${shown} …` : shown
}

function exitCodeOf(runs: readonly Run[], isWhole: boolean, { signal }: Terminal): number {
  if (signal.aborted) return 130
  return isWhole && runs.every(({ summary }) => summary?.gate.passed === true) ? 0 : 1
}

/** True for an invalid command line, which no change of a file repairs; other errors of a first round may lie in a file. */
function isHopeless(error: unknown, { isFirst }: RoundOrder): boolean {
  return isFirst && error instanceof EvalError && (error.code === 'usage' || error.code === 'cancelled')
}

/** Leaves out files that the agent read, since it may also write them, which is known only at the end of the round. */
function statesBefore({ reads, ...round }: Round): ReadonlyMap<string, string> {
  const ofOwnCode = [...reads()].filter(([path, { byProject }]) => !byProject && !isSearched(path, round))
  return new Map([...ofOwnCode.map(([path, { state }]) => [path, state] as const), ...modules()])
}

function statesAfter({ reads, ...round }: Round, watched: readonly WatchedRun[]): ReadonlyMap<string, string> {
  const counting = [...reads()].filter(([path, { byProject }]) => byProject || !isSearched(path, round))
  const read = counting.map(([path, { state }]) => [path, state] as const)
  return new Map([...watched.flatMap(({ inputs }) => [...inputs()]), ...read, ...modules()])
}

/** In searched folders only files that match the pattern count, since an agent may write others there. */
function isSearched(path: string, { order, terminal }: Pick<Round, 'order' | 'terminal'>): boolean {
  return isWatchedFolder(path) && order.operands.some((operand) => isPattern(operand, terminal.cwd))
}

function modules(): readonly (readonly [string, string])[] {
  return [...importedFiles()].map(([path, at]) => {
    const state = watchedState(path)
    return [path, state.startsWith(`${at}/`) ? state : 'written since']
  })
}

function dollarsIn(cost: NonNullable<Run['summary']>['cost']): number {
  const models = [cost.judge, cost.user, cost.environment]
  return models.reduce((sum, part) => sum + (part?.dollars ?? 0), agentDollarsOf(cost) ?? 0)
}

const marks: Readonly<Record<Verdict, string>> = { passed: '✓', failed: '✗', error: '!', 'not-evaluated': '?' }
const mostTold = 5

/** Reports progress, and the first cases at once, since the round is played for them. */
async function roundProgress(terminal: Terminal): Promise<Reporter> {
  const { stderr, isInteractive } = terminal
  const live = await liveProgress(terminal)
  let told = 0
  return async (event) => {
    if (event.type === 'case-end' && event.result.transcript.askedIn === undefined && told < mostTold) {
      told += 1
      const { verdict, evalCase } = event.result
      stderr(`${isInteractive ? '\r\u001b[K' : ''}${marks[verdict]} ${oneLine(evalCase.id)}\n`)
    }
    await live(event)
  }
}
