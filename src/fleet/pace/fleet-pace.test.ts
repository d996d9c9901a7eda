import { expect, it } from 'vitest'
import { rateAt, refusedPace, startPace } from './fleet-pace.ts'

const refusal = { calls: 0, rate: 60, retryAfterMs: 1000 }

it('finds a pace again that was measured far too low, also where hardly anybody calls', () => {
  const pace = { ...startPace(0), inARow: 1, rate: { estimate: 0.3, calls: 1, isFirst: true } }
  expect(rateAt(pace, 90_000, 0)).toBeGreaterThan(10)
})

it('believes no server any more that said twice to come back and refused then', () => {
  let pace = refusedPace(startPace(0), { ...refusal, now: 5000, startedAt: 4900, calls: 300 })
  const holds = [pace.heldUntil - 5000]
  for (let count = 0; count < 3; count += 1) {
    const now = pace.heldUntil + 100
    pace = refusedPace(pace, { ...refusal, now, startedAt: pace.heldUntil })
    holds.push(Math.round(pace.heldUntil - now))
  }
  expect(holds.slice(0, 2)).toEqual([1000, 1000])
  expect(holds[2]).toBe(2000)
})
