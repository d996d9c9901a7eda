import { describe, expect, it } from 'vitest'
import type { HumanLabel, ScoredCase } from '../../core/index.ts'
import { createRandom } from '../../statistics/index.ts'
import type { CaseSlices } from './case-slices.ts'
import { correctedComparison } from './corrected-comparison.ts'

/** What a person says of a case's result, and what the judge says. */
type Result = { readonly right: boolean; readonly passed: boolean }

describe('the difference of two runs as people would have it', () => {
  it('finds what a judge that is lenient with the second run does not see', async () => {
    const { first, second, truth } = twoRuns()
    const corrected = await comparisonOf(first, second, (position) => position % 10 === 0)
    expect(corrected?.passRate).toMatchObject({ labels: 300, results: 3000 })
    expect(corrected?.passRate?.verdictsAlone).toBeGreaterThan(truth + 0.1)
    expect(covers(corrected?.passRate?.estimate, truth)).toBe(true)
    expect(corrected?.passRate?.effectiveLabels).toBeGreaterThan(300)
    expect(corrected?.passRate).not.toHaveProperty('skewed')
  })

  it('is there too where people labelled other cases of each run', async () => {
    const { first, second, truth } = twoRuns()
    const corrected = await comparisonOf(
      first,
      second,
      (position) => position % 10 === 0,
      (position) => position % 10 === 5,
    )
    expect(covers(corrected?.passRate?.estimate, truth)).toBe(true)
  })

  it('weighs by verdict where failures were labelled first', async () => {
    const { first, second, truth } = twoRuns()
    const isFailed = (position: number) => first[position]?.passed === false || second[position]?.passed === false
    const corrected = await comparisonOf(
      first,
      second,
      (position) => position % 12 === 0 || (position % 3 === 0 && isFailed(position)),
    )
    expect(corrected?.passRate).toMatchObject({ skewed: true })
    expect(corrected?.passRate).not.toHaveProperty('weights')
    expect(covers(corrected?.passRate?.estimate, truth)).toBe(true)
  })

  it('is told by slice, and says where there are too few labels', async () => {
    const { first, second } = twoRuns()
    const slices: CaseSlices = new Map(
      first.map((_result, position) => [
        position,
        [
          { by: 'category' as const, name: position < 60 ? 'small' : 'large' },
          ...(position % 2 === 0 ? [{ by: 'tag' as const, name: 'even' }] : []),
        ],
      ]),
    )
    const corrected = await comparisonOf(first, second, (position) => position % 10 === 0, undefined, slices)
    expect(
      corrected?.slices.map(({ by, name, labels, results, corrected: one }) => [by, name, labels, results, !!one]),
    ).toEqual([
      ['category', 'large', 288, 2880, true],
      ['category', 'small', 12, 120, false],
      ['tag', 'even', 300, 1500, true],
    ])
  })

  it('is none where one of the runs has nine labelled cases', async () => {
    const { first, second } = twoRuns()
    const corrected = await comparisonOf(
      first,
      second,
      () => true,
      (position) => position < 9,
    )
    expect(corrected).toBeUndefined()
  })

  it('corrects means where people scored', async () => {
    const { first, second } = twoRuns()
    const corrected = await correctedComparison(
      { plan: { metrics: [{ name: 'm' }] }, labels: scoresOf(first), scoredCases: () => scored(first) },
      { plan: { metrics: [{ name: 'm' }] }, labels: scoresOf(second), scoredCases: () => scored(second) },
      { cases: casesOf(first), slices: async () => new Map() },
    )
    expect(corrected).toMatchObject({ metrics: [], means: [{ metric: 'm', labels: 80, results: 3000 }] })
  })
})

/** 1,500 cases; the second run gets fewer right, and its judge passes half of its mistakes. */
function twoRuns() {
  const random = createRandom(31)
  const first: Result[] = []
  const second: Result[] = []
  for (let position = 0; position < 1500; position += 1) {
    const before = random() < 0.8
    const after = before ? random() < 0.75 : random() < 0.2
    first.push({ right: before, passed: random() < 0.05 ? !before : before })
    second.push({ right: after, passed: after || random() < 0.5 })
  }
  const rate = (results: readonly Result[]) => results.filter(({ right }) => right).length / results.length
  return { first, second, truth: rate(second) - rate(first) }
}

async function comparisonOf(
  first: readonly Result[],
  second: readonly Result[],
  isLabelled: (position: number) => boolean,
  isLabelledThen = isLabelled,
  slices: CaseSlices = new Map(),
) {
  const labels = (results: readonly Result[], chosen: (position: number) => boolean) =>
    results.flatMap(({ right }, position) => (chosen(position) ? [labelOf(position, { passed: right })] : []))
  return correctedComparison(
    { plan: { metrics: [] }, labels: labels(first, isLabelled), scoredCases: () => scored(first) },
    { plan: { metrics: [] }, labels: labels(second, isLabelledThen), scoredCases: () => scored(second) },
    { cases: casesOf(first), slices: async () => slices },
  )
}

/** What people gave the first forty results. */
function scoresOf(results: readonly Result[]): readonly HumanLabel[] {
  return results.slice(0, 40).map(({ right }, position) => labelOf(position, { metric: 'm', value: right ? 0.9 : 0.2 }))
}

function casesOf(results: readonly Result[]): ReadonlySet<string> {
  return new Set(results.map((_result, position) => `c${position}`))
}

async function* scored(results: readonly Result[]): AsyncGenerator<ScoredCase> {
  for (const [position, { passed }] of results.entries()) {
    yield {
      position,
      repeat: 0,
      caseId: `c${position}`,
      verdict: passed ? 'passed' : 'failed',
      scores: [{ status: 'scored', metric: 'm', value: passed ? 0.8 : 0.3, passed }],
      cost: { toolCalls: 0 },
    }
  }
}

function labelOf(position: number, said: Pick<HumanLabel, 'metric' | 'passed' | 'value'>): HumanLabel {
  return { runId: 'r', position, repeat: 0, caseId: `c${position}`, ...said, at: '2026-01-01T00:00:00Z', blind: true }
}

function covers(estimate: { readonly low: number; readonly high: number } | undefined, truth: number): boolean {
  return estimate !== undefined && estimate.low <= truth && truth <= estimate.high
}
