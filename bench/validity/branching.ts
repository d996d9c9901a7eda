// npm run bench:branching   is the step found at which a fault was planted, in an environment that can be played again?
import { branchFromSteps } from '../../src/statistics/branching.ts'
import { wilsonInterval } from '../../src/statistics/proportion.ts'
import { createRandom } from '../../src/statistics/random.ts'

/** How often an agent passes that made no fault, and one that did and goes on. */
const agents = [
  { steady: 1, recovers: 0 },
  { steady: 0.95, recovers: 0.05 },
  { steady: 0.9, recovers: 0.1 },
]
const played = 300

for (const { steady, recovers } of agents) {
  let exact = 0
  let replays = 0
  let blamed = 0
  let cleanReplays = 0
  const random = createRandom(Math.round(steady * 1000))
  for (let index = 0; index < played; index += 1) {
    const steps = 4 + Math.floor(random() * 12)
    const fault = 1 + Math.floor(random() * steps)
    const planted = await branchFromSteps({
      steps,
      // The failed transcript itself fails each time that it is scored.
      play: async (kept) => (kept === steps ? false : random() < (kept >= fault ? recovers : steady)),
    })
    if (planted.decisive === fault) exact += 1
    replays += planted.replays
    const clean = await branchFromSteps({ steps, play: async (kept) => kept === steps || random() < steady })
    if (clean.decisive !== undefined) blamed += 1
    cleanReplays += clean.replays
  }
  const said = (count: number) => {
    const { value, low, high } = wilsonInterval(count, played)
    return `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`
  }
  console.log(
    `passes ${steady}, recovers ${recovers}: exact step ${said(exact)} with ${(replays / played).toFixed(0)} replays; ` +
      `blamed of clean ${said(blamed)} with ${(cleanReplays / played).toFixed(0)}; n ${played}`,
  )
}
