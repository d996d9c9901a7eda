import { describe, expect, it } from 'vitest'
import { fewestToSettle, majority, voteAgreement } from './votes.ts'

describe('votes', () => {
  it('go to the majority, ties to the negative side, and silence does not count', () => {
    expect(majority([1, 0, 1])).toBe(1)
    expect(majority([1, 0])).toBe(0)
    expect(majority([null, 1, null])).toBe(1)
    expect(majority([null, null])).toBeNull()
    expect(majority([0.5, 1])).toBe(0.5)
  })

  it('are settled only when no vote to come can change the outcome, and as soon as that is so', () => {
    for (const all of sequences(5)) {
      for (let asked = 1; asked <= all.length; asked += 1) {
        const votes = all.slice(0, asked)
        const endings = sequences(5 - asked).map((rest) => majority([...votes, ...rest]))
        expect(fewestToSettle(votes, 5 - asked) === 0).toBe(new Set(endings).size === 1)
      }
    }
  })

  it('agree by the share of readable ones', () => {
    expect(voteAgreement([1, 0, 1, null], 1)).toBe(2 / 3)
    expect(voteAgreement([null], null)).toBeNull()
  })
})

function sequences(length: number): readonly (number | null)[][] {
  if (length === 0) return [[]]
  return sequences(length - 1).flatMap((rest) => [1, 0, null].map((vote) => [vote, ...rest]))
}
