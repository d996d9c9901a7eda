import { expect, it } from 'vitest'
import { createRandom } from '../statistics/random.ts'
import { type ProductionEntry, anchorsDue, productionState, spentOnDay } from './production-state.ts'

const at = '2030-01-02T03:04:05.000Z'
const begun: ProductionEntry = { type: 'begun', at, conversations: 200, anchors: 200, anchorsHash: 'a' }

type Rates = { readonly passed: number; readonly agreed: number }

function watched(rates: readonly (Rates & { readonly steps: number })[], seed: number): readonly ProductionEntry[] {
  const random = createRandom(seed)
  const anchor = ({ agreed }: Rates): ProductionEntry => ({ type: 'anchor', at, agreed: random() < agreed })
  const [first] = rates
  const entries: ProductionEntry[] = [
    begun,
    ...Array.from({ length: 200 }, () => anchor(first ?? { passed: 1, agreed: 1 })),
  ]
  for (const one of rates) {
    for (let step = 0; step < one.steps; step += 1) {
      entries.push({ type: 'conversation', at, id: `${entries.length}`, passed: random() < one.passed })
      if (step % 2 === 0) entries.push(anchor(one))
    }
  }
  return entries
}

function verdicts(rates: Parameters<typeof watched>[0]): readonly (string | undefined)[] {
  return Array.from({ length: 30 }, (_, seed) => productionState(watched(rates, seed))?.verdict)
}

const usual = { passed: 0.85, agreed: 0.9 }
const count = (all: readonly (string | undefined)[], verdict: string) => all.filter((one) => one === verdict).length

it('learns what is usual, and says who drifted from it', () => {
  expect(count(verdicts([{ ...usual, steps: 3000 }]), 'quiet')).toBeGreaterThanOrEqual(29)
  const version = [
    { ...usual, steps: 400 },
    { passed: 0.55, agreed: 0.9, steps: 1000 },
  ]
  expect(count(verdicts(version), 'system')).toBeGreaterThanOrEqual(29)
  const judge = [
    { ...usual, steps: 400 },
    { passed: 0.85, agreed: 0.6, steps: 1000 },
  ]
  expect(count(verdicts(judge), 'judge')).toBeGreaterThanOrEqual(28)
})

it('says where it stands, what is spent and which anchors are due', () => {
  expect(productionState([])).toBeUndefined()
  const entries = watched([{ ...usual, steps: 250 }], 1)
  const state = productionState(entries)
  expect(state).toMatchObject({
    verdict: 'quiet',
    told: 'quiet',
    system: { missing: 0, usual: { trials: 200 }, since: { trials: 50 } },
    anchors: { missing: 0, usual: { trials: 200 }, since: { trials: 125 } },
  })
  expect(state?.judged.size).toBe(250)
  expect(state && anchorsDue(state, 2)).toBe(0)
  expect(state && anchorsDue(state, 1)).toBe(125)
  const again = productionState([...entries, { type: 'alarm', at, verdict: 'system' }, { ...begun, anchors: 7 }])
  expect(again).toMatchObject({ told: 'quiet', system: { missing: 200 }, anchors: { missing: 7 } })
  expect(again?.judged.size).toBe(250)
  expect(again && anchorsDue(again, 2)).toBe(7)
  const spent = [2, 3].map((calls): ProductionEntry => ({ type: 'spent', at, calls, dollars: 0.5 }))
  expect(spentOnDay(spent, '2030-01-02')).toEqual({ calls: 5, dollars: 1 })
  expect(spentOnDay(spent, '2030-01-03')).toEqual({ calls: 0, dollars: 0 })
})

it('counts neither what could not be evaluated nor what the judge did not answer', () => {
  const state = productionState([
    begun,
    { type: 'conversation', at, id: 'a' },
    { type: 'anchor', at },
    { type: 'conversation', at, id: 'b', passed: true },
  ])
  expect(state).toMatchObject({ system: { usual: { successes: 1, trials: 1 } }, anchors: { usual: { trials: 0 } } })
  expect([...(state?.judged ?? [])]).toEqual(['a', 'b'])
})
