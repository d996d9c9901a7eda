import type { CallOutcome, Limiter } from '../../core/index.ts'
import { limiterOn } from '../../models/pace/limiter-on.ts'
import type { PaceAsk, PaceTold } from './pace-row.ts'
import { TRIED_EVERY_MS, rateAt, refusedPace, type FleetPace } from './fleet-pace.ts'

export type FleetLimiter = Limiter & {
  /** Receives a new pace from other workers. */
  hear(news: Pick<PaceTold, 'round' | 'pace'>): void
}

type FleetLimiterOptions = {
  /** Exchanges data with the database in one statement. */
  readonly exchange: (ask: PaceAsk) => Promise<PaceTold>
  /** Called when the database was unreachable for long. */
  readonly onTrouble: (error: unknown) => void
  /** A monotonic clock in milliseconds. */
  readonly now: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Uniform in [0, 1); spreads the workers' requests, since in step each would be given all times. */
  readonly random: () => number
  /** Whether calls start without a limit until the provider refuses one. */
  readonly startsFree?: boolean
}

/** At most one statement a second; only the first one, which reads the pace, is followed by another at once. */
const ASK_EVERY_MS = 1000
const JITTER_MS = 200
/** Calls expected per call of the last second. */
const AGAIN = 1.5
/** After so long without requests, earlier counts are outdated. */
const IDLE_MS = 10_000
/** An unused time stays valid for so long. */
const GOOD_FOR_MS = 1500

/** A limiter that receives start times for its calls from a row that all workers share. */
export function fleetLimiter(options: FleetLimiterOptions): FleetLimiter {
  const { exchange, onTrouble, now, sleep, random, startsFree = false } = options
  const shared = new SharedPace(startsFree)
  let mayAskAt = now() - ASK_EVERY_MS
  let isPlanned = false
  let isAsking = false

  const line = limiterOn({ take, ended }, { now, sleep })
  return {
    acquire: line.acquire,
    hear(news) {
      if (shared.hear(news)) line.admit()
    },
  }

  function take(): number {
    const waitMs = shared.take(now())
    if (waitMs === Infinity || waitMs === 0) askSoon()
    return waitMs
  }

  function ended({ startedAt, outcome }: { readonly startedAt: number; readonly outcome: CallOutcome }): void {
    if (outcome.status === 'refused' && shared.slowDown({ now: now(), startedAt, retryAfterMs: outcome.retryAfterMs }))
      void ask()
  }

  function askSoon(): void {
    if (isPlanned || isAsking) return
    isPlanned = true
    void sleep(Math.max(0, mayAskAt - now()), never).then(async () => {
      isPlanned = false
      return ask()
    })
  }

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const sentAt = now()
    if (shared.isKnown || startsFree) mayAskAt = Math.max(mayAskAt, sentAt) + ASK_EVERY_MS + JITTER_MS * random()
    const sent = shared.question(line.waiting, sentAt)
    try {
      const told = await exchange(sent)
      shared.answered(sent, told, told.now - (sentAt + now()) / 2)
    } catch (error) {
      shared.unsaid(sent)
      onTrouble(error)
    } finally {
      isAsking = false
    }
    if (shared.hasNewsSince(sent)) void ask()
    else if (line.waiting > 0 || shared.isInUse) askSoon()
    line.admit()
  }
}

const never = new AbortController().signal

type RefusedCall = {
  readonly now: number
  readonly startedAt: number
  readonly retryAfterMs: number | undefined
}

/** The shared pace as one worker knows it: the last state of the row, this worker's changes, and the times it was given. */
class SharedPace {
  private readonly startsFree: boolean
  private told: PaceTold | undefined
  private next: FleetPace | undefined
  /** Milliseconds by which the database's clock is ahead. */
  private ahead = 0
  /** Calls per second of all workers, lately. */
  private lately = 0
  /** Times given to this worker in this round, and those not used yet. */
  private given: readonly GivenTimes[] = []
  private times: readonly number[] = []
  /** Calls started that the row does not know of: positive without a given time, negative where one was refused or unused. */
  private started = 0
  private admitted = 0

  constructor(startsFree: boolean) {
    this.startsFree = startsFree
  }

  get isKnown(): boolean {
    return this.told !== undefined
  }

  get isInUse(): boolean {
    return this.started > 0 || this.times.length > 0
  }

  hasNewsSince(sent: PaceAsk): boolean {
    return this.next !== undefined && this.next !== sent.next
  }

  /** Milliseconds that a call starting now must wait. */
  take(at: number): number {
    const isFree = this.isFree(this.next ?? this.told?.pace)
    this.expire(at)
    const waitMs = isFree ? 0 : Math.max(0, (this.times[0] ?? Infinity) - at)
    if (waitMs > 0) return waitMs
    this.started += 1
    if (isFree) this.admitted += 1
    else this.times = this.times.slice(1)
    return 0
  }

  /** Lowers the pace after a refusal; returns whether it changed. */
  slowDown(refused: RefusedCall): boolean {
    if (this.told === undefined) return false
    const before = this.next ?? this.told.pace
    const startedAt = refused.startedAt + this.ahead
    const rate = rateAt(before, startedAt, this.lately)
    if (startedAt > before.heldUntil) this.admitted -= 1
    const calls = this.isFree(before) ? this.told.admitted + this.admitted : this.callsBefore(refused.startedAt)
    const after = refusedPace(before, { ...refused, now: refused.now + this.ahead, startedAt, calls, rate })
    if (after === before) return false
    this.next = after
    this.times = []
    return true
  }

  /** Takes over another worker's pace; returns whether it was new. */
  hear(news: Pick<PaceTold, 'round' | 'pace'>): boolean {
    if (this.told === undefined || news.round <= this.told.round) return false
    this.renew({ ...this.told, ...news, admitted: 0, givenUntil: news.pace.heldUntil })
    this.next = undefined
    return true
  }

  question(waiting: number, at: number): PaceAsk {
    this.expire(at)
    const want = Math.max(0, Math.ceil(waiting + AGAIN * this.started) - this.times.length)
    const sent = { admitted: this.admitted, ...this.asked(want, at + this.ahead) }
    this.admitted = 0
    this.started = 0
    return sent
  }

  answered(sent: PaceAsk, told: PaceTold, ahead: number): void {
    const before = this.told
    const ms = told.now - (before?.now ?? told.now)
    if (told.round !== before?.round) this.renew(told)
    else if (ms >= 500) this.lately = (1000 * (told.admitted - before.admitted)) / ms
    if (sent.next === this.next) this.next = undefined
    this.told = told
    this.ahead = ahead
    // The pace stays, and calls are counted anew.
    if (told.idleMs > IDLE_MS) this.next = { ...told.pace, heldUntil: Math.max(told.now, told.pace.heldUntil) }
    const { count } = told
    const { every } = sent
    const from = told.from - ahead
    if (count > 0) this.given = [...this.given.slice(-7), { from, every, count, calls: told.admitted - count }]
    this.times = [...this.times, ...Array.from({ length: count }, (_, index) => from + index * every)]
  }

  unsaid(sent: PaceAsk): void {
    this.admitted += sent.admitted
  }

  /** Counts calls from 0 in a new round. */
  private renew(told: PaceTold): void {
    this.told = told
    this.times = []
    this.given = []
    this.admitted = 0
  }

  private isFree(pace: FleetPace | undefined): boolean {
    return this.startsFree && pace?.rate === undefined && pace?.inARow === 0
  }

  private expire(at: number): void {
    const good = this.times.filter((time) => time >= at - GOOD_FOR_MS)
    this.admitted -= this.times.length - good.length
    this.times = good
  }

  private asked(want: number, now: number): Omit<PaceAsk, 'admitted'> {
    if (this.told === undefined) return { want: 0, every: 1000, round: -1 }
    const { round, givenUntil } = this.told
    const pace = this.next ?? this.told.pace
    const isTried = pace.isTried && (now < pace.heldUntil + TRIED_EVERY_MS || givenUntil <= pace.heldUntil)
    const every = isTried ? TRIED_EVERY_MS : 1000 / rateAt(pace, now, this.lately)
    return { want: isTried ? Math.min(want, 1) : want, every, round, next: this.next }
  }

  /** Times are given in sequence, so each tells how many calls precede it. */
  private callsBefore(at: number): number {
    const lot = this.given.findLast(({ from }) => from <= at + 1)
    return lot === undefined ? 0 : lot.calls + Math.min(lot.count - 1, Math.round((at - lot.from) / lot.every))
  }
}

type GivenTimes = {
  readonly from: number
  readonly every: number
  readonly count: number
  /** Calls of all workers that were given earlier times. */
  readonly calls: number
}
