import { describe, expect, it } from 'vitest'
import type { CaseRow, ScoreCell } from '../../../../../src/server/api/runs.ts'
import { rowTest } from '../../../../../src/server/view/match-rows.ts'
import { parseTableView, printTableView, scoreField, withCondition } from '../../../../../src/server/view/table-view.ts'
import { binCount, pictureBin, binsFor, placeIn, rangeOver } from './bins.ts'
import { groupingFields, groupRates } from './group-rates.ts'
import { pictureData } from './picture-data.ts'

describe('the ranges of a picture', () => {
  it('of scores are always the same ten', () => {
    expect(binsFor([0.5, 0.51], { scores: true }).edges).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
  })

  it('have round ends and hold every value, whatever its size', () => {
    const samples = [[3], [0.000_012, 0.000_034], [-5, 5], [1200, 1300, 98_000], [7, 7, 7], [0, 0.1 + 0.2]]
    expect(samples.map((values) => binsFor(values).edges)).toMatchInlineSnapshot(`
      [
        [
          3,
          4,
        ],
        [
          0.00001,
          0.000015,
          0.00002,
          0.000025,
          0.00003,
          0.000035,
        ],
        [
          -5,
          -4,
          -3,
          -2,
          -1,
          0,
          1,
          2,
          3,
          4,
          5,
        ],
        [
          0,
          10000,
          20000,
          30000,
          40000,
          50000,
          60000,
          70000,
          80000,
          90000,
          100000,
        ],
        [
          7,
          8,
        ],
        [
          0,
          0.05,
          0.1,
          0.15,
          0.2,
          0.25,
          0.3,
          0.35,
        ],
      ]
    `)
    for (const values of samples) {
      const bins = binsFor(values)
      for (const value of values) {
        const at = pictureBin(bins, value)
        expect([at, at < binCount(bins), (bins.edges[at] ?? 0) <= value]).toEqual([at, true, true])
        expect(bins.edges[at + 1] ?? Infinity).toBeGreaterThanOrEqual(value)
      }
    }
  })

  it('leave the last one open where a few values lie far beyond the others', () => {
    const values = [...Array.from({ length: 200 }, (_, index) => 100 + index), 60_000]
    const bins = binsFor(values)
    expect([bins.edges[0], bins.edges.at(-1), bins.open]).toEqual([100, 300, true])
    expect(pictureBin(bins, 60_000)).toBe(binCount(bins) - 1)
    expect(placeIn(bins, 100)).toBe(0)
    expect(placeIn(bins, 60_000)).toBeUndefined()
  })

  it.each([[[0.1, 0.25, 0.3, 0.7, 1, 1]], [[12, 900, 1000, 1000, 5000]], [[-1, 0, 2.5]]])(
    'narrow the table to exactly the results that they count: %j',
    (values) => {
      const rows = values.map((value, position) => rowOf(position, { scores: [scored('m', value)] }))
      const [picture] = pictureData(rows, []).scores
      if (picture?.drawn === undefined) throw new Error('nothing is drawn')
      const { bins, columns } = picture.drawn
      for (const [first, column] of columns.entries()) {
        const range = rangeOver(bins, first, first)
        const search = printTableView(withCondition(parseTableView(new URLSearchParams()), scoreField('m'), [range]))
        const shown = rows.filter(rowTest(parseTableView(search), ({ text }) => text))
        expect(shown).toHaveLength(column.passed + column.failed + column.plain)
      }
      const all = rangeOver(bins, 0, columns.length - 1)
      const search = printTableView(withCondition(parseTableView(new URLSearchParams()), scoreField('m'), [all]))
      expect(rows.filter(rowTest(parseTableView(search), ({ text }) => text))).toHaveLength(rows.length)
    },
  )
})

describe('what is drawn of a run', () => {
  it('tells failed, not evaluated and not applicable apart, and draws only values', () => {
    const rows = [
      rowOf(0, { scores: [scored('m', 0.9), { metric: 'none', status: 'not-applicable' }] }),
      rowOf(1, { scores: [scored('m', 0.2), { metric: 'none', status: 'not-applicable' }] }),
      rowOf(2, { scores: [{ metric: 'm', status: 'not-evaluated' }] }),
      rowOf(3, { scores: [{ metric: 'm', status: 'broken' }] }),
      rowOf(4, { scores: [{ metric: 'm', status: 'error' }], verdict: 'error' }),
      rowOf(5, {}),
    ]
    const [m, none] = pictureData(rows, [{ name: 'm', threshold: 0.5 }, { name: 'none' }]).scores
    expect(m).toMatchObject({
      threshold: 0.5,
      counts: { passed: 1, failed: 1, 'not-evaluated': 1, broken: 1, error: 1, 'not-applicable': 0 },
    })
    expect(m?.drawn?.columns.map(({ passed, failed }) => passed - failed)).toEqual([0, 0, -1, 0, 0, 0, 0, 0, 0, 1])
    expect(none).toMatchObject({ drawn: undefined, counts: { 'not-applicable': 2 } })
  })

  it('has time, tokens and cost only where somebody reported them', () => {
    const rows = [rowOf(0, { durationMs: 120, dollars: 0 }), rowOf(1, { durationMs: 480, dollars: 0 })]
    expect(pictureData(rows, []).quantities.map(({ field, median }) => [field, median])).toEqual([['time', 480]])
  })
})

describe('groups', () => {
  it('have their pass rate of what was evaluated, the worst first', () => {
    const rows = [
      rowOf(0, { category: 'tea', verdict: 'passed' }),
      rowOf(1, { category: 'tea', verdict: 'passed' }),
      rowOf(2, { category: 'coffee', verdict: 'failed' }),
      rowOf(3, { category: 'coffee', verdict: 'not-evaluated' }),
      rowOf(4, { category: 'cocoa', verdict: 'not-evaluated' }),
      rowOf(5, { category: 'cocoa' }),
    ]
    const rates = groupRates(rows, 'category')
    expect(
      rates.map(({ value, passRate, notEvaluated }) => [value, passRate?.value, passRate?.n, notEvaluated]),
    ).toEqual([
      ['coffee', 0, 1, 1],
      ['tea', 1, 2, 0],
      ['cocoa', undefined, undefined, 1],
    ])
  })

  it('are by what has several values and not one for each case', () => {
    const rows = Array.from({ length: 12 }, (_, position) =>
      rowOf(position, {
        category: position % 2 === 0 ? 'tea' : 'coffee',
        tags: position % 3 === 0 ? ['smoke'] : ['slow'],
        metadata: { ticket: `T-${position}`, language: position < 6 ? 'ja' : 'en', same: 'x' },
      }),
    )
    expect(groupingFields(rows)).toEqual(['category', 'tag', 'meta.language'])
  })
})

function rowOf(position: number, more: Partial<CaseRow>): CaseRow {
  const empty = { repeat: 0, question: '', scores: [], judgeDisagreed: false, flaky: false }
  return { ...empty, position, caseId: `case-${position}`, ...more }
}

function scored(metric: string, value: number): ScoreCell {
  return { metric, status: value >= 0.5 ? 'passed' : 'failed', value }
}
