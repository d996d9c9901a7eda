import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CaseResult,
  type Cost,
  type EvalCase,
  type Invocation,
  type RunEvent,
  type Score,
  type Target,
  type Transcript,
  type RunPlan,
  EvalError,
  endsUnfinished,
  finishedTurns,
  isJudgeError,
  redactSecrets,
  stringifyJson,
  verdictOf,
  message,
} from '../core/index.ts'
import { turns } from '../core/basics/turns.ts'
import { concurrently, workingAhead } from './concurrently.ts'
import { caseCost, shareOf } from './cost.ts'
import { brokenOffCase, concernsTheRun, playCase } from './play-case.ts'
import type { Emit, RunSetup } from './run-setup.ts'
import { scoreCase } from './score-case.ts'
import { watchForUnawaitedErrors } from './thrown-errors.ts'
import type { Trial } from './trials.ts'

type Playing = {
  readonly emit: Emit
  readonly onResult: (result: CaseResult, trial: Trial) => void
  /** Called as soon as a trial fails to play, before the others are stopped. */
  readonly onTrouble?: (() => void) | undefined
}

type Trouble = { readonly error: unknown }

/** The errors while trials were played and while their results were stored. */
export type Played = {
  readonly trouble: Trouble | undefined
  readonly laterTrouble: Trouble | undefined
  /** True when the target answered nothing at all. */
  readonly isSilent: boolean
}

/** Plays trials with the plan's concurrency, between the hooks of the project. */
export async function playTrials(
  setup: RunSetup,
  trials: AsyncIterable<Trial>,
  { emit, onResult, onTrouble }: Playing,
): Promise<Played> {
  const { plan, target, hooks } = setup
  const silence = watchForSilence(plan, target)
  const unawaitedErrors = watchForUnawaitedErrors((error, caseId) => setup.unawaitedErrors?.note(error, caseId))
  const signal = AbortSignal.any([setup.signal, silence.signal])
  const trouble = await troubleIn(async () => {
    await hooks.setup?.()
    await playAtOnce({ ...setup, signal }, trials, {
      emit,
      onTrouble,
      during: unawaitedErrors.during,
      onResult: (result, trial) => {
        silence.note(result)
        onResult(result, trial)
      },
    })
    if (!setup.signal.aborted) silence.signal.throwIfAborted()
  })
  const laterTrouble = await troubleIn(async () => {
    await target.close?.()
    await hooks.teardown?.()
  })
  unawaitedErrors.end()
  // A store that cannot write cannot record the end of the run either.
  if (trouble?.error instanceof EvalError && trouble.error.code === 'store') throw trouble.error
  return { trouble, laterTrouble, isSilent: trouble !== undefined && trouble.error === silence.signal.reason }
}

/** Returns the error of `work` instead of throwing it, so that the run can record its state first. */
async function troubleIn(work: () => Promise<void>): Promise<Trouble | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return { error }
  }
}

async function playAtOnce(
  setup: RunSetup,
  trials: AsyncIterable<Trial>,
  { emit, onResult, onTrouble, during }: Playing & Pick<ReturnType<typeof watchForUnawaitedErrors>, 'during'>,
): Promise<void> {
  const { plan, signal } = setup
  const turn = turns(nextTurn)
  // An early decision must rest on stored results only.
  const slots = workingAhead(plan.stopEarly === true ? 0 : mostNotKept)
  const play = async (trial: Trial, onEnded: () => void) => {
    try {
      onResult(await during(trial.evalCase.id, () => playTrial(trial, setup, { emit, turn, onEnded })), trial)
    } catch (error) {
      onTrouble?.()
      throw error
    }
  }
  try {
    const trialStream = untilAborted(trials, signal)
    await concurrently(trialStream, plan.concurrency, async (trial) =>
      slots.begin(async (onEnded) => play(trial, onEnded)),
    ).finally(slots.end)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

// The most ended cases whose results are still being stored; about as many as one commit holds.
const mostNotKept = 128

async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  for await (const item of items) {
    if (signal.aborted) return
    yield item
  }
}

type Trialling = {
  readonly emit: Emit
  /** Gives the run's own work separate turns of the event loop, so that agents wait for one piece of it at most. */
  readonly turn: () => Promise<void>
  /** Called when a case is fully answered but not stored yet: only the disk is slow, and the next case may start. */
  readonly onEnded: () => void
}

/** Plays and scores one repeat of one case, or the rest of it. Errors on the way become an error of this case. */
async function playTrial(trial: Trial, setup: RunSetup, { emit, turn, onEnded }: Trialling): Promise<CaseResult> {
  const startedAt = setup.clock()
  const journal = openJournal(emit, onEnded)
  // Read first, since agents and metrics hold the case and may leave it unreadable.
  const { id } = trial.evalCase
  try {
    return await playThrough(trial, setup, { journal, turn, startedAt })
  } catch (error) {
    if (error instanceof HookFailure) throw error.thrown
    // The first failed write is the cause of all later failures.
    const { trouble, lastWritten } = await journal.state()
    const cause = trouble === undefined ? error : trouble.error
    if (setup.signal.aborted || concernsTheRun(cause, setup.target)) throw cause
    const heard = trial.begun?.result?.transcript.invocations ?? journal.heard()
    const isEnded = lastWritten === undefined ? trial.begun?.result !== undefined : lastWritten === 'case-end'
    return breakOff(trial, setup, { emit, id, error: cause, startedAt, heard, isEnded })
  }
}

type Journal = {
  readonly write: (event: RunEvent) => Promise<void>
  readonly written: () => Promise<unknown>
  readonly state: () => Promise<{ readonly trouble: Trouble | undefined; readonly lastWritten: string | undefined }>
  readonly heard: () => readonly Invocation[]
}

function openJournal(emit: Emit, onEnded?: () => void): Journal {
  const events: { readonly event: RunEvent; readonly durable: Promise<void> }[] = []
  let isOnlyWritten = true
  const settle = () => {
    isOnlyWritten = false
  }
  return {
    write(event) {
      const durable = emit(event)
      // A failure surfaces where the writes are awaited; this keeps Node from reporting an unhandled rejection.
      durable.then(settle, settle)
      events.push({ event, durable })
      if (event.type === 'case-end' && event.result.transcript.failure === undefined && isOnlyWritten) onEnded?.()
      return durable
    },
    written: () => Promise.all(events.map(({ durable }) => durable)),
    async state() {
      const ends = await Promise.allSettled(events.map(({ durable }) => durable))
      const failed = ends.find((end) => end.status === 'rejected')
      const last = ends.findLastIndex((end) => end.status === 'fulfilled')
      return { trouble: failed && { error: failed.reason }, lastWritten: events[last]?.event.type }
    },
    heard: () =>
      events.flatMap(({ event }) => (event.type === 'invocation' ? (writable(() => event.invocation) ?? []) : [])),
  }
}

/** An error in a project's hook, which is not an error of the case. */
class HookFailure extends Error {
  readonly thrown: unknown

  constructor(thrown: unknown) {
    super('a hook threw')
    this.thrown = thrown
  }
}

type Throughout = Pick<Trialling, 'turn'> & { readonly journal: Journal; readonly startedAt: number }

async function playThrough(
  trial: Trial,
  setup: RunSetup,
  { journal, turn, startedAt }: Throughout,
): Promise<CaseResult> {
  const { target, metrics, signal, clock, plan } = setup
  const { position, repeat, evalCase } = trial
  const { write } = journal
  const kept = redactSecrets(evalCase)
  const resumable = resumableParts(trial, target)
  const ended = trial.begun?.result
  if (ended !== undefined) void write({ type: 'case-reopened', position, repeat, scores: resumable?.scores ?? [] })
  if (resumable === undefined) {
    // Restarting the case deletes the events of the interrupted attempt, but its cost was paid. Both events are
    // appended in one turn, so neither becomes durable without the other.
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
  const durationMs = (ended?.durationMs ?? 0) + clock() - startedAt
  return endCase({ position, repeat, evalCase: kept, transcript, scores: [...scores], durationMs }, plan, journal)
}

type CameOut = Omit<CaseResult, 'verdict' | 'cost'>

async function endCase(cameOut: CameOut, plan: RunPlan, { write, written }: Journal): Promise<CaseResult> {
  const { position, repeat, transcript, scores } = cameOut
  const verdict = verdictOf(scores, transcript.failure, plan)
  // Rounded to microseconds, since every case stores this number.
  const durationMs = Math.round(cameOut.durationMs * 1000) / 1000
  const result: CaseResult = { ...cameOut, verdict, cost: caseCost(transcript, scores), durationMs }
  void write({ type: 'case-end', position, repeat, result })
  await written()
  return result
}

type BreakingOff = Pick<Trialling, 'emit'> & {
  readonly id: string
  readonly error: unknown
  readonly startedAt: number
  readonly heard: readonly Invocation[]
  readonly isEnded: boolean
}

/** Stores what can be kept of a case, in place of what was written before, with the reason for the failure. */
async function breakOff(
  { position, repeat, evalCase }: Trial,
  { metrics, clock, plan }: RunSetup,
  { emit, id, error, startedAt, heard, isEnded }: BreakingOff,
): Promise<CaseResult> {
  const journal = openJournal(emit)
  const { write } = journal
  const kept = writable(() => redactSecrets(evalCase)) ?? { id }
  const transcript: Transcript = { invocations: [...heard], failure: brokenOffCase(error) }
  if (isEnded) void write({ type: 'case-reopened', position, repeat, scores: [] })
  void write({ type: 'case-start', position, repeat, evalCase: kept })
  for (const [index, invocation] of heard.entries()) {
    void write({ type: 'invocation', position, repeat, index, invocation })
  }
  const scores = await scoreCase(metrics, kept, transcript, {
    known: [],
    onScores: (notReached) => void write({ type: 'scores', position, repeat, scores: notReached }),
  })
  const durationMs = clock() - startedAt
  return endCase({ position, repeat, evalCase: kept, transcript, scores: [...scores], durationMs }, plan, journal)
}

function writable<Value>(read: () => Value): Value | undefined {
  try {
    const value = read()
    return stringifyJson(value) === undefined ? undefined : value
  } catch {
    // The value cannot be written as JSON: nested too deep, too long, or unreadable.
    return undefined
  }
}

type PlayTrialsQuestion = {
  readonly write: (event: RunEvent) => Promise<void>
  readonly turn: Trialling['turn']
  readonly history: readonly Invocation[]
}

/** Returns the earlier transcript of the agent, or asks it now. */
async function transcriptOf(
  trial: Trial,
  setup: RunSetup,
  { write, turn, history }: PlayTrialsQuestion,
): Promise<Transcript> {
  const { position, repeat, evalCase, begun } = trial
  const { target, user, account, hooks, signal } = setup
  // An interrupted case continues, even if another run has an answer for it.
  const answered = begun === undefined ? setup.answered?.(evalCase, repeat) : undefined
  if (answered !== undefined) {
    for (const [index, invocation] of answered.invocations.entries()) {
      void write({ type: 'invocation', position, repeat, index, invocation })
    }
    return answered
  }
  await resetFor(evalCase, hooks)
  let awaiting = false
  return playCase(evalCase, {
    target,
    user,
    account,
    repeat,
    signal,
    history,
    onQuestion: async (nth) => setup.beforeQuestion?.({ position, repeat }, nth),
    onInvocation: async (invocation, index) => {
      // Taken before the write, so that the last answer can become durable together with its scores.
      if (target.recorded !== true) await turn()
      const durable = write({ type: 'invocation', position, repeat, index, invocation })
      // The last answer can become durable with its scores, an earlier one must be durable before the next question.
      // Where other processes may take over the case, each must be: a judge may run before scores are stored.
      if (setup.beforeQuestion !== undefined || index + 1 < mostExchanges(evalCase)) await durable
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

async function resetFor(evalCase: EvalCase, hooks: RunSetup['hooks']): Promise<void> {
  try {
    await hooks.reset?.(evalCase)
  } catch (error) {
    throw new HookFailure(error)
  }
}

/**
 * Returns the parts of a case that can be reused. An ended case is only scored again where a judge failed. An
 * interrupted case continues if only scores are missing, or if the target can continue a conversation.
 */
function resumableParts(
  { begun, evalCase }: Trial,
  target: Target,
): { invocations: CaseResult['transcript']['invocations']; scores: readonly Score[] } | undefined {
  if (begun?.result !== undefined) {
    return { invocations: begun.invocations, scores: begun.scores.filter((score) => !isJudgeError(score)) }
  }
  if (begun === undefined || target.recorded === true || begun.awaiting === true) return undefined
  // Its exchange may be that of a failure that was not stored.
  if (endsUnfinished(begun.invocations) && begun.scores.length === 0) return undefined
  const complete = begun.invocations.length >= mostExchanges(evalCase)
  // Since it has scores, the conversation had ended; asking further would change what was scored.
  if (!complete && begun.scores.length > 0) return undefined
  if (!complete && target.continues !== true) return undefined
  return { invocations: begun.invocations, scores: begun.scores }
}

function costOfLostAttempt({ begun }: Trial, { target, plan }: RunSetup): Cost | undefined {
  // Replaying a recording costs nothing.
  if (begun === undefined || begun.invocations.length === 0 || target.recorded === true) return undefined
  const { invocations, scores } = begun
  return shareOf({ cost: caseCost({ invocations }, scores), scores }, plan)
}

function mostExchanges(evalCase: EvalCase): number {
  return evalCase.conversation?.length ?? Number.POSITIVE_INFINITY
}

type SilenceWatch = {
  readonly note: (result: CaseResult) => void
  /** Aborted when the target never answers, since pending questions would not be answered either. */
  readonly signal: AbortSignal
}

/**
 * Detects a target that never answers. All of the first cases, as many as run concurrently and at least three, must
 * time out; one answer or another kind of error ends the watch.
 */
function watchForSilence(
  { runId, target, concurrency }: RunPlan,
  { recorded = false }: Pick<Target, 'recorded'>,
): SilenceWatch {
  const controller = new AbortController()
  const enough = Math.max(fewest, concurrency)
  let silent = 0
  // Timeouts in a recording belong to the recorded run.
  let isAlive = recorded
  return {
    signal: controller.signal,
    note({ transcript }) {
      isAlive ||= transcript.failure?.code !== 'timeout' || finishedTurns(transcript) > 0
      silent += 1
      if (!isAlive && silent === enough)
        controller.abort(neverAnswered({ target: target.name, count: enough, run: runId }))
    },
  }
}

const fewest = 3

function neverAnswered(values: { readonly target: string; readonly count: number; readonly run: string }): EvalError {
  return new EvalError(
    'target',
    message('{target} answered none of the first {count} cases within the time limit, so the run was stopped', values),
    {
      hint: message(
        'See why it hangs, or raise the time limit (--timeout SECONDS, in code `timeoutMs`); `shinsa resume {run}` asks the rest.',
        values,
      ),
    },
  )
}
