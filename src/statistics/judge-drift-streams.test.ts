import { expect, it } from 'vitest'
import { driftStreams } from './judge-drift-streams.ts'
import { createRandom } from './random.ts'

function played(rates: { readonly system: number; readonly anchor: number }, seed: number, steps = 600) {
  const random = createRandom(seed)
  const streams = driftStreams({ passRate: 0.8, agreement: 0.9 })
  let verdict = streams.system(random() < 0.8 ? 1 : 0)
  for (let step = 0; step < steps; step += 1) {
    streams.system(random() < rates.system ? 1 : 0)
    verdict = streams.anchor(random() < rates.anchor ? 1 : 0)
  }
  return verdict
}

const count = (rates: Parameters<typeof played>[0], verdict: string) =>
  Array.from({ length: 20 }, (_, seed) => played(rates, seed)).filter((own) => own === verdict).length

it('says what drifted: the system, the judge, or that it cannot tell', () => {
  expect(count({ system: 0.8, anchor: 0.9 }, 'quiet')).toBeGreaterThanOrEqual(19)
  expect(count({ system: 0.55, anchor: 0.9 }, 'system')).toBeGreaterThanOrEqual(19)
  expect(count({ system: 0.8, anchor: 0.65 }, 'judge')).toBeGreaterThanOrEqual(19)
  expect(count({ system: 0.55, anchor: 0.65 }, 'inseparable')).toBeGreaterThanOrEqual(19)
  // For the better is a drift as well.
  expect(count({ system: 0.99, anchor: 0.9 }, 'system')).toBeGreaterThanOrEqual(19)
})
