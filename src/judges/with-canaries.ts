import { type Answer, type Question, EvalError, message } from '../core/index.ts'
import type { ConfiguredJudge } from './judge-settings.ts'

/** A question with a known-bad answer, often with an injection. `passes` returns true when the judge fell for it. */
export type Canary<Value> = { readonly question: Question<Value>; readonly passes: (value: Value) => boolean }

/** A canary prepared for `withCanaries`, independent of the type of its answer. */
export type PreparedCanary = {
  readonly task: string
  /** True when the judge took the bad answer for good, undefined when its reply was unreadable. */
  readonly fools: (
    judge: ConfiguredJudge,
    sample: number,
    signal?: AbortSignal,
  ) => Promise<{ readonly passed: boolean | undefined; readonly answer: Answer<unknown> }>
}

/** The result of a canary. Its reply counts towards the cost of judging, but belongs to no score. */
export type CanaryOutcome = {
  readonly task: string
  readonly passed: boolean | undefined
  /** The number of answers to real questions since the last canary that the judge saw through. */
  readonly answersSinceClean: number
  readonly answer: Answer<unknown>
}

type CanaryOptions = {
  /** The share of questions that a canary precedes, 0–1. */
  readonly rate: number
  /** Seeded, so that a run can be repeated. */
  readonly random: () => number
  readonly onCanary?: (outcome: CanaryOutcome) => void
}

export function canary<Value>({ question, passes }: Canary<Value>): PreparedCanary {
  return {
    task: question.task,
    async fools(judge, sample, signal) {
      const answer = await judge.ask({ ...question, sample }, signal)
      return { passed: answer.status === 'answered' ? passes(answer.value) : undefined, answer }
    },
  }
}

/**
 * Asks a known-bad answer before the first question of a task, and before others at the given rate. Once the judge lets
 * one pass, every later or pending question of that task fails, because the judge can be talked into verdicts. Earlier
 * answers are already part of scores; the error says how many there are since the last clean canary. Put a cache around
 * this, never inside, or canaries would be answered from the cache.
 */
export function withCanaries(
  judge: ConfiguredJudge,
  canaries: readonly PreparedCanary[],
  { rate, random, onCanary }: CanaryOptions,
): ConfiguredJudge {
  const watches = watchesOf(canaries)

  async function release(watch: WithCanariesWatch, signal?: AbortSignal): Promise<void> {
    const next = watch.canaries[Math.floor(random() * watch.canaries.length)]
    if (next === undefined) return
    const sample = watch.sent
    watch.sent += 1
    const { passed, answer } = await next.fools(judge, sample, signal)
    onCanary?.({ task: next.task, passed, answersSinceClean: watch.answers, answer })
    if (passed === true) watch.voided ??= voided(judge.id, next.task, watch.answers)
    else if (passed === false) watch.answers = 0
  }

  // No question is answered before the first canary returns, however many are asked at once.
  function firstRelease(watch: WithCanariesWatch, signal?: AbortSignal): Promise<void> {
    watch.first ??= release(watch, signal).catch((error: unknown) => {
      watch.first = undefined
      throw error
    })
    return watch.first
  }

  return {
    ...judge,
    async ask(question, signal) {
      const watch = watches.get(question.task)
      if (watch === undefined) return judge.ask(question, signal)
      if (watch.voided !== undefined) throw watch.voided
      if (watch.first === undefined) await firstRelease(watch, signal)
      else await (random() < rate ? Promise.all([watch.first, release(watch, signal)]) : watch.first)
      if (watch.voided !== undefined) throw watch.voided
      const answer = await judge.ask(question, signal)
      // A canary of another question may have passed meanwhile.
      if (watch.voided !== undefined) throw watch.voided
      watch.answers += 1
      return answer
    },
  }
}

type WithCanariesWatch = {
  readonly canaries: readonly PreparedCanary[]
  sent: number
  answers: number
  first?: Promise<void> | undefined
  voided?: EvalError
}

/** Returns a watch for each task that has canaries. */
function watchesOf(canaries: readonly PreparedCanary[]): ReadonlyMap<string, WithCanariesWatch> {
  const byTask = [...Map.groupBy(canaries, ({ task }) => task)]
  return new Map(byTask.map(([task, own]) => [task, { canaries: own, sent: 0, answers: 0 }]))
}

function voided(judge: string, task: string, answers: number): EvalError {
  return new EvalError(
    'judge',
    message(
      'the judge {judge} let a planted bad answer pass ({task}); {answers} {answers|answer|answers} since the last clean check cannot be trusted',
      { judge, task, answers },
    ),
    { hint: message('Someone may be steering the judge. Use another model, and look at the cases judged before.') },
  )
}
