import { describe, expect, it } from 'vitest'
import type { ConfidencePoint } from './confidence-bins.ts'
import { judgeRecalibrations } from './judge-recalibration.ts'
import { createRandom } from '../random.ts'

describe('recalibrations judged on rows they have not seen', () => {
  it('bring an overconfident agent nearer to the truth', () => {
    const found = judgeRecalibrations(overconfident(600, 3), { seed: 1 })
    if (found.status === 'undefined') throw new Error('600 rows are enough')
    expect(found.methods.map(({ method, recommended }) => [method, recommended])).toEqual([
      ['temperature', false],
      ['platt', true],
      ['isotonic', false],
    ])
    for (const { before, after, gain } of found.methods) {
      expect(after.ece).toBeLessThan(before.ece / 2)
      expect(after.brier).toBeLessThan(before.brier)
      expect(gain?.value).toBeCloseTo(before.brier - after.brier, 12)
      expect(gain?.low).toBeGreaterThan(0)
    }
  })

  it('do not praise a map for what it has learnt by heart', () => {
    const random = createRandom(7)
    const noise = Array.from({ length: 300 }, () => ({ confidence: 0.6, right: random() < 0.6 })).map(
      (point, index) => ({
        ...point,
        confidence: 0.6 + index / 3000,
      }),
    )
    const found = judgeRecalibrations(noise, { seed: 1 })
    if (found.status === 'undefined') throw new Error('300 rows are enough')
    const isotonic = found.methods.find(({ method }) => method === 'isotonic')
    expect(isotonic?.gain?.value).toBeLessThan(0.003)
  })

  it('keep repeats of a case in one part, so that no map has seen what it is judged on', () => {
    // Every case is right or wrong in all of its repeats, and has a confidence of its own that says nothing.
    const random = createRandom(5)
    const cases = Array.from({ length: 60 }, (_, index) => ({
      confidence: random(),
      right: random() < 0.5,
      cluster: `case ${index}`,
    }))
    const repeated = cases.flatMap((point) => Array.from({ length: 10 }, () => point))
    const leaked = repeated.map(({ confidence, right }) => ({ confidence, right }))
    expect(isotonicGain(repeated)).toBeLessThan(isotonicGain(leaked) - 0.005)
  })

  it('are the same for the same seed, whatever the order', () => {
    const points = overconfident(100, 9).map((point, index) => ({ ...point, cluster: `case ${index % 40}` }))
    expect(judgeRecalibrations(points.toReversed(), { seed: 4 })).toEqual(judgeRecalibrations(points, { seed: 4 }))
  })

  it('are not made from too little', () => {
    const few = judgeRecalibrations(overconfident(19, 1), { seed: 1 })
    expect(few).toMatchObject({ status: 'undefined' })
    const allRight = overconfident(100, 1).map((point) => ({ ...point, right: true }))
    expect(judgeRecalibrations(allRight, { seed: 1 })).toMatchObject({
      status: 'undefined',
      reason: { values: { right: 100, wrong: 0 } },
    })
    expect(() => judgeRecalibrations([], { seed: 1, folds: 1 })).toThrow('Parts are counted from 2, got 1')
  })
})

function isotonicGain(points: readonly ConfidencePoint[]): number {
  const found = judgeRecalibrations(points, { seed: 2 })
  const isotonic = found.status === 'judged' ? found.methods.find(({ method }) => method === 'isotonic') : undefined
  return isotonic?.gain?.value ?? Number.NaN
}

/** Says σ(2.5 l) where the truth is σ(l). */
function overconfident(n: number, seed: number): ConfidencePoint[] {
  const random = createRandom(seed)
  return Array.from({ length: n }, () => {
    const l = random() * 3
    return { confidence: 1 / (1 + Math.exp(-2.5 * l)), right: random() < 1 / (1 + Math.exp(-l)) }
  })
}
