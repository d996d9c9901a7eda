import type { CallOutcome, Limiter } from '../../core/index.ts'
import { limiterOn } from '../../models/pace/limiter-on.ts'
import { emptyUntil, observedQuota, toldRate, type QuotaState } from '../../models/pace/quota-state.ts'
import type { PaceAsk, PaceTold } from './exchange.ts'
import {
  SETTLED_MS,
  TRIED_EVERY_MS,
  countedPace,
  mostAdmitted,
  rateAt,
  refusedPace,
  resumedPace,
  type FleetPace,
} from './fleet-pace.ts'
import { givenTimes } from './given-times.ts'

export type FleetLimiter = Limiter & {
  /** Hears of a new pace from others. */
  hear(news: Pick<PaceTold, 'round' | 'pace'>): void
}

type FleetLimiterOptions = {
  /** One statement to the database. */
  readonly exchange: (ask: PaceAsk) => Promise<PaceTold>
  /** Hears when the database could not be asked for long. */
  readonly onTrouble: (error: unknown) => void
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Uniform in [0, 1): workers should not ask in step, which would give the same ones everything. */
  readonly random: () => number
  /** Whether calls begin as they come until the provider refuses somebody or says what is left. */
  readonly startsFree?: boolean
}

type FleetLimiterKnowledge = {
  readonly told: PaceTold
  readonly lately: number
  readonly ahead: number
  /** How far apart the last times were given. */
  readonly every: number
  /** The calls before it was open again, once all have said what they did not use when it was held. */
  readonly base: number | undefined
}

/** A statement a second, or a little less; only the first one, which learns the pace, is followed by one at once. */
const ASK_EVERY_MS = 1000
const JITTER_MS = 200
/** So many calls follow for each one of the last second. */
const AGAIN = 1.5
/** Nobody asked for so long: what was counted before says nothing of now. */
const IDLE_MS = 10_000

/** Why nobody sleeps any more who would have asked; to make an error each time takes longer than all else. */
const isOver = 'asked already'

/** A limiter whose room comes from the row that all workers share: it is given times at which its calls may begin. */
export function fleetLimiter(options: FleetLimiterOptions): FleetLimiter {
  const { exchange, onTrouble, now, sleep, random, startsFree = false } = options
  const shared = sharedPace(startsFree)
  const counts = { admitted: 0, started: 0 }
  let mayAskAt = now() - ASK_EVERY_MS
  let isAsking = false
  const alarm = alarmClock(sleep)

  const line = limiterOn({ take, ended }, { now, sleep })
  return {
    acquire: line.acquire,
    hear(told) {
      if (shared.hear(told)) line.admit()
    },
  }

  function take(): number {
    const { waitMs, isFree } = shared.take(now())
    if (waitMs === Infinity || waitMs === 0) askSoon()
    if (waitMs > 0) return waitMs
    // Those that were given times are counted already.
    counts.admitted += isFree ? 1 : 0
    counts.started += 1
    return 0
  }

  function ended({ startedAt, outcome }: { readonly startedAt: number; readonly outcome: CallOutcome }): void {
    if (outcome.status === 'failed' || !shared.isKnown()) return
    const at = now()
    shared.observe({ outcome, startedAt, now: at })
    if (outcome.status === 'answered') return
    counts.admitted -= 1
    const { retryAfterMs } = outcome
    if (shared.slowDown({ now: at, startedAt, retryAfterMs, unheard: counts.admitted })) void ask()
  }

  /** As soon as it may. */
  function askSoon(): void {
    if (!isAsking) alarm.set(Math.max(0, mayAskAt - now()), ask)
  }

  async function ask(): Promise<void> {
    if (isAsking) return
    alarm.stop()
    isAsking = true
    const at = now()
    if (shared.isKnown() || startsFree) mayAskAt = Math.max(mayAskAt, at) + ASK_EVERY_MS + JITTER_MS * random()
    const sent = question(at)
    try {
      shared.answered(sent, await exchange(sent), { sentAt: at, now: now() })
    } catch (error) {
      counts.admitted += sent.admitted
      onTrouble(error)
    } finally {
      isAsking = false
    }
    if (shared.hasNewsSince(sent)) void ask()
    else if (line.waiting > 0 || counts.started > 0 || shared.timesLeft() > 0) askSoon()
    line.admit()
  }

  function question(at: number): PaceAsk {
    const admitted = counts.admitted - shared.unusedTimes(at)
    const want = Math.max(0, Math.ceil(line.waiting + AGAIN * counts.started) - shared.timesLeft())
    Object.assign(counts, { admitted: 0, started: 0 })
    return { admitted, ...shared.question(want, at) }
  }
}

/** The pace of all workers as one of them knows it: what the row last said, what this worker would change, the times it was given. */
function sharedPace(startsFree: boolean) {
  let known: FleetLimiterKnowledge | undefined
  const times = givenTimes()
  let next: FleetPace | undefined
  let quota: QuotaState | undefined

  return {
    isKnown: () => known !== undefined,
    timesLeft: () => times.left,
    unusedTimes: (at: number) => times.unused(at),
    hasNewsSince: (sent: PaceAsk) => next !== undefined && next !== sent.next,

    /** How long a call that would begin now has to wait, and whether it needs no time of its own. */
    take(at: number): { readonly waitMs: number; readonly isFree: boolean } {
      const emptyMs = emptyUntil(quota) - at - (known?.ahead ?? 0)
      const isFree = startsFree && isUnlimited(known, { next, quota, now: at })
      return { isFree, waitMs: emptyMs > 0 ? emptyMs : isFree ? 0 : (times.take(at) ?? Infinity) }
    },

    observe({ outcome, startedAt, now }: Ended): void {
      if (known === undefined) return
      quota = quotaAfter(quota, { outcome, startedAt: startedAt + known.ahead, now: now + known.ahead })
    },

    /** After a refusal; whether that makes the pace another one. */
    slowDown(refusal: Omit<Refused, 'quota'>): boolean {
      if (known === undefined) return false
      const before = next ?? known.told.pace
      const after = paceAfter(known, before, { ...refusal, quota })
      if (after === before) return false
      next = after
      times.drop()
      return true
    },

    /** What another worker has written; whether it was new. */
    hear({ round, pace }: Pick<PaceTold, 'round' | 'pace'>): boolean {
      if (known === undefined || round <= known.told.round) return false
      known = { ...known, told: { ...known.told, round, pace }, base: undefined }
      next = undefined
      times.drop()
      return true
    },

    question(want: number, at: number): Omit<PaceAsk, 'admitted'> {
      if (known === undefined) return { want: 0, every: 1000, round: -1 }
      next ??= news(known, at)
      return askedOf(known, { next, quota, want, now: at })
    },

    answered(sent: PaceAsk, told: PaceTold, { sentAt, now }: { readonly sentAt: number; readonly now: number }): void {
      if (known === undefined || told.round > known.told.round) times.drop()
      if (sent.next === next) next = undefined
      known = knownAfter(known, { sent, told, ahead: told.now - (sentAt + now) / 2 })
      quota = newer(told.pace.quota, quota) ?? quota
      if (told.idleMs > IDLE_MS) next = resumedPace(told.pace, told)
      times.add({ from: told.from - known.ahead, every: sent.every, count: told.count })
    },
  }
}

/** Calls somebody once after a while, unless it is stopped before; it is set for one call at a time. */
function alarmClock(sleep: FleetLimiterOptions['sleep']) {
  let alarm: AbortController | undefined
  return {
    set(ms: number, call: () => Promise<void>): void {
      if (alarm !== undefined) return
      const mine = new AbortController()
      alarm = mine
      sleep(ms, mine.signal).then(call, (error: unknown) => {
        if (!mine.signal.aborted) throw error
      })
    },
    stop(): void {
      alarm?.abort(isOver)
      alarm = undefined
    },
  }
}

type Heard = { readonly sent: PaceAsk; readonly told: PaceTold; readonly ahead: number }

function knownAfter(before: FleetLimiterKnowledge | undefined, { sent, told, ahead }: Heard): FleetLimiterKnowledge {
  const lately = before === undefined ? 0 : latelyOf(before, told)
  const base = before?.told.round === told.round ? before.base : undefined
  return { told, ahead, lately, every: sent.every, base: base ?? baseOf(told, lately) }
}

/** As far as anybody knows. */
function isUnlimited(
  known: FleetLimiterKnowledge | undefined,
  { next, quota, now }: Omit<FleetLimiterRequest, 'want'>,
): boolean {
  const pace = next ?? known?.told.pace
  if (pace?.rate !== undefined || pace?.window !== undefined || pace?.inARow !== 0) return false
  return known !== undefined && toldRate(quota, now + known.ahead) === undefined
}

type Refused = {
  readonly now: number
  readonly startedAt: number
  readonly retryAfterMs: number | undefined
  readonly quota: QuotaState | undefined
  /** Calls of this worker that began without a time. */
  readonly unheard: number
}

function paceAfter(known: FleetLimiterKnowledge, before: FleetPace, refused: Refused): FleetPace {
  const { ahead, lately } = known
  const at = refused.now + ahead
  const startedAt = refused.startedAt + ahead
  const emptyMs = emptyUntil(refused.quota) - at
  const retryAfterMs = emptyMs > 0 ? Math.max(emptyMs, refused.retryAfterMs ?? 0) : refused.retryAfterMs
  const fills = refused.quota?.counts === true && refused.quota.nextInMs ? 1000 / refused.quota.nextInMs : Infinity
  const rate = Math.min(fills, rateAt({ ...before, quota: refused.quota ?? before.quota }, startedAt, lately))
  const admitted = Math.max(before.counted, admittedBefore(known, startedAt))
  const calls = Math.max(refused.unheard, callsBefore(known, before, { admitted, startedAt, rate }))
  return refusedPace(before, { now: at, startedAt, admitted, calls, rate, retryAfterMs })
}

/** Times are given one after the other, so those that were given say how many calls came before one of them. */
function admittedBefore({ told, every, lately }: FleetLimiterKnowledge, at: number): number {
  const { givenUntil } = told
  if (at < givenUntil - every) return told.admitted - Math.round((givenUntil - at) / every)
  return told.admitted - 1 + Math.round((lately * Math.max(0, at - Math.max(givenUntil, told.now))) / 1000)
}

type FleetLimiterCall = { readonly admitted: number; readonly startedAt: number; readonly rate: number }

/** Since it was open again. */
function callsBefore({ base, every }: FleetLimiterKnowledge, { heldUntil }: FleetPace, call: FleetLimiterCall): number {
  const openMs = call.startedAt - heldUntil
  const ms = every === TRIED_EVERY_MS && openMs < 2 * every ? every : 1000 / call.rate
  const calls = base === undefined ? Math.round(openMs / ms) : call.admitted - base
  return Math.max(0, calls)
}

function baseOf({ now, pace, admitted, givenUntil }: PaceTold, lately: number): number | undefined {
  if (now < pace.heldAt + SETTLED_MS || now < pace.heldUntil) return undefined
  const ms = Math.max(0, givenUntil - pace.heldUntil)
  return admitted - Math.round((ms * rateAt(pace, now, lately)) / 1000)
}

/** What follows from what all workers have said they did. */
function news({ told, ahead }: FleetLimiterKnowledge, now: number): FleetPace | undefined {
  const { pace, admitted, givenUntil } = told
  const next = countedPace(pace, { now: now + ahead, admitted, toldAt: told.now, givenUntil })
  return next === pace ? undefined : next
}

type FleetLimiterRequest = {
  readonly next: FleetPace | undefined
  readonly quota: QuotaState | undefined
  readonly want: number
  readonly now: number
}

function askedOf(
  known: FleetLimiterKnowledge,
  { next, quota, want, now }: FleetLimiterRequest,
): Omit<PaceAsk, 'admitted'> {
  const { told, lately, ahead } = known
  const pace = next ?? told.pace
  const at = now + ahead
  const isTried = pace.isTried && (at < pace.heldUntil + TRIED_EVERY_MS || told.givenUntil <= pace.heldUntil)
  const every = isTried ? TRIED_EVERY_MS : 1000 / rateAt({ ...pace, quota }, at, lately)
  const most = emptyUntil(quota) > at ? 0 : isTried ? 1 : Infinity
  return {
    want: Math.min(want, most),
    every,
    most: mostAdmitted(pace),
    round: told.round,
    next,
    quota: newer(quota, told.pace.quota),
  }
}

type Ended = { readonly outcome: CallOutcome; readonly startedAt: number; readonly now: number }

function quotaAfter(before: QuotaState | undefined, { outcome, ...call }: Ended): QuotaState | undefined {
  return outcome.status === 'failed' || outcome.quota === undefined
    ? before
    : observedQuota(before, outcome.quota, call)
}

/** The first, where it was told later. */
function newer(one: QuotaState | undefined, other: QuotaState | undefined): QuotaState | undefined {
  return one !== undefined && one.at > (other?.at ?? 0) ? one : undefined
}

/** Calls a second since the last time. */
function latelyOf({ told: before, lately }: FleetLimiterKnowledge, told: PaceTold): number {
  const ms = told.now - before.now
  return ms < 500 ? lately : (1000 * (told.admitted - before.admitted)) / ms
}
