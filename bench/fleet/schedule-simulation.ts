import type { EvalCase, RunPlan, Target } from '../../src/core/index.ts'
import { createRandom } from '../../src/statistics/index.ts'
import { work } from '../../src/fleet/worker.ts'
import { queueRun, watchQueued } from '../../src/fleet/queue-run.ts'
import type { PreparedShare } from '../../src/fleet/play-open-run.ts'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import { openSimulatedFleet, type SimulatedProcess } from '../../test/fleet/simulated-fleet.ts'
import type { PostgresServer } from '../../test/postgres/start-postgres.ts'

/** What happens to a worker, in milliseconds. */
export type Life = {
  readonly from?: number
  /** It is stopped without a word, or only cut off, for ever unless it goes on. */
  readonly stops?: number
  readonly goesOn?: number
  readonly what?: 'process' | 'connections'
}

export type Schedule = {
  readonly workers: number
  /** Cases of each worker at once. */
  readonly atOnce: number
  /** How long the agent takes for each case, in milliseconds. */
  readonly latencies: readonly number[]
  readonly leaseMs?: number
  readonly life?: (worker: number) => Life
}

export type ScheduleOutcome = {
  /** From the first call to the last answer. */
  readonly makespanMs: number
  /** What the run says of how long it took. */
  readonly durationMs: number
  /** How many there are, each of which is there once. */
  readonly results: number
  readonly calls: number
  /** Calls that were in flight when their worker was stopped. */
  readonly cutOff: number
  /** Calls that were made while another worker, which was not stopped, was still waiting for the same. */
  readonly atOneTime: number
  /** Calls made again, as the run says. */
  readonly again: number
  /** What workers had trouble with, in English. */
  readonly troubles: readonly string[]
}

/**
 * A run over real workers, a real queue and a real PostgreSQL, on a simulated clock. The workers share a process and its connections;
 * what the server takes is no time.
 */
export async function simulateSchedule(
  server: PostgresServer,
  { workers, atOnce, latencies, leaseMs = 30_000, life = () => ({}) }: Schedule,
): Promise<ScheduleOutcome> {
  const simulated = await openSimulatedFleet(server)
  const { fleet, clock } = simulated
  const counts = { calls: 0, cutOff: 0, atOneTime: 0, lastAnswer: 0 }
  /** Who waits for the answer to each case. */
  const waiting = latencies.map(() => new Set<number>())
  const troubles: string[] = []
  const over = new AbortController()
  const plan = planOf(latencies.length, atOnce)
  const cases = () => latencies.map((_, index) => caseAt(index))
  try {
    await queueRun(
      fleet,
      { plan, cases, target: targetOf(() => undefined) },
      { resumed: false, labels: [], limits: {}, fingerprint, files: [] },
    )
    for (let worker = 0; worker < workers; worker += 1) void startWorker(worker, life(worker))
    const watched = watchQueued(
      fleet,
      { plan, cases, target: targetOf(() => undefined) },
      { signal: over.signal, onProgress: () => undefined, onRemark: (_who, { text }) => troubles.push(text) },
    ).finally(() => over.abort())
    await clock.runUntil(A_DAY)
    const run = (await watched)?.run
    const notes = run?.summary?.notes?.find(({ text }) => text.includes('made again'))
    return {
      makespanMs: counts.lastAnswer,
      durationMs: run?.durationMs ?? 0,
      results: run?.summary?.results.total ?? 0,
      calls: counts.calls,
      cutOff: counts.cutOff,
      atOneTime: counts.atOneTime,
      again: Number(notes?.values?.['count'] ?? 0),
      troubles,
    }
  } finally {
    await simulated.close()
  }

  async function startWorker(worker: number, { from = 0, ...stopping }: Life): Promise<void> {
    const own = simulated.process()
    if (from > 0) await clock.sleep(from, over.signal).catch(() => undefined)
    void stop(own, worker, stopping)
    const target = targetOf(async (id, signal) => {
      counts.calls += 1
      counts.atOneTime += waiting[id]?.size ?? 0
      waiting[id]?.add(worker)
      await own.fleet.sleep(latencies[id] ?? 0, signal).finally(() => waiting[id]?.delete(worker))
      counts.lastAnswer = clock.now()
    })
    const prepare = async (): Promise<PreparedShare> => ({ cases, target, metrics: [], hooks: {}, fingerprint })
    await work(own.fleet, {
      name: `worker ${worker}`,
      labels: [],
      leaseMs,
      concurrency: atOnce,
      signal: over.signal,
      prepare,
      onBegin: () => undefined,
      onRefused: (_run, why) => troubles.push(...why.map(({ text }) => text)),
      onTrouble: ({ sentence }) => troubles.push(sentence.text),
    })
  }

  async function stop(own: SimulatedProcess, worker: number, { stops, goesOn, what = 'process' }: Life): Promise<void> {
    if (stops === undefined) return
    await clock.sleep(stops - clock.now(), over.signal).catch(() => undefined)
    counts.cutOff += waiting.filter((who) => who.has(worker)).length
    own.stop(what)
    // It does not wait for answers any more.
    if (what === 'process') for (const who of waiting) who.delete(worker)
    if (goesOn === undefined) return
    await clock.sleep(goesOn - stops, over.signal).catch(() => undefined)
    own.goOn()
  }
}

function targetOf(ask: (id: number, signal: AbortSignal) => Promise<void> | undefined): Target {
  return {
    name: 'simulated',
    open: async (evalCase) => ({
      async say(userContent, signal) {
        await ask(Number(evalCase.id), signal)
        return { userContent, finalResponse: { parts: [{ text: 'ok' }] } }
      },
      close: async () => undefined,
    }),
  }
}

/** Most take some seconds, a few take minutes. */
export function unevenLatencies(
  count: number,
  { seed, longestMs = 120_000 }: { readonly seed: number; readonly longestMs?: number },
): readonly number[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => Math.min(longestMs, 1000 * Math.exp(1.5 + 1.3 * normal(random))))
}

// Box and Muller.
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/**
 * When a list scheduler would be through that gives cases away in their order to whoever is free first, and hears of a worker that
 * has stopped after so long.
 */
export function listSchedule(
  { workers, atOnce, latencies, life = () => ({}) }: Schedule,
  { noticedAfterMs }: { readonly noticedAfterMs: number },
): number {
  let slots = Array.from({ length: workers * atOnce }, (_, slot) => {
    const { from = 0, stops = Infinity, goesOn = Infinity } = life(slot % workers)
    return { free: from, until: stops, goesOn }
  })
  const waiting = latencies.map((latency) => ({ latency, from: 0 }))
  let end = 0
  while (waiting.length > 0) {
    const slot = slots.reduce((one, other) => (other.free < one.free ? other : one))
    const at = Math.max(slot.free, Math.min(...waiting.map(({ from }) => from)))
    const first = waiting.findIndex(({ from }) => from <= at)
    const ends = at + (waiting[first]?.latency ?? 0)
    if (ends <= slot.until) {
      slot.free = ends
      end = Math.max(end, ends)
      waiting.splice(first, 1)
    } else {
      if (at < slot.until) waiting[first] = { latency: ends - at, from: slot.until + noticedAfterMs }
      if (slot.goesOn === Infinity) slots = slots.filter((other) => other !== slot)
      else Object.assign(slot, { free: slot.goesOn, until: Infinity })
    }
  }
  return end
}

const A_DAY = 86_400_000

const fingerprint = { versions: {}, config: {}, agent: {}, dataset: {}, settings: {} }

function caseAt(index: number): EvalCase {
  return {
    id: String(index),
    conversation: [{ userContent: { role: 'user', parts: [{ text: `question ${index}` }] } }],
  }
}

function planOf(cases: number, concurrency: number): RunPlan {
  return madePlan({
    runId: 'simulated',
    // It was planned the day before.
    createdAt: '2025-12-31T00:00:00.000Z',
    dataset: { id: 'set', format: 'test', cases },
    target: { name: 'simulated' },
    concurrency,
  })
}
