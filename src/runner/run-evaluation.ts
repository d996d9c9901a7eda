import {
  type Account,
  type Message,
  type RunPlan,
  type RunSummary,
  evidenceCountsOf,
  isJudgeError,
} from '../core/index.ts'
import { costOfModel, mayCostOf } from './cost.ts'
import type { EarlyStop } from './early/early-stop.ts'
import { judgeRun } from './gate.ts'
import { inDatasetOrder } from './in-dataset-order.ts'
import { playTrials } from './play-trials.ts'
import type { Emit, RunSetup } from './run-setup.ts'
import { summarise, summaryCounter } from './summarise.ts'
import { trials, urgentFirst } from './trials.ts'

export type RunOutcome = { readonly status: 'finished' | 'interrupted'; readonly summary: RunSummary }

/**
 * Runs a plan: asks the agent, scores its answers, and stores every event before reporters receive it. An interrupted
 * run keeps its results; running it again with `resumed` completes it.
 */
export async function runEvaluation(setup: RunSetup): Promise<RunOutcome> {
  const startedAt = setup.clock()
  const emit = announcer(setup)
  const done = setup.resumed ? await countFinished(setup) : 0
  const { plan, store, resumed, takenOverFrom } = setup
  const earlierErrors = resumed ? (await store.find(plan.runId))?.summary?.unawaitedErrors : undefined
  await emit({ type: 'run-start', plan, resumed, takenOverFrom, done })
  const closeAccount = await keepAccount(setup, emit)
  const early = await earlyStopOf(setup)
  const counter = summaryCounter(plan, setup)
  const ordered = inDatasetOrder(plan.repeat, counter.add)
  const all = early?.trials() ?? trials(urgentFirst(setup.cases, setup.urgent), plan.repeat, store.records(plan.runId))
  const { trouble, laterTrouble, isSilent } = await playTrials(setup, all, {
    emit,
    onTrouble: early?.giveUp,
    onResult: (result) => {
      early?.add(result)
      if (early !== undefined) return
      const { failure, ending, invocations } = result.transcript
      const evidence = evidenceCountsOf(invocations)
      ordered.add({ ...result, caseId: result.evalCase.id, failure, ending, evidence })
    },
  })
  await closeAccount()
  // A resumed run has results that this process has not seen, in between those that it has.
  const complete = !resumed && early === undefined && ordered.finish()
  const outcome = await endRun(setup, {
    summary: complete ? counter.summary(await store.spending(plan.runId)) : await summarise(plan, store, setup),
    durationMs: () => setup.clock() - startedAt,
    emit,
    early,
    earlierErrors,
    isSeenHere: complete || (early !== undefined && !resumed),
  })
  // The target may have been asked for every case before the silence was detected.
  const silentToTheEnd = outcome.status === 'finished' && isSilent
  for (const found of [silentToTheEnd ? undefined : trouble, laterTrouble]) if (found !== undefined) throw found.error
  return outcome
}

/**
 * Records what models cost. For a resumed run, calls that were interrupted with their process are recorded first, so
 * that everything that may have been billed counts.
 */
async function keepAccount({ account, store, plan, resumed }: RunSetup, emit: Emit): Promise<() => Promise<void>> {
  const underWay = await store.callsUnderWay(plan.runId)
  const spend: Account['note'] = (role, cost) => emit({ type: 'spent', cost: costOfModel(role, cost) })
  account?.keepIn(spend, underWay)
  if (resumed) {
    for (const { role, cost } of (await underWay?.cut()) ?? []) await spend(role, cost)
    const costs = await store.spending(plan.runId)
    account?.recall?.(costs.reduce((sum, cost) => sum + mayCostOf(cost), 0))
  }
  return async () => underWay?.close()
}

/** The module is loaded only for runs with `stopEarly`. */
async function earlyStopOf(setup: RunSetup): Promise<EarlyStop | undefined> {
  if (setup.plan.stopEarly !== true || setup.playAll === true) return undefined
  return (await import('./early/early-stop.ts')).openEarlyStop(setup)
}

/** The module is loaded only when the judges' error rates are known. */
async function withJudgeErrors(summary: RunSummary, { judgeErrors }: RunPlan): Promise<RunSummary> {
  if (judgeErrors === undefined) return summary
  return (await import('./corrected/by-judge-errors.ts')).byJudgeErrors(summary, judgeErrors)
}

/** Stores each event before reporters receive it. A reporter that throws is noted and misses only that event. */
function announcer({ plan, store, reporters, onReporterError }: RunSetup): Emit {
  return async (event) => {
    await store.append(plan.runId, event)
    for (const report of reporters) {
      try {
        await report(event)
      } catch (error) {
        onReporterError(error)
      }
    }
  }
}

/** Counts the results that need no further work; where a judge failed, a resumed run scores anew. */
export async function countFinished({ store, plan }: Pick<RunSetup, 'store' | 'plan'>): Promise<number> {
  let finished = 0
  for await (const { scores } of store.scoredCases(plan.runId)) finished += scores.some(isJudgeError) ? 0 : 1
  return finished
}

type RunEvaluationEnding = Pick<
  RunSetup,
  'plan' | 'store' | 'againstBaseline' | 'gateMeasures' | 'notes' | 'unawaitedErrors'
>

type RunEvaluationCount = {
  readonly summary: RunSummary
  readonly durationMs: () => number
  readonly emit: Emit
  readonly early?: EarlyStop | undefined
  /** Errors of earlier processes that played the run. */
  readonly earlierErrors?: readonly Message[] | undefined
  /** True when all results were played in this process. */
  readonly isSeenHere: boolean
}

/** Summarises a run and records its end, whether it is complete or not. */
export async function endRun(
  setup: RunEvaluationEnding,
  { summary: counts, durationMs, emit, early, earlierErrors = [], isSeenHere }: RunEvaluationCount,
): Promise<RunOutcome> {
  const counted = await withBaseline(counts, setup, early)
  const unawaitedErrors = [...earlierErrors, ...(setup.unawaitedErrors?.notes() ?? [])]
  const noted = isSeenHere && counted.unfinished === 0 ? withNotes(counted, setup.notes?.() ?? []) : counted
  const summary = await withJudgeErrors(
    unawaitedErrors.length === 0 ? noted : { ...noted, unawaitedErrors },
    setup.plan,
  )
  const status = counted.unfinished === 0 || counted.stoppedEarly !== undefined ? 'finished' : 'interrupted'
  await emit({ type: 'run-end', status, summary, durationMs: durationMs() })
  return { status, summary }
}

/** Applies the gate again once the baseline comparison or the early decision is known. */
async function withBaseline(
  summary: RunSummary,
  { againstBaseline, plan, store, gateMeasures }: RunEvaluationEnding,
  early: EarlyStop | undefined,
): Promise<RunSummary> {
  const decided = summary.unfinished > 0 ? early?.summary(summary) : undefined
  if (decided !== undefined) return { ...decided, gate: judgeRun(decided, plan.failOn, gateMeasures) }
  if (againstBaseline === undefined || summary.unfinished > 0) return summary
  const baseline = await againstBaseline({ plan, status: 'finished', summary }, store)
  const facts = { ...summary, baseline, notes: [baseline.reason, ...baseline.notes, ...(summary.notes ?? [])] }
  return { ...facts, gate: judgeRun(facts, plan.failOn, gateMeasures) }
}

function withNotes(summary: RunSummary, more: readonly Message[]): RunSummary {
  return more.length === 0 ? summary : { ...summary, notes: [...(summary.notes ?? []), ...more] }
}
