import { describe, expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import { correctedDifference } from './corrected-difference.ts'

type Sampled = { readonly label: number; readonly judged: number; readonly cluster: string }

describe('a difference corrected by labels', () => {
  it('is that of the labels where all have one, and of two means otherwise', () => {
    const [first, second] = [sided([1, 1, 0, 1, 0, 1, 1, 0, 1, 1]), sided([1, 1, 1, 1, 0, 1, 1, 1, 1, 1])]
    const all = correctedDifference({ labelled: first, unlabelled: [] }, { labelled: second, unlabelled: [] })
    expect(all).toMatchObject({ weights: { first: 0, second: 0 }, estimate: { value: expect.closeTo(0.2, 12), n: 10 } })
    const half = correctedDifference(
      { labelled: first.slice(0, 5), unlabelled: first.slice(5) },
      { labelled: second.slice(0, 5), unlabelled: second.slice(5) },
    )
    // The judge agrees with every label, so that with a weight of 1 it is the difference of its own rates.
    expect(half?.judgeAlone).toBeCloseTo(0.2, 12)
    expect(half?.estimate.value).toBeCloseTo(0.2, 1)
  })

  it('counts what is hard in both runs once', () => {
    const once = [1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1]
    const hard = [...once, ...once]
    const parts = (names: string) => ({ labelled: sided(hard, names), unlabelled: sided(hard, `others ${names}`) })
    const [same, apart] = [correctedDifference(parts('a'), parts('a')), correctedDifference(parts('a'), parts('b'))]
    expect(width(same?.estimate)).toBeLessThan(width(apart?.estimate) / 2)
  })

  it('takes copies of a case for one case', () => {
    const [first, second] = [sided([1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0]), sided([1, 0, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1])]
    const once = correctedDifference(copies(first, 1), copies(second, 1))
    const thrice = correctedDifference(copies(first, 3), copies(second, 3))
    expect(thrice?.estimate.low).toBeCloseTo(once?.estimate.low ?? 0, 12)
  })

  it('covers, is narrower than labels with a good judge, and never wider with any', () => {
    const good = drawn({ errors: [0.05, 0.05] })
    const guessing = drawn({ errors: [0.5, 0.5] })
    // It passes one in two of the second run's mistakes: its own difference is far off.
    const partial = drawn({ errors: [0.05, 0.05], lenient: 0.5 })
    const rare = drawn({ errors: [0.05, 0.05], lost: 0.02, won: 0.01, of: 100 })
    expect([good, guessing, partial, rare].map(({ covers }) => covers > 0.935 && covers < 0.985)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(partial.judgeCovers).toBeLessThan(0.1)
    expect(good.gain).toBeGreaterThan(1.3)
    expect(guessing.gain).toBeLessThan(1.1)
    expect(Math.max(...[good, guessing, partial, rare].map(({ widest }) => widest))).toBeLessThanOrEqual(1.02)
  })

  it('is none for fewer than two labels on either side', () => {
    const rows = sided([1, 0, 1])
    expect(
      correctedDifference({ labelled: rows.slice(0, 1), unlabelled: [] }, { labelled: rows, unlabelled: [] }),
    ).toBe(null)
  })
})

function sided(labels: readonly number[], names = 'c'): readonly Sampled[] {
  return labels.map((label, index) => ({ label, judged: label, cluster: `${names}${index}` }))
}

/** Eight of the rows with labels, each so many times. */
function copies(rows: readonly Sampled[], count: number) {
  const copied = rows.flatMap((row) => Array.from({ length: count }, () => row))
  return { labelled: copied.slice(0, 8 * count), unlabelled: copied.slice(8 * count) }
}

function width(estimate: { readonly low: number; readonly high: number } | undefined): number {
  return (estimate?.high ?? Infinity) - (estimate?.low ?? 0)
}

type Runs = {
  /** How often the judge is wrong in each run. */
  readonly errors: readonly [number, number]
  readonly lenient?: number
  readonly lost?: number
  readonly won?: number
  readonly of?: number
}

/** Of 400 pairs of runs with 600 cases, 80 % right in the first, and labels on the same results of both. */
function drawn({ errors, lenient = 0, lost = 0.1, won = 0.04, of = 60 }: Runs) {
  const random = createRandom(17)
  const judgedBy = (label: number, error: number) => (random() < error ? 1 - label : label)
  const samples = Array.from({ length: 400 }, () => {
    const first: Sampled[] = []
    const second: Sampled[] = []
    for (let index = 0; index < 600; index += 1) {
      const before = random() < 0.8 ? 1 : 0
      const after = random() < (before === 1 ? lost / 0.8 : won / 0.2) ? 1 - before : before
      first.push({ label: before, judged: judgedBy(before, errors[0]), cluster: `${index}` })
      const seen = after === 0 && random() < lenient ? 1 : judgedBy(after, errors[1])
      second.push({ label: after, judged: seen, cluster: `${index}` })
    }
    const parts = (rows: readonly Sampled[]) => ({ labelled: rows.slice(0, of), unlabelled: rows.slice(of) })
    const corrected = correctedDifference(parts(first), parts(second))
    if (corrected === null) throw new Error('there are labels')
    return corrected
  })
  const truth = won - lost
  const share = (holds: (one: (typeof samples)[number]) => boolean) => samples.filter(holds).length / samples.length
  return {
    covers: share(({ estimate: { low, high } }) => low <= truth && truth <= high),
    judgeCovers: share(({ judgeAlone }) => Math.abs(judgeAlone - truth) < 0.04),
    gain: samples.reduce((sum, { effectiveLabels }) => sum + effectiveLabels, 0) / samples.length / (2 * of),
    widest: Math.max(...samples.map(({ estimate, labelsAlone }) => width(estimate) / width(labelsAlone))),
  }
}
