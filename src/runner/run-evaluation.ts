import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  Account,
  BaselineVerdict,
  CaseResult,
  Cost,
  EvalCase,
  GateMeasures,
  Invocation,
  Message,
  Metric,
  Reporter,
  Run,
  RunEvent,
  RunPlan,
  RunStore,
  RunSummary,
  Score,
  SetMetric,
  Target,
  Transcript,
  User,
} from '../core/index.ts'
import { EvalError, isJudgeError, verdictOf, redactSecrets } from '../core/index.ts'
import { turns } from '../core/basics/turns.ts'
import { concurrently } from './concurrently.ts'
import { costOf, costOfModel, shareOf } from './cost.ts'
import type { EarlyStop } from './early/early-stop.ts'
import { judgeRun } from './gate.ts'
import { playCase } from './play-case.ts'
import { scoreCase } from './score-case.ts'
import { inDatasetOrder } from './in-dataset-order.ts'
import type { RunResults } from './run-results.ts'
import { summarise, summaryCounter } from './summarise.ts'
import { trials, urgentFirst } from './trials.ts'
import type { IsUrgent, Trial } from './trials.ts'
import { watchForSilence } from './watch-for-silence.ts'

/** What a project does around its agent: start it, put it back between cases, stop it. */
export type RunHooks = {
  readonly setup?: () => void | Promise<void>
  /** Before each case. */
  readonly reset?: (evalCase: EvalCase) => void | Promise<void>
  readonly teardown?: () => void | Promise<void>
}

export type RunSetup = {
  readonly plan: RunPlan
  readonly cases: () => Iterable<EvalCase> | AsyncIterable<EvalCase>
  readonly target: Target
  /** Plays the cases that have no written conversation; without it they are errors. */
  readonly user?: User
  readonly metrics: readonly Metric[]
  readonly setMetrics?: readonly SetMetric[]
  /** What the gate may ask of what set metrics say. */
  readonly gateMeasures?: readonly GateMeasures[]
  readonly store: RunStore
  readonly reporters: readonly Reporter[]
  readonly hooks: RunHooks
  /** Where models write down what they cost; from the run's start on that is its journal. */
  readonly account?: JournalledAccount
  /** The former run that this one is held against. */
  readonly baseline?: RunResults | undefined
  /** Holds the run against it once all of it is there. */
  readonly againstBaseline?: ((run: Run, store: RunStore) => Promise<BaselineVerdict>) | undefined
  /** What is to be said of the run when all of it was seen here. */
  readonly notes?: () => readonly Message[]
  /** What the agent answered before, where asking it again could give nothing else than chance does. */
  readonly answered?: (evalCase: EvalCase, repeat: number) => Transcript | undefined
  /** Which cases are played before others; of no use to a run that is resumed. */
  readonly urgent?: readonly IsUrgent[]
  /** Aborting it stops the run and keeps everything that is done. */
  readonly signal: AbortSignal
  /** Milliseconds, from any origin. */
  readonly clock: () => number
  /** Whether the store already has a part of this run. */
  readonly resumed: boolean
  /** Plays also what a run leaves out that stops early. */
  readonly playAll?: boolean
  /** For a resumed run: the process that had it before. */
  readonly takenOverFrom?: number
  readonly onReporterError: (error: unknown) => void
}

/** An account that somebody keeps. */
export type JournalledAccount = Account & { keepIn(journal: Account['note']): void }

export type RunOutcome = { readonly status: 'finished' | 'interrupted'; readonly summary: RunSummary }

/**
 * Runs a plan: asks the agent, scores what it did, writes every piece to the store before anyone hears of it.
 * An interrupted run ends with what it has; run it again with `resumed` and it does the rest.
 */
export async function runEvaluation(setup: RunSetup): Promise<RunOutcome> {
  const startedAt = setup.clock()
  const emit = announcer(setup)
  const done = setup.resumed ? await countFinished(setup) : 0
  const { plan, resumed, takenOverFrom } = setup
  await emit({ type: 'run-start', plan, resumed, takenOverFrom, done })
  setup.account?.keepIn((role, cost) => emit({ type: 'spent', cost: costOfModel(role, cost) }))
  const early = await earlyStopOf(setup)
  const counter = summaryCounter(plan, setup)
  const ordered = inDatasetOrder(plan.repeat, counter.add)
  const silence = watchForSilence(plan, setup.target)
  const watched = { ...setup, signal: AbortSignal.any([setup.signal, silence.signal]) }
  const trouble = await troubleIn(async () => {
    await setup.hooks.setup?.()
    await playTrials(watched, { emit, early }, (result) => {
      silence.note(result)
      early?.add(result)
      if (early !== undefined) return
      const { failure, ending } = result.transcript
      ordered.add({ ...result, caseId: result.evalCase.id, failure, ending })
    })
    if (!setup.signal.aborted) silence.signal.throwIfAborted()
  })
  const laterTrouble = await troubleIn(async () => {
    await setup.target.close?.()
    await setup.hooks.teardown?.()
  })
  // A resumed run has results that were not seen here, and they stand between those that were.
  const complete = !resumed && early === undefined && ordered.finish()
  const { store } = setup
  const counted = await withBaseline(
    complete ? counter.summary(await store.spending(plan.runId)) : await summarise(plan, store, setup),
    setup,
    early,
  )
  const noted = withNotes(counted, setup, complete || (early !== undefined && !resumed))
  const summary = await withJudgeErrors(noted, plan)
  const status = counted.unfinished === 0 || counted.stoppedEarly !== undefined ? 'finished' : 'interrupted'
  await emit({ type: 'run-end', status, summary, durationMs: setup.clock() - startedAt })
  // All cases may have been asked by the time that nobody answers.
  const silentToTheEnd = status === 'finished' && trouble !== undefined && trouble.error === silence.signal.reason
  for (const found of [silentToTheEnd ? undefined : trouble, laterTrouble]) if (found !== undefined) throw found.error
  return { status, summary }
}

/** A run without `stopEarly` loads nothing of it. */
async function earlyStopOf(setup: RunSetup): Promise<EarlyStop | undefined> {
  if (setup.plan.stopEarly !== true || setup.playAll === true) return undefined
  return (await import('./early/early-stop.ts')).openEarlyStop(setup)
}

/** A run whose judges' errors nobody knows loads nothing of what would correct it. */
async function withJudgeErrors(summary: RunSummary, { judgeErrors }: RunPlan): Promise<RunSummary> {
  if (judgeErrors === undefined) return summary
  return (await import('./corrected/by-judge-errors.ts')).byJudgeErrors(summary, judgeErrors)
}

/** The gate decides anew when it is known how the run stands against its baseline, or what was decided early. */
async function withBaseline(
  summary: RunSummary,
  { againstBaseline, plan, store, gateMeasures }: RunSetup,
  early: EarlyStop | undefined,
): Promise<RunSummary> {
  const decided = summary.unfinished > 0 ? early?.summary(summary) : undefined
  if (decided !== undefined) return { ...decided, gate: judgeRun(decided, plan.failOn, gateMeasures) }
  if (againstBaseline === undefined || summary.unfinished > 0) return summary
  const baseline = await againstBaseline({ plan, status: 'finished', summary }, store)
  const facts = { ...summary, baseline, notes: [baseline.reason, ...baseline.notes, ...(summary.notes ?? [])] }
  return { ...facts, gate: judgeRun(facts, plan.failOn, gateMeasures) }
}

/** What is known only by those who saw the whole of it. */
function withNotes(summary: RunSummary, { notes }: RunSetup, isSeenHere: boolean): RunSummary {
  const more = isSeenHere && summary.unfinished === 0 ? (notes?.() ?? []) : []
  return more.length === 0 ? summary : { ...summary, notes: [...(summary.notes ?? []), ...more] }
}

/** What went wrong, so that a run that breaks off still says where it stands before it throws. */
async function troubleIn(work: () => Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    // A journal that cannot write will not take a last word either.
    if (error instanceof EvalError && error.code === 'store') throw error
    return { error }
  }
}

type Emit = (event: RunEvent) => Promise<void>

/** The store first; then everyone who reads along. A reader that throws is noted and loses nothing but its own event. */
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

async function countFinished({ store, plan }: RunSetup): Promise<number> {
  let finished = 0
  for await (const { scores } of store.scoredCases(plan.runId)) finished += scores.some(isJudgeError) ? 0 : 1
  return finished
}

async function playTrials(
  setup: RunSetup,
  { emit, early }: { readonly emit: Emit; readonly early: EarlyStop | undefined },
  onResult: (result: CaseResult) => void,
): Promise<void> {
  const { plan, cases, store, signal } = setup
  const turn = turns(nextTurn)
  try {
    await concurrently(
      untilAborted(
        early?.trials() ?? trials(urgentFirst(cases, setup.urgent), plan.repeat, store.records(plan.runId)),
        signal,
      ),
      plan.concurrency,
      async (trial) => {
        try {
          onResult(await runTrial(trial, setup, { emit, turn }))
        } catch (error) {
          early?.giveUp()
          throw error
        }
      },
    )
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  for await (const item of items) {
    if (signal.aborted) return
    yield item
  }
}

type Trialling = {
  readonly emit: Emit
  /** Our own work has turns of its own, so that no agent waits for it longer than for one piece. */
  readonly turn: () => Promise<void>
}

async function runTrial(trial: Trial, setup: RunSetup, { emit, turn }: Trialling): Promise<CaseResult> {
  const { target, metrics, signal, clock, plan } = setup
  const { position, repeat, evalCase } = trial
  const kept = redactSecrets(evalCase)
  const startedAt = clock()
  const resumable = resumableParts(trial, target)
  const written: Promise<void>[] = []
  const write = (event: RunEvent) => {
    const durable = emit(event)
    // A failure surfaces where all of them are awaited; until then Node must not take it for one that nobody handles.
    durable.catch(() => undefined)
    written.push(durable)
    return durable
  }
  const ended = trial.begun?.result
  if (ended !== undefined) void write({ type: 'case-reopened', position, repeat, scores: resumable?.scores ?? [] })
  if (resumable === undefined) {
    // The events of an attempt that was cut off go when the case begins anew. What it took was paid for all the same; the
    // two are appended in one turn, so neither is ever durable without the other.
    const lost = costOfLostAttempt(trial, setup)
    if (lost !== undefined) void write({ type: 'spent', cost: lost })
    void write({ type: 'case-start', position, repeat, evalCase: kept })
  }
  const history = resumable?.invocations ?? []
  const transcript = ended?.transcript ?? (await transcriptOf(trial, setup, { write, turn, history }))
  const scores = await scoreCase(metrics, evalCase, transcript, {
    signal,
    known: resumable?.scores ?? [],
    onScores: (newScores) => void write({ type: 'scores', position, repeat, scores: newScores }),
  })
  const result: CaseResult = {
    position,
    repeat,
    evalCase: kept,
    transcript,
    scores: [...scores],
    verdict: verdictOf(scores, transcript.failure, plan),
    cost: costOf(transcript, scores),
    durationMs: (ended?.durationMs ?? 0) + clock() - startedAt,
  }
  void write({ type: 'case-end', position, repeat, result })
  await Promise.all(written)
  return result
}

type Asking = {
  readonly write: (event: RunEvent) => Promise<void>
  readonly turn: Trialling['turn']
  readonly history: readonly Invocation[]
}

/** What the agent answered before, or answers now. */
async function transcriptOf(trial: Trial, setup: RunSetup, { write, turn, history }: Asking): Promise<Transcript> {
  const { position, repeat, evalCase, begun } = trial
  const { target, user, account, hooks, signal } = setup
  // A case that was cut off goes on, whatever was answered in other runs.
  const answered = begun === undefined ? setup.answered?.(evalCase, repeat) : undefined
  if (answered !== undefined) {
    for (const [index, invocation] of answered.invocations.entries()) {
      void write({ type: 'invocation', position, repeat, index, invocation })
    }
    return answered
  }
  await hooks.reset?.(evalCase)
  let awaiting = false
  return playCase(evalCase, {
    target,
    user,
    account,
    repeat,
    signal,
    history,
    onInvocation: async (invocation, index) => {
      // Before it is written: then the last answer still becomes durable together with its scores.
      if (target.recorded !== true) await turn()
      const durable = write({ type: 'invocation', position, repeat, index, invocation })
      // The last answer can become durable together with its scores; before the next question it must be.
      if (index + 1 < mostExchanges(evalCase)) await durable
    },
    onAwaiting: () => {
      if (!awaiting) void write({ type: 'awaiting', position, repeat })
      awaiting = true
    },
    onCompleted: (invocations, isChanged) => {
      if (awaiting || isChanged) void write({ type: 'completed', position, repeat, invocations })
    },
  })
}

/**
 * A case that ended is only scored again, where a judge broke. One that was cut off goes on where it stopped if nothing but
 * scores is missing, or if the target can pick up the thread.
 */
function resumableParts(
  { begun, evalCase }: Trial,
  target: Target,
): { invocations: CaseResult['transcript']['invocations']; scores: readonly Score[] } | undefined {
  if (begun?.result !== undefined) {
    return { invocations: begun.invocations, scores: begun.scores.filter((score) => !isJudgeError(score)) }
  }
  if (begun === undefined || target.recorded === true || begun.awaiting === true) return undefined
  const complete = begun.invocations.length >= mostExchanges(evalCase)
  // It has scores, so the simulated user had ended it; how is not known, and asking on would add to what was scored.
  if (!complete && begun.scores.length > 0) return undefined
  if (!complete && target.continues !== true) return undefined
  return { invocations: begun.invocations, scores: begun.scores }
}

function costOfLostAttempt({ begun }: Trial, { target, plan }: RunSetup): Cost | undefined {
  // A recording is read again and costs nothing.
  if (begun === undefined || begun.invocations.length === 0 || target.recorded === true) return undefined
  const { invocations, scores } = begun
  return shareOf({ cost: costOf({ invocations }, scores), scores }, plan)
}

function mostExchanges(evalCase: EvalCase): number {
  return evalCase.conversation?.length ?? Number.POSITIVE_INFINITY
}
