import { message } from '../../src/core/index.ts'
import type { PaceAsk, PaceTold } from '../../src/fleet/pace/pace-row.ts'
import { HORIZON_MS, startPace } from '../../src/fleet/pace/fleet-pace.ts'
import { fleetLimiter, type FleetLimiter } from '../../src/fleet/pace/fleet-limiter.ts'
import { ModelFailure, withPace, withModelRetries, type LanguageModel } from '../../src/models/index.ts'
import { createRandom } from '../../src/statistics/index.ts'
import { virtualClock, type Quota, type VirtualClock } from '../pace-simulation.ts'

export type FleetOutcome = {
  readonly answered: number
  readonly refused: number
  /** Of what somebody who knows the quota could have had answered. */
  readonly share: number
  readonly refusedShare: number
  /** Statements to the database for each worker and second. */
  readonly statements: number
  /** Calls of the worker that had fewest answered, of a fair share. */
  readonly least: number
  /** When the last of the questions was answered, in milliseconds; Infinity where some were not. */
  readonly endedAt: number
}

type Simulated = {
  readonly workers: number
  readonly untilMs: number
  /** So many are asked; without it there are always more. */
  readonly questions?: number
  readonly seed?: number
  /** Calls that each worker would have under way at once. */
  readonly concurrency?: number
  readonly latencyMs?: number
  /** As agents are asked, whose servers have no limit as a rule. */
  readonly startsFree?: boolean
  /** When each worker comes and dies, in milliseconds. */
  readonly life?: (worker: number) => readonly [from: number, until: number]
}

const REFUSAL_MS = 50
const STATEMENT_MS = 5
const NOTICE_MS = 10

/** Workers that ask one provider as fast as they may, over a database that is a variable. */
export async function simulateFleet(quota: Quota, options: Simulated): Promise<FleetOutcome> {
  const { workers, untilMs, seed = 1, concurrency = 8, latencyMs = 200 } = options
  const { life = () => [0, untilMs], startsFree = false, questions = Infinity } = options
  const clock = virtualClock()
  const random = createRandom(seed)
  const counts = { answered: 0, refused: 0, statements: 0, running: 0, left: questions, endedAt: Infinity }
  const own: number[] = []
  const row = simulatedRow(clock)
  const stops: AbortController[] = []
  for (let worker = 0; worker < workers; worker += 1) {
    const stop = new AbortController()
    stops.push(stop)
    void startWorker(worker, stop)
  }
  await clock.runUntil(untilMs)
  for (const stop of stops) stop.abort()
  const { answered, refused, statements, endedAt } = counts
  return {
    answered,
    refused,
    share: answered / quota.ideal(untilMs - latencyMs),
    refusedShare: refused / (answered + refused),
    statements: statements / workers / (untilMs / 1000),
    least: (Math.min(...own) * workers) / answered,
    endedAt,
  }

  async function startWorker(worker: number, stop: AbortController): Promise<void> {
    const { signal } = stop
    const [from, until] = life(worker)
    await clock.sleep(from + random() * 200, signal)
    void clock.sleep(until - clock.now(), signal).then(() => stop.abort(), ignore)
    const { limiter } = row.join({ random, signal, startsFree, onStatement: () => (counts.statements += 1) })
    own[worker] = 0
    const model = withModelRetries(withPace(serverFor(worker), limiter), {
      random,
      sleep: clock.sleep,
      patienceMs: 600_000,
      now: clock.now,
    })
    for (let asker = 0; asker < concurrency; asker += 1) void askAll(model, counts, signal)
  }

  function serverFor(worker: number): LanguageModel {
    return {
      id: 'simulated',
      provider: 'simulated',
      async generate(_request, signal) {
        const { ok, retryAfterMs } = quota.admit(clock.now(), counts.running)
        if (!ok) {
          counts.refused += 1
          await clock.sleep(REFUSAL_MS, signal)
          throw new ModelFailure(message('too many'), { status: 429, retryable: true, retryAfterMs })
        }
        counts.running += 1
        await clock.sleep(latencyMs * (0.5 + random()), signal).finally(() => (counts.running -= 1))
        if (clock.now() <= untilMs) {
          counts.answered += 1
          own[worker] = (own[worker] ?? 0) + 1
          if (counts.answered === questions) counts.endedAt = clock.now()
        }
        return { text: '', finishReason: 'stop', latencyMs, calls: 1 }
      },
    }
  }
}

type Joining = {
  readonly random: () => number
  readonly signal: AbortSignal
  readonly startsFree: boolean
  readonly onStatement: () => void
}

/** What `pace-row.ts` does in the database. */
function simulatedRow(clock: VirtualClock) {
  let row = { round: 0, pace: startPace(clock.now()), admitted: 0, nextAt: 0, at: 0 }
  const limiters = new Set<FleetLimiter>()

  function exchanged({ round, next, admitted, want, every }: PaceAsk): PaceTold {
    const now = clock.now()
    const isCurrent = round === row.round
    const changed = isCurrent && next !== undefined ? { round: round + 1, pace: next } : undefined
    const from = Math.max(now, changed === undefined ? row.nextAt : changed.pace.heldUntil)
    const room = Math.min(want, Math.ceil((now + HORIZON_MS - from) / every))
    const count = isCurrent ? Math.max(0, room) : 0
    const idleMs = now - row.at
    row = {
      ...row,
      ...changed,
      admitted: (changed === undefined ? row.admitted + (isCurrent ? admitted : 0) : 0) + count,
      nextAt: count > 0 ? from + count * every : (changed?.pace.heldUntil ?? row.nextAt),
      at: now,
    }
    if (changed !== undefined) void tell(changed)
    return {
      now,
      round: row.round,
      pace: row.pace,
      admitted: row.admitted,
      idleMs,
      from,
      count,
      givenUntil: row.nextAt,
    }
  }

  async function tell(news: Pick<PaceTold, 'round' | 'pace'>): Promise<void> {
    await clock.sleep(NOTICE_MS, never)
    for (const limiter of limiters) limiter.hear(news)
  }

  return {
    join({ random, signal, startsFree, onStatement }: Joining) {
      const limiter = fleetLimiter({
        now: clock.now,
        sleep: clock.sleep,
        random,
        startsFree,
        onTrouble: (error) => {
          if (!signal.aborted) throw error
        },
        async exchange(ask) {
          signal.throwIfAborted()
          onStatement()
          await clock.sleep(STATEMENT_MS / 2, signal)
          const told = exchanged(ask)
          await clock.sleep(STATEMENT_MS / 2, signal)
          return told
        },
      })
      limiters.add(limiter)
      signal.addEventListener('abort', () => limiters.delete(limiter))
      return { limiter }
    },
  }
}

const never = new AbortController().signal

function ignore(): void {}

async function askAll(model: LanguageModel, counts: { left: number }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && counts.left > 0) {
    counts.left -= 1
    try {
      await model.generate({ messages: [] }, signal)
    } catch (error) {
      if (!signal.aborted && !(error instanceof ModelFailure)) throw error
    }
  }
}
