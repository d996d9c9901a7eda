import { describe, expect, it } from 'vitest'
import {
  isFiltered,
  isInRange,
  metaField,
  parseTableView,
  printTableView,
  printWanted,
  scoreField,
  withCondition,
  withSort,
} from './table-view.ts'

describe('the view of a table in its address', () => {
  it('is what it was after it was written and read', () => {
    const address =
      'q=tea+time&only=failed&only=flaky&score.tool+calls%2C+all=failed&score.tool+calls%2C+all=..%3C0.5&cost=0.001..&meta.owner=%E5%B1%B1%E7%94%B0&sort=-score.x&sort=case&group=meta.owner&columns=case%2Cscore.a%252Cb'
    const view = parseTableView(new URLSearchParams(address))
    expect(view).toEqual({
      text: 'tea time',
      verdicts: ['failed', 'flaky'],
      conditions: [
        { field: 'score.tool calls, all', wanted: ['failed', { high: 0.5, below: true }] },
        { field: 'cost', wanted: [{ low: 0.001, below: false }] },
        { field: 'meta.owner', wanted: ['山田'] },
      ],
      sort: '-score.x',
      thenBy: 'case',
      group: 'meta.owner',
      columns: ['case', 'score.a,b'],
    })
    expect(parseTableView(printTableView(view))).toEqual(view)
  })

  it('keeps what else the address says, and leaves out what it cannot mean', () => {
    const address = new URLSearchParams('view=wide&only=purple&cost=much&time=..&score.=x&open=3/0&columns=%25zz,case')
    const view = parseTableView(address)
    expect([view.verdicts, view.conditions, view.columns]).toEqual([[], [], ['case']])
    expect(isFiltered(view)).toBe(false)
    expect(String(printTableView({ ...view, columns: undefined, text: 'a' }, address))).toBe(
      'view=wide&score.=x&q=a&open=3%2F0',
    )
  })

  it('is ordered by one column, or beside it by another', () => {
    const view = parseTableView(new URLSearchParams('sort=cost'))
    const steps = [
      ['case', true],
      ['-case', true],
      ['-cost', false],
      ['-cost', true],
      ['time', false],
    ] as const
    let now = view
    const addresses = steps.map(([sort, beside]) => String(printTableView((now = withSort(now, sort, beside)))))
    expect(addresses).toEqual([
      'sort=cost&sort=case',
      'sort=cost&sort=-case',
      'sort=-cost&sort=-case',
      'sort=-cost&sort=-case',
      'sort=time',
    ])
    expect(String(printTableView(withSort({ ...view, sort: '' }, 'case', true)))).toBe('sort=case')
  })

  it('has one condition on a field', () => {
    const view = parseTableView(new URLSearchParams('category=a&tag=b'))
    const changed = withCondition(withCondition(view, 'category', ['c', 'd']), 'tag', [])
    expect(String(printTableView(changed))).toBe('category=c&category=d')
  })

  it('is what a picture writes that is brushed', () => {
    const bin = printWanted({ low: 0.2, high: 0.4, below: true })
    const address = new URLSearchParams({ [scoreField('a=b&c')]: bin, [metaField('x.y')]: '1..2' })
    expect(parseTableView(address).conditions).toEqual([
      { field: 'score.a=b&c', wanted: [{ low: 0.2, high: 0.4, below: true }] },
      { field: 'meta.x.y', wanted: ['1..2'] },
    ])
  })

  it('reads ranges by their ends, small and below zero too', () => {
    const [condition] = parseTableView(new URLSearchParams('score.m=-1.5..<2e-3')).conditions
    const range = condition?.wanted[0]
    if (range === undefined || typeof range === 'string') throw new Error('no range')
    expect([-2, -1.5, 0.0019, 0.002].map((value) => isInRange(range, value))).toEqual([false, true, true, false])
  })
})
