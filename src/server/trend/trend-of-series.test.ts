import { describe, expect, it } from 'vitest'
import { type Run, message } from '../../core/index.ts'
import { runStateOf } from '../run-row.ts'
import { trendOfSeries } from './trend-of-series.ts'

type Given = {
  readonly dataset?: Partial<Run['plan']['dataset']>
  readonly target?: string
  readonly models?: readonly string[]
  readonly judge?: string
  readonly commit?: string
  readonly passed?: number
  readonly evaluated?: number
  readonly unfinished?: number
  readonly status?: Run['status']
}

function run(runId: string, given: Given = {}): Run {
  const { target = 'agent', models, judge, passed = 3, evaluated = 4, unfinished = 0, status = 'finished' } = given
  const rate = { value: passed / 4, low: 0, high: 1, n: evaluated, level: 0.95, method: 'wilson' }
  const counts = { total: 4, passed, failed: evaluated - passed, error: 0, notEvaluated: 4 - evaluated }
  const metric = { metric: 'equivalence', scored: 4, passed, failed: 0, measured: 0, notEvaluated: 0, error: 0 }
  return {
    plan: {
      runId,
      createdAt: `2026-11-2${runId.length}T00:00:00Z`,
      version: '1.0.0',
      dataset: { id: 'drinks', path: `/${runId}/drinks.json`, format: 'adk', sha256: 'aa', cases: 4, ...given.dataset },
      target: { name: target, ...(models !== undefined && { models: [...models] }) },
      ...(given.commit !== undefined && { commit: given.commit }),
      metrics: [{ name: 'equivalence' }],
      repeat: 1,
      concurrency: 8,
      seed: 1,
      adkCompat: false,
      failOn: [],
    },
    status,
    summary: {
      results: counts,
      unfinished,
      passRate: evaluated === 0 ? null : rate,
      metrics: [{ ...metric, passRate: rate, mean: rate, ...(judge !== undefined && { judges: [judge] }) }],
      cost: { toolCalls: 0 },
      gate: { passed: true, rules: ['failed'], reasons: [message('fine')] },
    },
  }
}

const trendOf = (newestFirst: readonly Run[], series?: string) =>
  trendOfSeries(newestFirst, {
    series,
    stateOf: (one) => runStateOf(one, () => false),
    promptOf: async ({ plan }) => (plan.runId === 'third' ? 'Be brief.' : 'Be kind.'),
  })

describe('the trend of a series', () => {
  it('joins runs of the same content and the same target, wherever the file lay and whatever it was called', async () => {
    const renamed = run('two', { dataset: { id: 'beverages', name: 'Beverages', path: '/else.json' } })
    const { points, series } = await trendOf([renamed, run('other', { target: 'another' }), run('one')])
    expect(points.map(({ runId }) => runId)).toEqual(['one', 'two'])
    expect(series.map(({ target, points: count }) => [target, count])).toEqual([
      ['agent', 2],
      ['another', 1],
    ])
  })

  it('keeps apart the same name with another content, and a selection of cases', async () => {
    const { points } = await trendOf([
      run('b'),
      run('new content', { dataset: { sha256: 'bb' } }),
      run('a few', { dataset: { selected: ['tea'], cases: 1 } }),
      run('a'),
    ])
    expect(points.map(({ runId }) => runId)).toEqual(['a', 'b'])
  })

  it('has no point of a run that was stopped, or of which nothing was evaluated, and counts them', async () => {
    const { points, leftOut } = await trendOf([
      run('d'),
      run('nothing', { evaluated: 0, passed: 0 }),
      run('decided early', { unfinished: 2 }),
      run('interrupted', { status: 'interrupted' }),
      run('killed', { status: 'running' }),
      run('c'),
    ])
    expect(points.map(({ runId }) => runId)).toEqual(['c', 'd'])
    expect(leftOut).toBe(4)
  })

  it('says what was told differently from the point before: the agent’s models, and who judged', async () => {
    const { points } = await trendOf([
      run('third', { models: ['new'], judge: 'large', commit: 'b'.repeat(40) }),
      run('second', { models: ['new'], judge: 'small', commit: 'a'.repeat(40) }),
      run('first', { models: ['old'], judge: 'small' }),
    ])
    expect(points.map(({ changes }) => changes.map(({ setting, first, second }) => `${setting}: ${first} → ${second}`)))
      .toMatchInlineSnapshot(`
        [
          [],
          [
            "models: old → new",
          ],
          [
            "prompt: Be kind. → Be brief.",
            "commit: aaaaaaaaaaaa → bbbbbbbbbbbb",
            "judge: small → large",
          ],
        ]
      `)
  })
})
