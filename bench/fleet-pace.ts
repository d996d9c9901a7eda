import { simulateFleet } from './fleet-pace-simulation.ts'
import { saying, slidingQuota, tokenBucket, windowQuota } from './pace-simulation.ts'
import type { Quota } from './pace-simulation.ts'

const MINUTE = 60_000
const minutes = Number(process.env['MINUTES'] ?? 5)

const quotas: readonly { readonly name: string; readonly quota: () => Quota }[] = [
  { name: '10 a second, says when', quota: () => tokenBucket(() => 10, { burst: 10, hints: true }) },
  { name: '10 a second, says nothing', quota: () => tokenBucket(() => 10, { burst: 10, hints: false }) },
  { name: '10 a second, 600 at once, says when', quota: () => tokenBucket(() => 10, { burst: 600, hints: true }) },
  { name: '600 for each minute of the clock, says when', quota: () => windowQuota(600, MINUTE) },
  { name: '600 for each minute of the clock, says nothing', quota: () => saying(undefined, windowQuota(600, MINUTE)) },
  { name: '600 for each minute of the clock, says 1 s', quota: () => saying(1000, windowQuota(600, MINUTE)) },
  { name: '600 in every 60 seconds, says when', quota: () => slidingQuota(600, MINUTE) },
]

/** How much of 600 requests a minute workers use together, and how often they are refused, on a simulated clock. */
export async function run(): Promise<void> {
  console.log(`aims: at least 95 % of an oracle's, at most 1 % refused; ${minutes} minutes, worst of 3 seeds`)
  for (const { name, quota } of quotas) {
    for (const workers of [3, 100]) {
      const outcomes = []
      for (const seed of [1, 2, 3])
        outcomes.push(await simulateFleet(quota(), { workers, untilMs: minutes * MINUTE, seed }))
      const share = Math.min(...outcomes.map((outcome) => outcome.share))
      const refused = Math.max(...outcomes.map((outcome) => outcome.refusedShare))
      const statements = Math.max(...outcomes.map((outcome) => outcome.statements))
      const told = `${percent(share)} of the oracle's  ${percent(refused)} refused  ${statements.toFixed(2)} statements a second`
      console.log(`${name.padEnd(48)} ${String(workers).padStart(3)} workers ${told}`)
    }
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).padStart(6)} %`
}
