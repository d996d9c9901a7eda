import { describe, expect, it } from 'vitest'
import { falseBetters, foundOf } from '../../bench/validity/improve.ts'
import { divideCases } from './divide-cases.ts'
import { changedFingerprints } from './fingerprints.ts'
import { alphaOfLook, lookAtSealed } from './sealed-look.ts'

describe('the division of cases', () => {
  const cases = Array.from({ length: 60 }, (_, index) => ({
    id: `case-${index}`,
    category: index < 30 ? 'a' : 'b',
    text: `question ${index} about something`,
  }))

  it('seals the share of each category, the same by the same seed', () => {
    const { open, sealed } = divideCases(cases, { share: 1 / 3, seed: 4 })
    expect(sealed).toHaveLength(20)
    expect(sealed.filter((id) => Number(id.slice(5)) < 30)).toHaveLength(10)
    expect([...open, ...sealed].toSorted()).toEqual(cases.map(({ id }) => id).toSorted())
    expect(divideCases(cases, { share: 1 / 3, seed: 4 }).sealed).toEqual(sealed)
    expect(divideCases(cases, { share: 1 / 3, seed: 5 }).sealed).not.toEqual(sealed)
  })

  it('keeps cases that share eight words in a row on one side', () => {
    const shared = 'the quick brown fox jumps over the lazy dog today'
    const alike = cases.map((one, index) => ({ ...one, text: index % 6 === 0 ? `${index} ${shared}` : one.text }))
    for (let seed = 0; seed < 20; seed += 1) {
      const { sealed } = divideCases(alike, { share: 1 / 3, seed })
      const sides = new Set(
        alike.filter((_, index) => index % 6 === 0 && index < 30).map(({ id }) => sealed.includes(id)),
      )
      expect(sides.size).toBe(1)
    }
  })
})

describe('looks at sealed cases', () => {
  it('may spend no more than alpha together, however many there are', () => {
    const shares = Array.from({ length: 10_000 }, (_, index) => alphaOfLook(0.05, { look: index + 1, betters: 0 }))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(0.05)
    expect(alphaOfLook(0.05, { look: 2, betters: 1 })).toBe((shares[1] ?? 0) / 2)
  })

  it('tell how probable random signs make a sum as large, exactly for verdicts', () => {
    // All of five are better: one of 2⁵ ways.
    expect(lookAtSealed([1, 1, 1, 1, 1, 0, 0], 0.05)).toEqual({ isBetter: true, p: 1 / 32 })
    expect(lookAtSealed([1, -1], 0.05).p).toBe(0.75)
    expect(lookAtSealed([1 / 3, 2 / 3, -1 / 3], 0.05).p).toBe(0.375)
    expect(lookAtSealed([], 0.05).isBetter).toBe(false)
    expect(lookAtSealed([0.123, 0.456, 0.789, 0.1, 0.2, 0.3], 0.05).p).toBeCloseTo(1 / 64, 2)
  })

  // The whole simulation is `npm run bench -- improve`.
  it('call edits without effect better in few loops, and find a real effect', () => {
    const { sealed, sameCases } = falseBetters({ loops: 100, cases: 150, seed: 7 })
    expect(sealed).toBeLessThanOrEqual(0.05)
    expect(sameCases).toBeGreaterThan(0.8)
    expect(foundOf({ loops: 100, cases: 600, seed: 7 })).toBeGreaterThan(0.9)
  })
})

it('names what differs between fingerprints, and shows values that are no hashes', () => {
  const hash = 'ab'.repeat(32)
  expect(
    changedFingerprints({ a: '0.8', b: hash, c: '1', d: '2' }, { a: '0.2', b: 'cd'.repeat(32), d: '2', e: '3' }),
  ).toEqual(['a: 0.8 → 0.2', 'b: has changed', 'c: is gone', 'e: is new'])
})
