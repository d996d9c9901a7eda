import { describe, expect, it } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import type { CaseResult, Run, RunStore } from '../core/index.ts'
import { openSqliteStore } from '../stores/index.ts'
import { compareRuns } from './compare-runs.ts'

describe('compareRuns', () => {
  it('says that the second run is better when enough cases say so', async () => {
    const { first, second, store } = await twoRuns([verdicts(40, 10)], [verdicts(40, 30)])
    const { better, worse, same, test } = await compareRuns(first, second, store)
    expect({ better, worse, same }).toEqual({ better: 20, worse: 0, same: 20 })
    expect(test).toMatchObject({ name: 'McNemar', enough: false })
    expect(test?.p).toBeCloseTo(2 * 0.5 ** 20, 12)
    expect(test?.difference.value).toBeGreaterThan(0.4)
  })

  it('cannot tell with a handful of cases, and says how many it would take', async () => {
    const { first, second, store } = await twoRuns([verdicts(8, 4)], [verdicts(8, 5)])
    const { test } = await compareRuns(first, second, store)
    expect(test).toMatchObject({ p: 1, enough: false })
    expect(test?.casesNeeded).toBeGreaterThan(100)
  })

  it('compares what both have and counts the rest', async () => {
    const { first, second, store } = await twoRuns([verdicts(6, 6)], [verdicts(4, 4)])
    expect(await compareRuns(first, second, store)).toMatchObject({ same: 4, onlyInOne: 2, cases: { length: 6 } })
  })

  it('takes the pass rate of a case where cases are repeated', async () => {
    const { first, second, store } = await twoRuns(
      [verdicts(12, 0), verdicts(12, 0)],
      [verdicts(12, 12), verdicts(12, 0)],
    )
    const { test, better, cases } = await compareRuns(first, second, store)
    expect(test).toMatchObject({ name: 'sign-flip', difference: { value: 0.5 } })
    expect(test?.p).toBeCloseTo(2 / 2 ** 12, 9)
    expect(better).toBe(12)
    expect(cases[0]).toMatchObject({ first: 'failed', second: 'failed', values: [{ first: 0, second: 0.5 }] })
  })
})

/** The first `passed` of `count` cases passed. */
function verdicts(count: number, passed: number): readonly boolean[] {
  return Array.from({ length: count }, (_, index) => index < passed)
}

async function twoRuns(first: readonly (readonly boolean[])[], second: readonly (readonly boolean[])[]) {
  const store = openSqliteStore(':memory:')
  return { first: await stored('first', first, store), second: await stored('second', second, store), store }
}

async function stored(runId: string, repeats: readonly (readonly boolean[])[], store: RunStore): Promise<Run> {
  const plan = madePlan({
    runId,
    dataset: { id: 'set', format: 'test', cases: repeats[0]?.length ?? 0 },
    metrics: [{ name: 'm' }],
    repeat: repeats.length,
    failOn: ['failed'],
  })
  await store.append(runId, { type: 'run-start', plan, resumed: false, done: 0 })
  for (const [repeat, passes] of repeats.entries()) {
    for (const [position, passed] of passes.entries()) {
      const result = resultOf(position, repeat, passed)
      const at = { position, repeat }
      await store.append(runId, { type: 'case-start', ...at, evalCase: result.evalCase })
      await store.append(runId, { type: 'scores', ...at, scores: result.scores })
      await store.append(runId, { type: 'case-end', ...at, result })
    }
  }
  return { plan, status: 'finished' }
}

function resultOf(position: number, repeat: number, passed: boolean): CaseResult {
  return {
    position,
    repeat,
    evalCase: { id: `case-${position}`, conversation: [] },
    transcript: { invocations: [] },
    scores: [{ status: 'scored', metric: 'm', value: passed ? 1 : 0, threshold: 1, passed }],
    verdict: passed ? 'passed' : 'failed',
    cost: { toolCalls: 0 },
    durationMs: 1,
  }
}
