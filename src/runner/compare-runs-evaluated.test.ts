import { describe, expect, it } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import type { CaseResult, Cost, Run, RunComparison, RunPlan, RunStore, Score, Verdict } from '../core/index.ts'
import { openSqliteStore } from '../stores/index.ts'
import { compareRuns, isWorse } from './compare-runs.ts'

const because = { text: 'because' }

/** How a case ends, or what it scores in each metric. */
type Kind = 'passed' | 'failed' | 'agent' | 'abstained' | 'judge' | 'absent'

describe('comparing what was not evaluated', () => {
  it('takes a judge’s silence for no loss, and says that less was evaluated', async () => {
    const comparison = await compared(kinds({ passed: 200 }), kinds({ passed: 170, judge: 30 }))
    expect(comparison).toMatchObject({ better: 0, worse: 0, same: 170 })
    expect(comparison.test).toMatchObject({ p: 1, difference: { value: 0, n: 170 } })
    expect(isWorse(comparison)).toBe(false)
    expect(comparison.unevaluated).toMatchObject({
      first: { count: 0, why: [] },
      second: { count: 30, why: [{ reason: 'judge', count: 30 }] },
      both: 0,
    })
    expect(comparison.evaluation).toMatchObject({ name: 'McNemar', less: true, difference: { value: -0.15, n: 200 } })
    expect(comparison.evaluation?.p).toBeCloseTo(2 * 0.5 ** 30, 15)
  })

  it('has no difference where a dead judge left nothing to compare', async () => {
    const comparison = await compared(kinds({ passed: 4 }), kinds({ judge: 4 }))
    expect(comparison.test).toBeUndefined()
    expect(comparison).toMatchObject({ better: 0, worse: 0, same: 0, metrics: [], evaluation: { less: true } })
    expect(isWorse(comparison)).toBe(false)
  })

  it('tests too whether a gain outweighs what is not evaluated any more', async () => {
    const before = kinds({ failed: 10, passed: 20 })
    const lost = await compared(before, kinds({ passed: 20, judge: 10 }))
    expect(lost.test).toMatchObject({
      p: expect.closeTo(2 / 2 ** 10, 12),
      difference: { value: 0.5 },
      withLost: { p: 1, difference: { value: 0 } },
    })
    const few = await compared(before, kinds({ passed: 29, judge: 1 }))
    expect(few.test?.withLost?.difference.value).toBeCloseTo(9 / 30, 12)
    expect(few.test?.withLost?.p).toBeCloseTo(24 / 2 ** 11, 12)
    // Of a repeated case half is lost; what was never run is no loss.
    const half = await compared(
      { repeats: [before, before] },
      { repeats: [kinds({ passed: 30 }), kinds({ judge: 30 })] },
    )
    expect(half.test?.withLost?.difference.value).toBeCloseTo(0.5 - 20 / 30, 12)
    const stopped = { ...plain(kinds({ passed: 10, absent: 20 })), sha256: 'a' }
    expect((await compared({ ...plain(before), sha256: 'a' }, stopped)).test).not.toHaveProperty('withLost')
  })

  it('does not call a few missing cases clearly less', async () => {
    const comparison = await compared(kinds({ passed: 40 }), kinds({ passed: 37, abstained: 3 }))
    expect(comparison.evaluation).toMatchObject({ p: expect.closeTo(0.25, 12), less: false })
    expect(comparison.unevaluated.second.why).toEqual([{ reason: 'abstained', count: 3 }])
    // More than before is not less.
    const reverse = await compared(kinds({ passed: 20, judge: 20 }), kinds({ passed: 40 }))
    expect(reverse.evaluation).toMatchObject({ less: false, difference: { value: 0.5 } })
  })

  it('counts an agent that broke as not passed', async () => {
    const comparison = await compared(kinds({ passed: 40 }), kinds({ passed: 25, agent: 15 }))
    expect(comparison).toMatchObject({ worse: 15, same: 25, unevaluated: { second: { count: 0 } } })
    expect(comparison.evaluation).toMatchObject({ less: false })
    expect(isWorse(comparison)).toBe(true)
  })

  it('counts of a repeated case the repeats that were evaluated', async () => {
    const first = { repeats: [kinds({ passed: 6 }), kinds({ passed: 6 })] }
    const second = { repeats: [kinds({ passed: 6 }), kinds({ judge: 6 })] }
    const comparison = await compared(first, second)
    expect(comparison).toMatchObject({ same: 6, test: { difference: { value: 0 } } })
    expect(comparison.evaluation).toMatchObject({ name: 'sign-flip', difference: { value: -0.5 }, less: true })
  })

  it('takes what a stopped run never got to for not evaluated', async () => {
    const second = { ...plain(kinds({ passed: 4, absent: 36 })), cases: 40 }
    const comparison = await compared({ ...plain(kinds({ passed: 40 })), sha256: 'a' }, { ...second, sha256: 'a' })
    expect(comparison.unevaluated.second).toMatchObject({ count: 36, why: [{ reason: 'not-run', count: 36 }] })
    expect(comparison).toMatchObject({ onlyInOne: 0, same: 4, evaluation: { less: true } })
  })

  it('names the cases that only one run has', async () => {
    const comparison = await compared(kinds({ passed: 3 }), kinds({ absent: 2, passed: 3 }))
    expect(comparison.onlyIn).toEqual({
      first: { count: 2, caseIds: ['c0', 'c1'] },
      second: { count: 2, caseIds: ['c3', 'c4'] },
    })
    expect(comparison).toMatchObject({ same: 1, onlyInOne: 4 })
  })
})

describe('what the runs were told differently', () => {
  it('is nothing where they were told the same', async () => {
    expect((await compared(kinds({ passed: 2 }), kinds({ passed: 2 }))).settings).toEqual([])
  })

  it('is listed: target, metrics, thresholds, judges and their instructions, repeats, the simulated user', async () => {
    const first = plain(kinds({ passed: 2 }))
    const comparison = await compared(
      {
        ...first,
        judge: 'one',
        instruction: 'm@1',
        plan: { metrics: [{ name: 'm', threshold: 0.5 }, { name: 'old' }] },
      },
      {
        ...first,
        judge: 'other',
        instruction: 'm@2',
        plan: { metrics: [{ name: 'm', threshold: 0.8 }], target: { name: 'new' }, user: { model: 'polite' } },
      },
    )
    expect(comparison.settings).toEqual([
      { setting: 'target', first: 'agent', second: 'new' },
      { setting: 'user', first: '', second: 'polite' },
      { setting: 'metrics', first: 'old', second: '' },
      { setting: 'threshold', metric: 'm', first: '0.5', second: '0.8' },
      { setting: 'judge', metric: 'm', first: 'one', second: 'other' },
      { setting: 'instruction', metric: 'm', first: 'm@1', second: 'm@2' },
    ])
  })

  it('is no judge that one of the runs did not need', async () => {
    const first = plain(kinds({ passed: 2 }))
    expect((await compared(first, { ...first, judge: 'one', instruction: 'm@1' })).settings).toEqual([])
  })

  it('is another target under the same name', async () => {
    const first = plain(kinds({ passed: 2 }))
    const settings = async (before?: string, after?: string) =>
      (await compared({ ...first, ...origin(before) }, { ...first, ...origin(after) })).settings
    expect(await settings(undefined, 'v2')).toEqual([{ setting: 'target', first: 'agent', second: 'agent (v2)' }])
    expect(await settings('v1', 'v2')).toEqual([{ setting: 'target', first: 'agent (v1)', second: 'agent (v2)' }])
    expect(await settings('v2', 'v2')).toEqual([])
  })

  it('is a dataset of another content: only cases that are the same are compared', async () => {
    const comparison = await compared(
      { ...plain(kinds({ failed: 40 })), sha256: 'aaaaaaaaaa' },
      { ...plain(kinds({ passed: 40 })), sha256: 'bbbbbbbbbb', asks: otherFrom30 },
    )
    expect(comparison.settings).toEqual([{ setting: 'dataset', first: 'set (aaaaaaaa)', second: 'set (bbbbbbbb)' }])
    expect(comparison).toMatchObject({ changed: { count: 10 }, better: 30, test: { difference: { n: 30 } } })
    expect(comparison.cases.filter(({ changed }) => changed === true)).toHaveLength(10)
    const nothing = await compared(
      { ...plain(kinds({ failed: 40 })), sha256: 'a' },
      { ...plain(kinds({ passed: 40 })), sha256: 'b', asks: () => 'something else' },
    )
    expect(nothing).toMatchObject({ changed: { count: 40 }, better: 0 })
    expect(nothing.test).toBeUndefined()
  })
})

describe('metric by metric', () => {
  it('has a paired test each, corrected by Holm for their number', async () => {
    // In m 6 cases get worse, in steady none moves, in graded 10 differ by 0.1 to 1 with one the other way round.
    const graded = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, -0.05]
    const first = (position: number) => ({ m: 1, steady: 1, graded: Math.max(0, graded[position] ?? 0) })
    const second = (position: number) => ({
      m: position < 6 ? 0 : 1,
      steady: 1,
      graded: Math.max(0, -(graded[position] ?? 0)),
    })
    const plan = { metrics: [{ name: 'm' }, { name: 'steady' }, { name: 'graded' }] }
    const { metrics } = await compared(
      { ...plain(kinds({ passed: 10 })), values: first, plan },
      { ...plain(kinds({ passed: 10 })), values: second, plan },
    )
    const [m, steady, third] = metrics
    // McNemar's exact test of 0 and 6: 2/2^6. All signs of ten differences: 2 sums are as far out, and 2 a little less.
    expect(m).toMatchObject({ metric: 'm', name: 'McNemar', n: 10, first: 1, second: 0.4 })
    expect(m?.p).toBeCloseTo(2 / 2 ** 6, 12)
    expect(steady).toMatchObject({ name: 'McNemar', p: 1, difference: { value: 0 } })
    expect(third?.name).toBe('sign-flip')
    expect(third?.p).toBeCloseTo(4 / 2 ** 10, 12)
    // Holm over 0.00390625, 0.03125 and 1: times 3, times 2, times 1.
    expect(metrics.map(({ adjustedP }) => Number(adjustedP.toFixed(12)))).toEqual([0.0625, 1, (4 / 2 ** 10) * 3])
  })

  it('has an interval around the mean of the paired differences', async () => {
    const { metrics } = await compared(
      { ...plain(kinds({ passed: 4 })), values: (position) => ({ m: [0.2, 0.4, 0.6, 0.8][position] ?? 0 }) },
      { ...plain(kinds({ passed: 4 })), values: (position) => ({ m: [0.3, 0.6, 0.7, 0.8][position] ?? 0 }) },
    )
    // Differences 0.1, 0.2, 0.1, 0: mean 0.1, deviation 0.08165, t(3) = 3.18245.
    const half = (3.182446305 * Math.sqrt(0.02 / 3)) / 2
    expect(metrics[0]?.difference).toMatchObject({ method: 't-paired', n: 4 })
    expect(metrics[0]?.difference.value).toBeCloseTo(0.1, 12)
    expect(metrics[0]?.difference.low).toBeCloseTo(0.1 - half, 8)
    expect(metrics[0]?.difference.high).toBeCloseTo(0.1 + half, 8)
  })
})

it('compares what a case took, where both runs know', async () => {
  const { quantities } = await compared(
    {
      ...plain(kinds({ passed: 4, agent: 1 })),
      cost: (position) => costOf([100, 110, 120, undefined, 9][position], 2),
    },
    { ...plain(kinds({ passed: 4, agent: 1 })), cost: (position) => costOf([110, 130, 130, 500, 9][position], 1.5) },
  )
  // The case whose agent broke is in neither, and tokens are known of three: 10, 20 and 10 more.
  expect(quantities.map(({ quantity, n }) => [quantity, n])).toEqual([
    ['agent-seconds', 4],
    ['input-tokens', 3],
  ])
  expect(quantities[0]?.difference).toMatchObject({ value: -0.5, low: -0.5, high: -0.5, method: 'constant' })
  const { value, low, high } = quantities[1]!.difference
  const half = 4.30265273 * (Math.sqrt(100 / 3) / Math.sqrt(3))
  expect([value, low, high].map((one) => Number(one.toFixed(6)))).toEqual(
    [40 / 3, 40 / 3 - half, 40 / 3 + half].map((one) => Number(one.toFixed(6))),
  )
})

const otherFrom30 = (position: number): string => (position < 30 ? 'the same' : 'something else')

function costOf(inputTokens: number | undefined, agentSeconds: number): Cost {
  return { toolCalls: 0, ...(inputTokens !== undefined && { inputTokens }), agentSeconds }
}

type Given = {
  readonly repeats: readonly (readonly Kind[])[]
  readonly cases?: number
  readonly sha256?: string
  readonly asks?: (position: number) => string
  readonly values?: (position: number) => Readonly<Record<string, number>>
  readonly cost?: (position: number) => Cost
  readonly judge?: string
  readonly instruction?: string
  readonly plan?: Partial<RunPlan>
}

function kinds(counts: Partial<Record<Kind, number>>): readonly Kind[] {
  return Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, () => kind as Kind))
}

function plain(given: readonly Kind[]): Given {
  return { repeats: [given] }
}

async function compared(first: Given | readonly Kind[], second: Given | readonly Kind[]): Promise<RunComparison> {
  const store = openSqliteStore(':memory:')
  const given = (one: Given | readonly Kind[]): Given => ('repeats' in one ? one : plain(one))
  return compareRuns(await stored('first', given(first), store), await stored('second', given(second), store), store)
}

async function stored(runId: string, given: Given, store: RunStore): Promise<Run> {
  const { repeats, sha256, plan: changes } = given
  const plan = madePlan({
    runId,
    dataset: { id: 'set', format: 'test', cases: repeats[0]?.length ?? 0, ...(sha256 !== undefined && { sha256 }) },
    metrics: [{ name: 'm' }],
    repeat: repeats.length,
    failOn: ['failed'],
    ...changes,
  })
  await store.append(runId, { type: 'run-start', plan, resumed: false, done: 0 })
  for (const [repeat, ends] of repeats.entries()) {
    for (const [position, kind] of ends.entries()) {
      if (kind === 'absent') continue
      const result = resultOf(position, repeat, kind, given)
      const at = { position, repeat }
      await store.append(runId, { type: 'case-start', ...at, evalCase: result.evalCase })
      await store.append(runId, { type: 'scores', ...at, scores: result.scores })
      await store.append(runId, { type: 'case-end', ...at, result })
    }
  }
  return { plan, status: 'finished' }
}

const verdicts: Readonly<Record<Exclude<Kind, 'absent'>, Verdict>> = {
  passed: 'passed',
  failed: 'failed',
  agent: 'error',
  abstained: 'not-evaluated',
  judge: 'not-evaluated',
}

function resultOf(position: number, repeat: number, kind: Exclude<Kind, 'absent'>, given: Given): CaseResult {
  const { asks = () => 'the same', cost = () => ({ toolCalls: 0 }) } = given
  return {
    position,
    repeat,
    evalCase: { id: `c${position}`, conversation: [{ userContent: { parts: [{ text: asks(position) }] } }] },
    transcript: { invocations: [], ...(kind === 'agent' && { failure: { code: 'agent', reason: because } }) },
    scores: scoresOf(position, kind, given),
    verdict: verdicts[kind],
    cost: cost(position),
    durationMs: 1,
  }
}

function scoresOf(position: number, kind: Exclude<Kind, 'absent'>, { values, judge, instruction }: Given): Score[] {
  if (kind === 'judge') return [{ status: 'error', metric: 'm', blame: 'judge', reason: because }]
  if (kind === 'abstained' || kind === 'agent') return [{ status: 'not-evaluated', metric: 'm', reason: because }]
  const scored = values?.(position) ?? { m: kind === 'passed' ? 1 : 0 }
  const reply = { judge: judge ?? '', instruction: instruction ?? '', raw: '', calls: 1, latencyMs: 1 }
  const judged = { samples: [{ value: 1, reply }], saved: 0, agreement: 1 }
  return Object.entries(scored).map(([metric, value]) => ({
    status: 'scored',
    metric,
    value,
    passed: value >= 0.5,
    ...(judge !== undefined && { judged }),
  }))
}

function origin(target?: string) {
  return { plan: { origin: { cwd: '/', ...(target !== undefined && { target }) } } }
}
