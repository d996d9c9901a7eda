import { createRandom } from '../../src/statistics/index.ts'
import { simulateFleet, type FleetOutcome } from './pace-simulation.ts'
import { saying, slidingQuota, tokenBucket, windowQuota, type Quota } from '../pace-simulation.ts'

const MINUTE = 60_000
const seeds = Number(process.env['SEEDS'] ?? 20)
const startsFree = process.env['FREE'] !== undefined

type Situation = {
  readonly name: string
  readonly perMinute: number
  readonly latencyMs: number
  readonly windowMs: number
  quota(startAt: number): Quota
}

const servers: Readonly<Record<string, (perMinute: number, startAt: number) => Quota>> = {
  'bucket of a second, says when': (most) =>
    tokenBucket(() => most / 60, { burst: Math.max(1, most / 60), hints: true }),
  'bucket of a second, silent': (most) => tokenBucket(() => most / 60, { burst: Math.max(1, most / 60), hints: false }),
  'bucket of a minute, says when': (most) => tokenBucket(() => most / 60, { burst: most, hints: true }),
  'bucket of a minute, silent': (most) => tokenBucket(() => most / 60, { burst: most, hints: false }),
  'window, says when': (most, startAt) => windowQuota(most, MINUTE, startAt),
  'window, silent': (most, startAt) => saying(undefined, windowQuota(most, MINUTE, startAt)),
  'window, says 1 s': (most, startAt) => saying(1000, windowQuota(most, MINUTE, startAt)),
  'sliding, says when': (most) => slidingQuota(most, MINUTE),
  'sliding, silent': (most) => saying(undefined, slidingQuota(most, MINUTE)),
  'window of 10 s, silent': (most, startAt) => saying(undefined, windowQuota(most / 6, MINUTE / 6, startAt)),
  'sliding 10 s, says when': (most) => slidingQuota(most / 6, MINUTE / 6),
}

const situations: readonly Situation[] = Object.entries(servers).flatMap(([server, quota]) =>
  [60, 600, 3000].flatMap((perMinute) =>
    [200, 3000].map((latencyMs) => ({
      name: `${server}, ${perMinute} a minute, ${latencyMs / 1000} s`,
      perMinute,
      latencyMs,
      windowMs: MINUTE,
      quota: (startAt: number) => quota(perMinute, startAt),
    })),
  ),
)

/** Servers that nothing was chosen by: quota, latency, burst and window are drawn by a seed. */
function drawn(): readonly Situation[] {
  const random = createRandom(17)
  const between = (low: number, high: number) => low * (high / low) ** random()
  return Array.from({ length: 16 }, () => {
    const perMinute = Math.round(between(60, 3000))
    const latencyMs = Math.round(between(100, 10_000))
    const windowMs = Math.round(between(5000, 90_000))
    const most = Math.max(1, Math.round((perMinute * windowMs) / MINUTE))
    const burst = Math.max(1, Math.round(between(perMinute / 60, perMinute)))
    const kind = Math.floor(3 * random())
    const says = Math.floor(3 * random())
    const quota = (startAt: number) => {
      const server =
        kind === 0
          ? tokenBucket(() => perMinute / 60, { burst, hints: true })
          : kind === 1
            ? windowQuota(most, windowMs, startAt)
            : slidingQuota(most, windowMs)
      return says === 0 ? server : saying(says === 1 ? undefined : 1000, server)
    }
    const name = `${['bucket', 'window', 'sliding'][kind]}, says ${['when', 'nothing', '1 s'][says]}`
    return {
      name: `${name}, ${perMinute}, ${(windowMs / 1000).toFixed()} s, ${latencyMs} ms`,
      perMinute,
      latencyMs,
      windowMs,
      quota,
    }
  })
}

function chosen(): readonly Situation[] {
  const only = new RegExp(process.env['ONLY'] ?? '')
  return (process.env['DRAWN'] === undefined ? situations : drawn()).filter(({ name }) => only.test(name))
}

/** How much of a quota workers use together, and how often they are refused, on a simulated clock. */
export async function run(): Promise<void> {
  console.log(
    `aims: at least 95 % of an oracle's, at most 1 % refused; worst of ${seeds} seeds, each begins somewhere in a minute`,
  )
  for (const situation of chosen()) {
    for (const workers of (process.env['WORKERS'] ?? '3,100').split(',').map(Number)) {
      const outcomes: FleetOutcome[] = []
      for (let seed = 1; seed <= seeds; seed += 1) outcomes.push(await played(situation, workers, seed))
      const share = Math.min(...outcomes.map((outcome) => outcome.share))
      const mean = outcomes.reduce((sum, outcome) => sum + outcome.share, 0) / seeds
      const refused = Math.max(...outcomes.map((outcome) => outcome.refusedShare))
      const statements = Math.max(...outcomes.map((outcome) => outcome.statements))
      const good = outcomes.filter((outcome) => outcome.share >= 0.95 && outcome.refusedShare <= 0.01).length
      const told = `${percent(share)} (${percent(mean)}) of the oracle's  ${percent(refused)} refused  ${statements.toFixed(2)} statements  ${good} of ${seeds} met`
      console.log(`${situation.name.padEnd(56)} ${String(workers).padStart(3)} workers ${told}`)
    }
  }
}

async function played({ name, perMinute, latencyMs, windowMs, quota }: Situation, workers: number, seed: number) {
  const windows = Math.ceil(((perMinute < 600 ? 20 : 10) * MINUTE) / windowMs)
  // What counts by the clock is met anywhere in a minute, and left at the end of one: an oracle would have the last one whole.
  const startAt = name.startsWith('window') ? windowMs * createRandom(seed)() : 0
  const concurrency = Math.max(8, Math.ceil((2 * perMinute * latencyMs) / MINUTE / workers))
  return simulateFleet(quota(startAt), {
    workers,
    untilMs: windows * windowMs - startAt,
    seed,
    latencyMs,
    concurrency,
    startsFree,
  })
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).padStart(5)} %`
}
