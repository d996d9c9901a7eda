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
  /** Hears that a trial could not be played, before the others are stopped. */
  readonly onTrouble?: (() => void) | undefined
}

type Trouble = { readonly error: unknown }

/** What went wrong: while trials were played, and when everything was put away. */
export type Played = {
  readonly trouble: Trouble | undefined
  readonly laterTrouble: Trouble | undefined
  /** Whether the trouble is a target that answered nothing. */
  readonly isSilent: boolean
}

/** Plays trials, so many at once as the plan says, between what a project does around its agent. */
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
  // A journal that cannot write will not take a last word either.
  if (trouble?.error instanceof EvalError && trouble.error.code === 'store') throw trouble.error
  return { trouble, laterTrouble, isSilent: trouble !== undefined && trouble.error === silence.signal.reason }
}

/** What went wrong, so that a run that breaks off still says where it stands before it throws. */
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
  // What is decided early is decided by results that are kept.
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

// Cases that have ended and are not kept yet, beside those that are played: they were asked within one commit.
const mostNotKept = 128

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
  /** Called when a case was answered to its end before anything of it was kept: the disk is what is slow, and others may be asked. */
  readonly onEnded: () => void
}

/** Plays and scores one repeat of one case, or what is left of it. Where that breaks, it is an error of this case. */
async function playTrial(trial: Trial, setup: RunSetup, { emit, turn, onEnded }: Trialling): Promise<CaseResult> {
  const startedAt = setup.clock()
  const journal = openJournal(emit, onEnded)
  // Agent and metrics have the case in their hands, and may leave one that cannot be read.
  const { id } = trial.evalCase
  try {
    return await playThrough(trial, setup, { journal, turn, startedAt })
  } catch (error) {
    if (error instanceof HookFailure) throw error.thrown
    // What could not be written at first is why nothing after it was.
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
  /** Resolves when all of it is written. */
  readonly written: () => Promise<unknown>
  /** Why the first of what was not written was not, and what was written last. */
  readonly state: () => Promise<{ readonly trouble: Trouble | undefined; readonly lastWritten: string | undefined }>
  /** What the agent answered, as far as it can be kept. */
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
      // A failure surfaces where all of them are awaited; until then Node must not take it for one that nobody handles.
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

/** What a project does before a case, which is the project's trouble and no case's. */
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
  const durationMs = (ended?.durationMs ?? 0) + clock() - startedAt
  return endCase({ position, repeat, evalCase: kept, transcript, scores: [...scores], durationMs }, plan, journal)
}

type CameOut = Omit<CaseResult, 'verdict' | 'cost'>

/** Resolves when all of the case is durable. */
async function endCase(cameOut: CameOut, plan: RunPlan, { write, written }: Journal): Promise<CaseResult> {
  const { position, repeat, transcript, scores } = cameOut
  const verdict = verdictOf(scores, transcript.failure, plan)
  // To the microsecond: the digits after it say nothing, and would be kept of every case.
  const durationMs = Math.round(cameOut.durationMs * 1000) / 1000
  const result: CaseResult = { ...cameOut, verdict, cost: caseCost(transcript, scores), durationMs }
  void write({ type: 'case-end', position, repeat, result })
  await written()
  return result
}

type BreakingOff = Pick<Trialling, 'emit'> & {
  /** Of the case. */
  readonly id: string
  readonly error: unknown
  readonly startedAt: number
  readonly heard: readonly Invocation[]
  readonly isEnded: boolean
}

/** Keeps of a case what can be kept, in place of what was written before, and why there is no more. */
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
    // Nested too deep, or too long, for any writer of JSON, or not to be read any more.
    return undefined
  }
}

type PlayTrialsQuestion = {
  readonly write: (event: RunEvent) => Promise<void>
  readonly turn: Trialling['turn']
  readonly history: readonly Invocation[]
}

/** What the agent answered before, or answers now. */
async function transcriptOf(
  trial: Trial,
  setup: RunSetup,
  { write, turn, history }: PlayTrialsQuestion,
): Promise<Transcript> {
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
  try {
    await hooks.reset?.(evalCase)
  } catch (error) {
    throw new HookFailure(error)
  }
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
      // Before it is written: then the last answer still becomes durable together with its scores.
      if (target.recorded !== true) await turn()
      const durable = write({ type: 'invocation', position, repeat, index, invocation })
      // The last answer can become durable together with its scores; before the next question it must be.
      // Where others go on with a case, it always must be: a judge may be asked before the scores are there.
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
  return shareOf({ cost: caseCost({ invocations }, scores), scores }, plan)
}

function mostExchanges(evalCase: EvalCase): number {
  return evalCase.conversation?.length ?? Number.POSITIVE_INFINITY
}

/** Whether a target answers at all. */
type SilenceWatch = {
  readonly note: (result: CaseResult) => void
  /** Aborted when it does not: what is asked already would not be answered either. */
  readonly signal: AbortSignal
}

/**
 * Notices a target that never answers. Of the cases that are played first, as many as are played at once and at least
 * three, every one has to run into the time limit; one answer, or an error of another kind, and nothing is noticed any more.
 */
function watchForSilence(
  { runId, target, concurrency }: RunPlan,
  { recorded = false }: Pick<Target, 'recorded'>,
): SilenceWatch {
  const controller = new AbortController()
  const enough = Math.max(fewest, concurrency)
  let silent = 0
  // Time limits in a recording were those of another run.
  let isAlive = recorded
  return {
    signal: controller.signal,
    note({ transcript: { failure, invocations } }) {
      isAlive ||= failure?.code !== 'timeout' || invocations.length > 0
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
