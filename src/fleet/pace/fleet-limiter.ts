import type { CallOutcome, Limiter } from '../../core/index.ts'
import { limiterOn } from '../../models/pace/limiter-on.ts'
import type { PaceAsk, PaceTold } from './pace-row.ts'
import { SETTLED_MS, TRIED_EVERY_MS, rateAt, refusedPace, type FleetPace } from './fleet-pace.ts'
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
  /** Whether calls begin as they come until the provider refuses somebody. */
  readonly startsFree?: boolean
}

type FleetLimiterKnowledge = {
  readonly told: PaceTold
  /** Calls a second that all workers made lately. */
  readonly lately: number
  /** How far the clock of the database is ahead. */
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
    if (outcome.status !== 'refused' || !shared.isKnown()) return
    counts.admitted -= 1
    const { retryAfterMs } = outcome
    if (shared.slowDown({ now: now(), startedAt, retryAfterMs, unheard: counts.admitted })) void ask()
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

  return {
    isKnown: () => known !== undefined,
    timesLeft: () => times.left,
    unusedTimes: (at: number) => times.unused(at),
    hasNewsSince: (sent: PaceAsk) => next !== undefined && next !== sent.next,

    /** How long a call that would begin now has to wait, and whether it needs no time of its own. */
    take(at: number): { readonly waitMs: number; readonly isFree: boolean } {
      const pace = next ?? known?.told.pace
      const isFree = startsFree && pace?.rate === undefined && pace?.inARow === 0
      return { isFree, waitMs: isFree ? 0 : (times.take(at) ?? Infinity) }
    },

    /** After a refusal; whether that makes the pace another one. */
    slowDown(refusal: Refused): boolean {
      if (known === undefined) return false
      const before = next ?? known.told.pace
      const after = paceAfter(known, before, refusal)
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
      const { told, lately, ahead } = known
      const pace = next ?? told.pace
      const now = at + ahead
      const isTried = pace.isTried && (now < pace.heldUntil + TRIED_EVERY_MS || told.givenUntil <= pace.heldUntil)
      const every = isTried ? TRIED_EVERY_MS : 1000 / rateAt(pace, now, lately)
      return { want: isTried ? Math.min(want, 1) : want, every, round: told.round, next }
    },

    answered(sent: PaceAsk, told: PaceTold, { sentAt, now }: { readonly sentAt: number; readonly now: number }): void {
      if (known === undefined || told.round > known.told.round) times.drop()
      if (sent.next === next) next = undefined
      known = knownAfter(known, { sent, told, ahead: told.now - (sentAt + now) / 2 })
      // What is known stays, and is counted anew.
      if (told.idleMs > IDLE_MS) next = { ...told.pace, heldUntil: Math.max(told.now, told.pace.heldUntil) }
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
  const ms = told.now - (before?.told.now ?? told.now)
  const admitted = told.admitted - (before?.told.admitted ?? 0)
  const lately = ms < 500 ? (before?.lately ?? 0) : (1000 * admitted) / ms
  const base = before?.told.round === told.round ? before.base : undefined
  return { told, ahead, lately, every: sent.every, base: base ?? baseOf(told, lately) }
}

type Refused = {
  readonly now: number
  readonly startedAt: number
  readonly retryAfterMs: number | undefined
  /** Calls of this worker that began without a time. */
  readonly unheard: number
}

function paceAfter(known: FleetLimiterKnowledge, before: FleetPace, refused: Refused): FleetPace {
  const { ahead, lately } = known
  const startedAt = refused.startedAt + ahead
  const rate = rateAt(before, startedAt, lately)
  const calls = Math.max(refused.unheard, callsBefore(known, before, startedAt, rate))
  return refusedPace(before, { now: refused.now + ahead, startedAt, calls, rate, retryAfterMs: refused.retryAfterMs })
}

/** Calls since it was open again. */
function callsBefore(known: FleetLimiterKnowledge, { heldUntil }: FleetPace, startedAt: number, rate: number): number {
  const { base, every } = known
  const openMs = startedAt - heldUntil
  const ms = every === TRIED_EVERY_MS && openMs < 2 * every ? every : 1000 / rate
  return Math.max(0, base === undefined ? Math.round(openMs / ms) : admittedBefore(known, startedAt) - base)
}

/** Times are given one after the other, so those that were given say how many calls came before one of them. */
function admittedBefore({ told, every, lately }: FleetLimiterKnowledge, at: number): number {
  const { givenUntil } = told
  if (at < givenUntil - every) return told.admitted - Math.round((givenUntil - at) / every)
  return told.admitted - 1 + Math.round((lately * Math.max(0, at - Math.max(givenUntil, told.now))) / 1000)
}

function baseOf({ now, pace, admitted, givenUntil }: PaceTold, lately: number): number | undefined {
  if (now < pace.heldAt + SETTLED_MS || now < pace.heldUntil) return undefined
  const ms = Math.max(0, givenUntil - pace.heldUntil)
  return admitted - Math.round((ms * rateAt(pace, now, lately)) / 1000)
}
