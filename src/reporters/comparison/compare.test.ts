import { describe, expect, it } from 'vitest'
import { estimate, hostile } from '../../../test/fixtures/sample-run.ts'
import { type RunComparison, toEnglish } from '../../core/index.ts'
import { comparedTogether } from './compared-together.ts'
import { comparisonOutcome, comparisonVerdict, testSentences } from './comparison-verdict.ts'
import { toMarkdownComparison, toMarkdownComparisons, toTerminalComparison, toTerminalComparisons } from './compare.ts'

const test: NonNullable<RunComparison['test']> = {
  name: 'McNemar',
  p: 1,
  difference: estimate(-0.05, -0.2, 0.1, 20),
  enough: false,
  casesNeeded: 310,
}

const comparison: RunComparison = {
  first: { runId: 'run-1', passRate: estimate(0.85, 0.6, 0.9, 20) },
  second: { runId: 'run-2', passRate: estimate(0.8, 0.6, 0.9, 20) },
  settings: [],
  changed: { count: 0, caseIds: [] },
  onlyIn: { first: { count: 0, caseIds: [] }, second: { count: 1, caseIds: ['new'] } },
  unevaluated: { first: { count: 0, caseIds: [], why: [] }, second: { count: 0, caseIds: [], why: [] }, both: 0 },
  metrics: [],
  quantities: [],
  better: 1,
  worse: 1,
  same: 17,
  moved: { better: 0, worse: 0, other: 0 },
  onlyInOne: 1,
  cases: [
    { caseId: 'same', first: 'passed', second: 'passed', positions: {}, values: [] },
    {
      caseId: 'new',
      first: undefined,
      second: 'error',
      positions: {},
      values: [{ metric: 'rouge-1', first: null, second: 0 }],
    },
    { caseId: 'repaired', first: 'failed', second: 'passed', change: 'better', positions: {}, values: [] },
    {
      caseId: '返金-1',
      first: 'passed',
      second: 'failed',
      change: 'worse',
      moved: 'worse',
      positions: {},
      values: [{ metric: 'rouge-1', first: 0.9, second: 0.7996 }],
    },
  ],
  test,
}

const verdictOf = (changed: Partial<typeof test>) =>
  toTerminalComparison(
    { ...comparison, test: { ...test, ...changed } },
    { language: 'en', color: false, columns: 100 },
  ).split('\n')[0]

describe('toTerminalComparison', () => {
  it('states no interval for what was measured once, or came out the same in all cases', () => {
    const difference = { value: 990, low: 990, high: 990, n: 1, level: 0.95, method: 'constant' }
    const quantities = [{ quantity: 'input-tokens' as const, n: 1, first: 10, second: 1000, difference }]
    const shown = toTerminalComparison({ ...comparison, quantities }, { language: 'en', color: false, columns: 100 })
    expect(shown).toContain('Input tokens: 10 → 1,000, +990 (– to –), 1 case')
  })

  it('tells the verdict in words, the numbers, then what changed, worse first', () => {
    expect(toTerminalComparison(comparison, { language: 'en', color: false, columns: 100 })).toMatchInlineSnapshot(`
      "Cannot tell with 20 cases; it would take about 310 to see 5 points
      Against run-1: 1 better, 1 worse, 17 the same; pass rate 85 % → 80 %
      Difference −5 points (95 % interval −20 to +10); McNemar: p = 1
      1 in the compared run only: new

      ▼ passed → failed  返金-1    rouge-1 0.9 → 0.8
      ▲ failed → passed  repaired
      ◇ – → error        new       rouge-1 none → 0
      "
    `)
  })

  it('says the same in Japanese', () => {
    expect(toTerminalComparison(comparison, { language: 'ja', color: false, columns: 100 })).toMatchInlineSnapshot(`
      "20 ケースでは判断できません（5 ポイントの差を見るには約 310 ケース必要です）
      run-1 との比較: 改善 1 件、悪化 1 件、変化なし 17 件; 合格率 85 % → 80 %
      差 −5 ポイント（95 % 信頼区間 −20 ～ +10）、McNemar: p = 1
      比較対象の実行のみ 1 件: new

      ▼ 合格 → 不合格  返金-1    rouge-1 0.9 → 0.8
      ▲ 不合格 → 合格  repaired
      ◇ – → エラー     new       rouge-1 なし → 0
      "
    `)
  })

  it('says worse or better only when the test does', () => {
    expect(verdictOf({ p: 0.01 })).toBe('Worse than the baseline')
    expect(verdictOf({ p: 0.01, difference: estimate(0.2, 0.1, 0.3, 20) })).toBe('Better than the baseline')
    expect(verdictOf({ enough: true })).toBe('No difference found')
    expect(verdictOf({ casesNeeded: undefined })).toBe('Cannot tell with 20 cases')
  })

  it('says that runs without a common case cannot be compared', () => {
    const text = toTerminalComparison(
      { ...comparison, test: undefined },
      { language: 'en', color: false, columns: 100 },
    )
    expect(text.split('\n')[0]).toBe('The runs have no case in common')
  })

  it('names what was left out by the name of its run, where that is known', () => {
    const left = { count: 2, caseIds: ['a', 'b'], why: [{ reason: 'judge' as const, count: 2 }] }
    const partly = { ...comparison, unevaluated: { ...comparison.unevaluated, second: left } }
    const said = (names?: { first: string; second: string }) => testSentences(partly, names).map(toEnglish)
    expect(said({ first: 'monday', second: 'tuesday' })).toContain(
      '2 left out: not evaluated in tuesday, the judge failed',
    )
    expect(said()).toContain('2 left out: not evaluated in run-2, the judge failed')
  })

  it('counts the changed cases that it does not show', () => {
    const text = toTerminalComparison(comparison, { language: 'en', color: false, columns: 100, limit: 1 })
    expect(text.trimEnd().split('\n').at(-1)).toBe('and 2 more that changed')
  })
})

it('does not call better what only lost cases made better', () => {
  const gained = { ...test, p: 0.002, difference: { ...test.difference, value: 0.5 } }
  const said = (withLost: { p: number; value: number }) => {
    const { p, value } = withLost
    const compared = { ...comparison, test: { ...gained, withLost: { p, difference: { ...test.difference, value } } } }
    return [comparisonOutcome(compared), toEnglish(comparisonVerdict(compared))]
  }
  expect(said({ p: 0.01, value: 0.3 })).toEqual(['better', 'Better than the baseline'])
  const open = ['open', 'Cannot tell: better in what both runs evaluated, but too much is not evaluated any more']
  expect(said({ p: 1, value: 0 })).toEqual(open)
  expect(said({ p: 0.01, value: -0.3 })).toEqual(open)
})

describe('what a count by verdicts hides', () => {
  const dropped: RunComparison = {
    ...comparison,
    moved: { better: 0, worse: 1, other: 0 },
    cases: [
      {
        caseId: 'hopeless',
        first: 'failed',
        second: 'failed',
        moved: 'worse',
        positions: {},
        values: [{ metric: 'rouge-1', first: 1, second: 0 }],
      },
    ],
  }

  it('is said and shown: a case that failed in both and lost a metric has changed', () => {
    expect(toTerminalComparison(dropped, { language: 'en', color: false, columns: 100 })).toMatchInlineSnapshot(`
      "Cannot tell with 20 cases; it would take about 310 to see 5 points
      Against run-1: 1 better, 1 worse, 17 the same; pass rate 85 % → 80 %
      Difference −5 points (95 % interval −20 to +10); McNemar: p = 1
      Of those that are the same, scores went up in 0, down in 1, both ways in 0
      1 in the compared run only: new

      ▽ failed → failed  hopeless  rouge-1 1 → 0
      "
    `)
    expect(toTerminalComparison(dropped, { language: 'ja', color: false, columns: 100 })).toContain('変化なしのうち')
  })
})

describe('several runs against one baseline', () => {
  const clear = { ...test, p: 0.02 }
  const named = (name: string, other: typeof test): RunComparison => ({
    ...comparison,
    second: { ...comparison.second, name },
    cases: [],
    test: other,
  })
  const together = comparedTogether([named('small', clear), named('large', { ...clear, p: 0.04 })])

  it('stand one after the other, with p-values for all of them together', () => {
    expect(toTerminalComparisons(together, { language: 'en', color: false, columns: 100 })).toMatchInlineSnapshot(`
      "small against run-1
      Worse than the baseline
      Against run-1: 1 better, 1 worse, 17 the same; pass rate 85 % → 80 %
      Difference −5 points (95 % interval −20 to +10); McNemar: p = 0.04 by Holm
      1 in the compared run only: new

      large against run-1
      Worse than the baseline
      Against run-1: 1 better, 1 worse, 17 the same; pass rate 85 % → 80 %
      Difference −5 points (95 % interval −20 to +10); McNemar: p = 0.04 by Holm
      1 in the compared run only: new
      "
    `)
    expect(toMarkdownComparisons(together, { language: 'en' }).split('\n')[0]).toBe('## small against run-1')
  })

  it('are no clearer than Holm allows', () => {
    const [one, other] = comparedTogether([named('small', { ...test, p: 0.03 }), named('large', { ...test, p: 0.04 })])
    expect([one?.test?.adjustedP, other?.test?.adjustedP]).toEqual([0.06, 0.06])
    const alone = toTerminalComparison(named('small', { ...test, p: 0.03 }), {
      language: 'en',
      color: false,
      columns: 100,
    })
    expect(alone).toMatch(/^Worse than the baseline/)
    const [first] = comparedTogether([named('small', { ...test, p: 0.03 }), named('large', { ...test, p: 0.04 })])
    expect(toTerminalComparison(first ?? comparison, { language: 'en', color: false, columns: 100 })).toMatch(
      /^Cannot tell/,
    )
  })
})

describe('long settings', () => {
  it('are shown from where they differ', () => {
    const prompt = 'You are a careful clerk of a tea shop. '.repeat(20)
    const settings = [
      { setting: 'prompt' as const, first: `${prompt}Answer at length.`, second: `${prompt}Answer briefly.` },
    ]
    const text = toTerminalComparison({ ...comparison, settings }, { language: 'en', color: false, columns: 100 })
    expect(text).toContain('Answer at length')
    expect(text).toContain('Answer briefly')
  })
})

describe('toMarkdownComparison', () => {
  it('is a short page for a pull request', () => {
    expect(toMarkdownComparison(comparison, { language: 'en' })).toMatchInlineSnapshot(`
      "### Cannot tell with 20 cases; it would take about 310 to see 5 points

      - Against run-1: 1 better, 1 worse, 17 the same; pass rate 85 % → 80 %
      - Difference −5 points (95 % interval −20 to +10); McNemar: p = 1
      - 1 in the compared run only: new

      | change | case | values |
      | --- | --- | --- |
      | ▼ passed → failed | \` 返金-1 \` | rouge-1 0.9 → 0.8 |
      | ▲ failed → passed | \` repaired \` |  |
      | ◇ – → error | \` new \` | rouge-1 none → 0 |
      "
    `)
  })

  it('keeps its table whole, whatever a case is called', () => {
    const cases = [
      {
        caseId: hostile,
        first: 'passed',
        second: 'failed',
        change: 'worse',
        positions: {},
        values: [{ metric: hostile, first: 1, second: 0 }],
      },
    ] as const
    const rows = toMarkdownComparison({ ...comparison, cases }, { language: 'en' })
      .split('\n')
      .filter((line) => line.startsWith('|'))
    expect(rows.map((row) => row.replaceAll('\\|', '').match(/\|/g)?.length)).toEqual([4, 4, 4])
  })
})
