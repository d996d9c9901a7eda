import { describe, expect, it } from 'vitest'
import vectors from '../../../test/fixtures/statistics.json' with { type: 'json' }
import { correctedRate } from './corrected-rate.ts'

describe('a rate corrected by error rates', () => {
  it.each(vectors.rogan_gladen)('is that of the reference for $p of $n', ({ p, q0, q1, n, m0, m1, theta, ci }) => {
    const errors = { sensitivity: q1, positives: m1, specificity: q0, negatives: m0 }
    expect(correctedRate({ rate: p, n }, errors)).toEqual({
      value: expect.closeTo(theta, 9),
      low: expect.closeTo(ci[0] ?? 0, 9),
      high: expect.closeTo(ci[1] ?? 0, 9),
      n,
      level: 0.95,
      method: 'rogan-gladen',
    })
  })

  it('is none for a judge that says next to nothing', () => {
    const errors = { sensitivity: 0.6, positives: 100, specificity: 0.44, negatives: 100 }
    expect(correctedRate({ rate: 0.5, n: 100 }, errors)).toBeNull()
  })

  it('stays within 0 and 1', () => {
    const errors = { sensitivity: 0.9, positives: 50, specificity: 0.9, negatives: 50 }
    expect(correctedRate({ rate: 0.02, n: 100 }, errors)).toMatchObject({ value: 0, low: 0 })
    expect(correctedRate({ rate: 0.99, n: 100 }, errors)).toMatchObject({ value: 1, high: 1 })
  })
})
