import { describe, expect, it } from 'vitest'
import vectors from '../../../test/fixtures/statistics.json' with { type: 'json' }
import { createRandom } from '../random.ts'
import { krippendorffAlpha } from './krippendorff.ts'

const reference = vectors.krippendorff.units.map((unit) => ({ values: unit.filter((value) => value !== null) }))

describe("Krippendorff's alpha", () => {
  it.each(['nominal', 'ordinal', 'interval'] as const)('is that of the reference for %s values', (scale) => {
    const alpha = krippendorffAlpha(reference, { scale })
    expect(alpha).toMatchObject({ value: expect.closeTo(vectors.krippendorff[scale], 9), n: 10 })
  })

  it('is that of the published example of four observers and twelve things', () => {
    const observers = [
      [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
      [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
      [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
      [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
    ]
    const things = Array.from({ length: 12 }, (_, index) => ({
      values: observers.flatMap((values) => values[index] ?? []),
    }))
    const published = { nominal: 0.743, ordinal: 0.815, interval: 0.849 } as const
    for (const scale of ['nominal', 'ordinal', 'interval'] as const) {
      expect(krippendorffAlpha(things, { scale })).toMatchObject({ value: expect.closeTo(published[scale], 3) })
    }
  })

  it('cannot be told where all say the same, or nobody labelled what another did', () => {
    const same = Array.from({ length: 20 }, () => ({ values: [1, 1, 1] }))
    expect(krippendorffAlpha(same, { scale: 'nominal' })).toMatchObject({ status: 'undefined' })
    expect(krippendorffAlpha([{ values: [1] }, { values: [] }], { scale: 'nominal' })).toMatchObject({
      status: 'undefined',
    })
  })

  it('is not sure of itself where all agree', () => {
    const agreed = Array.from({ length: 20 }, (_, index) => ({ values: [index % 2, index % 2, index % 2] }))
    const alpha = krippendorffAlpha(agreed, { scale: 'nominal' })
    expect(alpha).toMatchObject({ value: 1, high: 1 })
    expect(alpha.status === 'measured' && alpha.low).toBeLessThan(0.8)
  })

  it('counts things of one cluster together', () => {
    const once = drawn(40, createRandom(5))
    const copied = once.flatMap((unit, cluster) => [0, 1, 2, 3, 4].map(() => ({ ...unit, cluster })))
    const [alone, together] = [once, copied].map((units) => krippendorffAlpha(units, { scale: 'nominal' }))
    expect(together).toMatchObject({ value: expect.closeTo(measured(alone).value, 1) })
    expect(width(together) / width(alone)).toBeGreaterThan(0.9)
  })

  it('covers the true alpha', () => {
    const random = createRandom(9)
    const truth = measured(krippendorffAlpha(drawn(4000, random), { scale: 'nominal' })).value
    for (const size of [20, 60]) {
      const samples = Array.from({ length: 200 }, () =>
        krippendorffAlpha(drawn(size, random), { scale: 'nominal' }),
      ).flatMap((one) => (one.status === 'measured' ? [one] : []))
      const covered = samples.filter(({ low, high }) => low <= truth && truth <= high).length / samples.length
      expect(covered).toBeGreaterThan(0.92)
    }
  })
})

/** Three people who are wrong in one of ten, and two things in three pass; each labels four of five. */
function drawn(count: number, random: () => number) {
  return Array.from({ length: count }, () => {
    const truth = random() < 2 / 3 ? 1 : 0
    const values = [0, 1, 2].flatMap(() => (random() < 0.2 ? [] : [random() < 0.1 ? 1 - truth : truth]))
    return { values }
  })
}

function measured(alpha: ReturnType<typeof krippendorffAlpha> | undefined) {
  if (alpha?.status !== 'measured') throw new Error('alpha can be told')
  return alpha
}

function width(alpha: ReturnType<typeof krippendorffAlpha> | undefined): number {
  const { low, high } = measured(alpha)
  return high - low
}
