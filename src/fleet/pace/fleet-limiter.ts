import type { CallOutcome, Limiter } from '../../core/index.ts'
import { limiterOn } from '../../models/pace/limiter-on.ts'
import { emptyUntil, observedQuota, toldRate } from '../../models/pace/quota-state.ts'
import type { QuotaState } from '../../models/pace/quota-state.ts'
import type { PaceAsk, PaceTold } from './exchange.ts'
import { rateAt, refusedPace, resumedPace } from './fleet-pace.ts'
import type { FleetPace } from './fleet-pace.ts'
import { givenTimes } from './given-times.ts'

export type FleetLimiter = Limiter & {
  /** Hears of a new pace from others. */
  hear(news: Pick<PaceTold, 'round' | 'pace'>): void
}

type Options = {
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

type Known = { readonly told: PaceTold; readonly lately: number; readonly ahead: number }

/** A statement a second, or a little less. */
const ASK_EVERY_MS = 1000
const JITTER_MS = 200
/** So many calls follow for each one of the last second. */
const AGAIN = 1.5
/** How well clocks agree. */
const SKEW_MS = 50
/** Nobody asked for so long: what was counted before says nothing of now. */
const IDLE_MS = 10_000

/** Why nobody sleeps any more who would have asked; to make an error each time takes longer than all else. */
const isOver = 'asked already'

/** A limiter whose room comes from the row that all workers share: it is given times at which its calls may begin. */
export function fleetLimiter({ exchange, onTrouble, now, sleep, random, startsFree = false }: Options): FleetLimiter {
  let known: Known | undefined
  const times = givenTimes()
  let next: FleetPace | undefined
  let quota: QuotaState | undefined
  const counts = { admitted: 0, started: 0 }
  let mayAskAt = now() - ASK_EVERY_MS
  let isAsking = false
  let alarm: AbortController | undefined

  const line = limiterOn({ take, ended }, { now, sleep })
  return { acquire: line.acquire, hear }

  function take(): number {
    const at = now()
    const emptyMs = emptyUntil(quota) - at - (known?.ahead ?? 0)
    const isFree = startsFree && isUnlimited(known, { next, quota, now: at })
    const waitMs = emptyMs > 0 ? emptyMs : isFree ? 0 : times.take(at)
    if (waitMs === undefined || waitMs === 0) askSoon()
    if (waitMs !== 0) return waitMs ?? Infinity
    counts.admitted += 1
    counts.started += 1
    return 0
  }

  function ended({ startedAt, outcome }: { readonly startedAt: number; readonly outcome: CallOutcome }): void {
    if (outcome.status === 'failed' || known === undefined) return
    const { ahead } = known
    if (outcome.quota !== undefined)
      quota = observedQuota(quota, outcome.quota, { startedAt: startedAt + ahead, now: now() + ahead })
    if (outcome.status === 'answered') return
    counts.admitted -= 1
    const before = next ?? known.told.pace
    const { retryAfterMs } = outcome
    const after = paceAfter(known, before, { now: now(), startedAt, retryAfterMs, quota, admitted: counts.admitted })
    if (after === before) return
    next = after
    times.drop()
    void ask()
  }

  function hear({ round, pace }: Pick<PaceTold, 'round' | 'pace'>): void {
    if (known === undefined || round <= known.told.round) return
    known = { ...known, told: { ...known.told, round, pace } }
    next = undefined
    times.drop()
    line.admit()
  }

  /** As soon as it may. */
  function askSoon(): void {
    if (isAsking || alarm !== undefined) return
    const mine = new AbortController()
    alarm = mine
    sleep(Math.max(0, mayAskAt - now()), mine.signal).then(ask, (error: unknown) => {
      if (!mine.signal.aborted) throw error
    })
  }

  async function ask(): Promise<void> {
    if (isAsking) return
    alarm?.abort(isOver)
    alarm = undefined
    isAsking = true
    const at = now()
    mayAskAt = Math.max(mayAskAt, at) + ASK_EVERY_MS + JITTER_MS * random()
    const sent = question(at)
    try {
      answered(sent, await exchange(sent), at)
    } catch (error) {
      counts.admitted += sent.admitted
      onTrouble(error)
    } finally {
      isAsking = false
    }
    if (next !== undefined && next !== sent.next) void ask()
    else if (line.waiting > 0 || counts.started > 0) askSoon()
    line.admit()
  }

  function question(at: number): PaceAsk {
    const { admitted, started } = counts
    Object.assign(counts, { admitted: 0, started: 0 })
    const want = Math.max(0, Math.ceil(line.waiting + AGAIN * started) - times.left)
    if (known === undefined) return { admitted, want: 0, every: 1000, round: -1 }
    return { admitted, ...askedOf(known, { next, quota, want, now: at }) }
  }

  function answered(sent: PaceAsk, told: PaceTold, sentAt: number): void {
    const at = now()
    const ahead = told.now - (sentAt + at) / 2
    if (known === undefined || told.round > known.told.round) times.drop()
    if (sent.next === next) next = undefined
    const lately = known === undefined ? 0 : latelyOf(known, told)
    known = { told, ahead, lately }
    quota = newer(told.pace.quota, quota) ?? quota
    if (told.idleMs > IDLE_MS) next = resumedPace(told.pace, told)
    times.add({ from: told.from - ahead, every: sent.every, count: told.count })
  }
}

/** As far as anybody knows. */
function isUnlimited(known: Known | undefined, { next, quota, now }: Omit<Wish, 'want'>): boolean {
  if ((next ?? known?.told.pace)?.estimate !== undefined) return false
  return known !== undefined && toldRate(quota, now + known.ahead) === undefined
}

type Refused = {
  readonly now: number
  readonly startedAt: number
  readonly retryAfterMs: number | undefined
  readonly quota: QuotaState | undefined
  /** Calls of this worker that the others have not heard of. */
  readonly admitted: number
}

function paceAfter({ told, lately, ahead }: Known, before: FleetPace, refused: Refused): FleetPace {
  const at = refused.now + ahead
  // What was under way when it refused is no news, unless it says to wait longer.
  const isLate = refused.startedAt + ahead < before.heldUntil - SKEW_MS
  if (isLate && at >= before.heldUntil) return before
  const rate = rateAt(before, at, lately)
  // What others have done since they said so last counts too; while it holds, nobody does anything.
  const unheardMs = Math.max(0, at - Math.max(told.now - ASK_EVERY_MS / 2, before.heldUntil))
  const unheard = Math.max(refused.admitted, (Math.min(lately, rate) * unheardMs) / 1000)
  const emptyMs = emptyUntil(refused.quota) - at
  const retryAfterMs = emptyMs > 0 ? Math.max(emptyMs, refused.retryAfterMs ?? 0) : refused.retryAfterMs
  return refusedPace(before, { now: at, admitted: told.admitted + unheard, rate, retryAfterMs })
}

type Wish = {
  readonly next: FleetPace | undefined
  readonly quota: QuotaState | undefined
  readonly want: number
  readonly now: number
}

function askedOf({ told, lately, ahead }: Known, { next, quota, want, now }: Wish): Omit<PaceAsk, 'admitted'> {
  const every = 1000 / rateAt({ ...(next ?? told.pace), quota }, now + ahead, lately)
  const isEmpty = emptyUntil(quota) > now + ahead
  return { want: isEmpty ? 0 : want, every, round: told.round, next, quota: newer(quota, told.pace.quota) }
}

/** The first, where it was told later. */
function newer(one: QuotaState | undefined, other: QuotaState | undefined): QuotaState | undefined {
  return one !== undefined && one.at > (other?.at ?? 0) ? one : undefined
}

/** Calls a second since the last time. */
function latelyOf({ told: before, lately }: Known, told: PaceTold): number {
  const ms = told.now - before.now
  return ms < 500 ? lately : (1000 * (told.admitted - before.admitted)) / ms
}
