import { describe, expect, it } from 'vitest'
import type { HumanLabel, ScoredCase, Verdict } from '../../core/index.ts'
import { createRandom } from '../../statistics/index.ts'
import { correctedSummary } from './corrected-summary.ts'

/** A result, and what a person would say of it. */
type Result = { readonly verdict: Verdict; readonly right: boolean }

describe('the pass rate as people would have it', () => {
  it('is near what they say where the verdicts are lenient, from labels drawn at random', async () => {
    const results = resultsOf({ right: 0.7, lenient: 0.5 })
    const { passRate } = await summaryOf(results, (index) => index % 10 === 0)
    const truth = results.filter(({ right }) => right).length / results.length
    expect(passRate).toMatchObject({ labels: 200, results: 2000 })
    expect(passRate?.skew).toBeUndefined()
    expect(passRate?.verdictsAlone).toBeGreaterThan(truth + 0.1)
    expect(covers(passRate?.estimate, truth)).toBe(true)
    expect(passRate?.effectiveLabels).toBeGreaterThan(200)
  })

  it('weighs by verdict where people labelled what failed first, and says so', async () => {
    const results = resultsOf({ right: 0.7, lenient: 0.3 })
    const failures = results.flatMap(({ verdict }, index) => (verdict === 'failed' ? [index] : []))
    const chosen = new Set(failures.slice(0, 150))
    const { passRate } = await summaryOf(results, (index) => chosen.has(index) || index % 20 === 0)
    const truth = results.filter(({ right }) => right).length / results.length
    expect(passRate?.skew?.labelled).toBeLessThan(0.5)
    expect(passRate).not.toHaveProperty('weight')
    expect(covers(passRate?.estimate, truth)).toBe(true)
    expect(covers(passRate?.labelsAlone, truth)).toBe(false)
  })

  it('counts the repeats of a case together', async () => {
    const once = resultsOf({ right: 0.7, lenient: 0.2 }).slice(0, 300)
    const thrice = once.flatMap((result) => [result, result, result])
    const [alone, together] = await Promise.all([
      summaryOf(once, (index) => index % 3 === 0),
      summaryOf(thrice, (index) => Math.floor(index / 3) % 3 === 0, 3),
    ])
    const width = ({ passRate }: typeof alone) => (passRate?.estimate.high ?? 0) - (passRate?.estimate.low ?? 0)
    expect(width(together) / width(alone)).toBeCloseTo(1, 1)
  })

  it('takes a result without a verdict for either, and people by majority', async () => {
    const results: Result[] = Array.from({ length: 10 }, (_, index) => ({
      verdict: index < 5 ? 'not-evaluated' : 'passed',
      right: true,
    }))
    const labels = results.flatMap((_result, position) => [
      labelOf(position, true, 'a'),
      labelOf(position, position > 1, 'b'),
      ...(position === 0 ? [labelOf(0, false, 'c')] : []),
    ])
    // Of case 0 two of three say no, of case 1 they are tied.
    const summary = await correctedSummary({ metrics: [] }, labels, { scoredCases: () => scored(results) })
    expect(summary?.passRate).toMatchObject({ labels: 9, verdictsAlone: 0.75, labelsAlone: { value: 8 / 9 } })
  })

  it('is about a metric where labels are', async () => {
    const results = resultsOf({ right: 0.6, lenient: 0.1 }).slice(0, 100)
    const labels = results.flatMap(({ right }, position) =>
      position % 2 === 0 ? [{ ...labelOf(position, right, 'a'), metric: 'm' }] : [],
    )
    const summary = await correctedSummary({ metrics: [{ name: 'm' }] }, labels, { scoredCases: () => scored(results) })
    expect(summary).toMatchObject({ metrics: [{ metric: 'm', labels: 50, results: 100 }] })
    expect(summary).not.toHaveProperty('passRate')
  })

  it.each([{ picked: true as const }, { through: 'MCP' }])(
    'is none of labels that are no draw, or not known to be a person’s: %o',
    async (mark) => {
      const results = resultsOf({ right: 0.6, lenient: 0.1 }).slice(0, 100)
      const picked = results.map(({ right }, position) => ({
        ...labelOf(position, right, 'a'),
        ...mark,
      }))
      expect(await correctedSummary({ metrics: [] }, picked, { scoredCases: () => scored(results) })).toBeUndefined()
    },
  )

  it('is none with four labels, and none with labels on aspects', async () => {
    const results = resultsOf({ right: 0.6, lenient: 0.1 }).slice(0, 20)
    const four = [0, 1, 2, 3].map((position) => labelOf(position, true, 'a'))
    expect(await correctedSummary({ metrics: [] }, four, { scoredCases: () => scored(results) })).toBeUndefined()
    const aspects = results.map((_result, position) => ({
      ...labelOf(position, true, 'a'),
      metric: 'm',
      aspect: 'tone',
    }))
    expect(
      await correctedSummary({ metrics: [{ name: 'm' }] }, aspects, { scoredCases: () => scored(results) }),
    ).toBeUndefined()
  })
})

/** 2,000 results of which a share is right; verdicts pass what is right, and of the rest the `lenient` share. */
function resultsOf({ right, lenient }: { readonly right: number; readonly lenient: number }): readonly Result[] {
  const random = createRandom(3)
  return Array.from({ length: 2000 }, () => {
    const isRight = random() < right
    return { right: isRight, verdict: isRight || random() < lenient ? 'passed' : 'failed' }
  })
}

async function summaryOf(results: readonly Result[], isLabelled: (index: number) => boolean, repeat = 1) {
  const labels = results.flatMap(({ right }, index) =>
    isLabelled(index) ? [{ ...labelOf(Math.floor(index / repeat), right, 'a'), repeat: index % repeat }] : [],
  )
  const summary = await correctedSummary({ metrics: [] }, labels, { scoredCases: () => scored(results, repeat) })
  if (summary === undefined) throw new Error('there are labels')
  return summary
}

async function* scored(results: readonly Result[], repeat = 1): AsyncGenerator<ScoredCase> {
  for (const [index, { verdict }] of results.entries()) {
    const position = Math.floor(index / repeat)
    const scores =
      verdict === 'not-evaluated'
        ? []
        : [
            {
              status: 'scored' as const,
              metric: 'm',
              value: verdict === 'passed' ? 1 : 0,
              passed: verdict === 'passed',
            },
          ]
    yield { position, repeat: index % repeat, caseId: `c${position}`, verdict, scores, cost: { toolCalls: 0 } }
  }
}

function labelOf(position: number, passed: boolean, by: string): HumanLabel {
  return {
    runId: 'r',
    position,
    repeat: 0,
    caseId: `c${position}`,
    passed,
    by,
    at: '2026-01-01T00:00:00Z',
    blind: true,
  }
}

function covers(estimate: { readonly low: number; readonly high: number } | undefined, truth: number): boolean {
  return estimate !== undefined && estimate.low <= truth && truth <= estimate.high
}
