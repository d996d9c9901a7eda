// npm run bench:drift   do quiet streams stay quiet, and is a drift blamed on who drifted?
import { driftStreams, type DriftVerdict } from '../../src/statistics/judge-drift-streams.ts'
import { createRandom } from '../../src/statistics/random.ts'

type Rates = { readonly system: number; readonly anchor: number }
const before: Rates = { system: 0.8, anchor: 0.9 }

/** How many verdicts and anchors say what is usual, as in `shinsa watch-production`; 0 where the rates are known. */
const measuredOn = [0, 200]

/** The first verdict that is not quiet, with twice as many verdicts as anchors; drift sets in after a fifth. */
function firstAlarm(after: Rates, steps: number, { seed, measured }: { seed: number; measured: number }): DriftVerdict {
  const random = createRandom(seed)
  const rateOf = (rate: number) =>
    measured === 0
      ? rate
      : { successes: Array.from({ length: measured }, random).filter((one) => one < rate).length, trials: measured }
  const streams = driftStreams({ passRate: rateOf(before.system), agreement: rateOf(before.anchor) })
  for (let step = 0; step < steps; step += 1) {
    const { system, anchor } = step < steps / 5 ? before : after
    const draw = (rate: number) => (random() < rate ? 1 : 0)
    streams.system(draw(system))
    const ofSystem = streams.system(draw(system))
    const verdict = streams.anchor(draw(anchor))
    if (ofSystem !== 'quiet' || verdict !== 'quiet') return verdict
  }
  return 'quiet'
}

function show(
  name: string,
  after: Rates,
  { streams, steps }: { readonly streams: number; readonly steps: number },
): void {
  for (const measured of measuredOn) {
    const alarms = Map.groupBy(
      Array.from({ length: streams }, (_, seed) => firstAlarm(after, steps, { seed: seed + 1, measured })),
      (verdict) => verdict,
    )
    const counts = [...alarms].map(([verdict, own]) => `${verdict} ${own.length}`).join(', ')
    console.log(
      `${name}, ${steps} steps, rates ${measured === 0 ? 'known' : `of ${measured}`}: ${counts} of ${streams}`,
    )
  }
}

for (const steps of [500, 2000, 10_000]) show('quiet', before, { streams: 400, steps })
// At the margin is still no drift, and nothing is harder to keep quiet on.
show('quiet, at the margin', { system: 0.75, anchor: 0.85 }, { streams: 400, steps: 5000 })
show('a version that passes .60', { system: 0.6, anchor: 0.9 }, { streams: 60, steps: 1500 })
show('a judge that agrees .70 and passes .70', { system: 0.7, anchor: 0.7 }, { streams: 120, steps: 1500 })
show('a judge that agrees .70 and passes .80', { system: 0.8, anchor: 0.7 }, { streams: 120, steps: 1500 })
