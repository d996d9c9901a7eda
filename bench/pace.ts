import {
  concurrentQuota,
  saying,
  simulatePace,
  slidingQuota,
  tokenBucket,
  windowQuota,
  type Quota,
} from './pace-simulation.ts'

const MINUTE = 60_000

const situations: readonly { readonly name: string; readonly quota: () => Quota; readonly minutes: number }[] = [
  { name: 'fixed quota: 20 at once', quota: () => concurrentQuota(20), minutes: 5 },
  { name: 'fixed quota: 3 at once', quota: () => concurrentQuota(3), minutes: 5 },
  { name: 'fixed quota: 600 a minute, says when', quota: () => windowQuota(600, MINUTE), minutes: 10 },
  { name: 'window: 600 a minute, says nothing', quota: () => saying(undefined, window()), minutes: 5 },
  { name: 'window: 600 a minute, always says 1 s', quota: () => saying(1000, window()), minutes: 5 },
  { name: 'sliding: 600 a minute, says nothing', quota: () => saying(undefined, sliding()), minutes: 5 },
  { name: 'token bucket: 50 a second, says when', quota: () => bucket(50, true), minutes: 5 },
  { name: 'token bucket: 50 a second, says nothing', quota: () => bucket(50, false), minutes: 5 },
  { name: 'token bucket: 3 a second, says nothing', quota: () => bucket(3, false), minutes: 10 },
  { name: 'token bucket: 10 a second, says when', quota: () => bucket(10, true), minutes: 5 },
  { name: 'sudden cut: 200 → 40 a second, says when', quota: () => cut(true), minutes: 5 },
  { name: 'sudden cut: 200 → 40 a second, says nothing', quota: () => cut(false), minutes: 5 },
  { name: 'cut and restored: 200 → 40 → 200', quota: () => restored(), minutes: 6 },
]

/** How much of a server's quota the adaptive limit uses, and how often it is refused, on a simulated clock. */
export async function run(): Promise<void> {
  console.log(
    'aims: at least 90 % of the ideal, at most 2 % refused; answers take 100–300 ms, refusals 50 ms; worst of 3 seeds',
  )
  for (const { name, quota, minutes } of situations) {
    const outcomes = []
    for (const seed of [1, 2, 3]) outcomes.push(await simulatePace(quota(), minutes * MINUTE, seed))
    const share = Math.min(...outcomes.map((outcome) => outcome.share))
    const refused = Math.max(...outcomes.map((outcome) => outcome.refusedShare))
    const lost = Math.max(...outcomes.map((outcome) => outcome.lost))
    console.log(`${name.padEnd(46)} ${percent(share)} of ideal  ${percent(refused)} refused  ${lost} lost`)
  }
}

function window(): Quota {
  return windowQuota(600, MINUTE, 20_000)
}

function sliding(): Quota {
  return slidingQuota(600, MINUTE)
}

function bucket(rate: number, hints: boolean): Quota {
  return tokenBucket(() => rate, { burst: rate, hints })
}

function cut(hints: boolean): Quota {
  return tokenBucket((now) => (now < 2 * MINUTE ? 200 : 40), { burst: 200, hints })
}

function restored(): Quota {
  return tokenBucket((now) => (now < 2 * MINUTE || now >= 4 * MINUTE ? 200 : 40), { burst: 200, hints: true })
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).padStart(6)} %`
}
