import { describe, expect, it } from 'vitest'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { type TableEntry, groupCases, orderCases, statusOf } from './order-rows.ts'
import { scoreOf } from '../../../../../src/server/view/sort-key.ts'

const everything = { fits: () => true, together: true, sort: '', thenBy: '', group: '' }

describe('the order of cases', () => {
  const rows = [
    row(0, { caseId: 'case 10', verdict: 'passed', dollars: 2 }),
    row(1, { caseId: 'case 9', verdict: 'not-evaluated' }),
    row(2, { caseId: 'Case 100', verdict: 'failed', dollars: 3 }),
    row(3, { caseId: 'case 1', verdict: 'error', dollars: 1 }),
    row(4, { caseId: 'case 2', verdict: 'failed' }),
    row(5, { caseId: 'case 3' }),
  ]

  it.each([
    ['', 'Case 100, case 2, case 1, case 9, case 3, case 10'],
    ['case', 'case 1, case 2, case 3, case 9, case 10, Case 100'],
    ['-place', 'case 3, case 2, case 1, Case 100, case 9, case 10'],
    ['cost', 'case 1, case 10, Case 100, case 9, case 2, case 3'],
    ['-cost', 'Case 100, case 10, case 1, case 9, case 2, case 3'],
    ['nothing', 'case 10, case 9, Case 100, case 1, case 2, case 3'],
  ])('by %j is %s', (sort, expected) => {
    expect(namesOf(orderCases(rows, { ...everything, sort }))).toBe(expected)
  })
})

describe('the order of cases that are equal by one column', () => {
  const rows = [
    row(0, { caseId: 'a', category: 'y', dollars: 1 }),
    row(1, { caseId: 'b', category: 'x', dollars: 3 }),
    row(2, { caseId: 'c', category: 'y', dollars: 2 }),
    row(3, { caseId: 'd', category: 'x' }),
  ]

  it.each([
    ['category', '-cost', 'b, d, c, a'],
    ['-category', 'cost', 'a, c, b, d'],
    ['', 'cost', 'a, c, b, d'],
  ])('by %j is that by %j', (sort, thenBy, expected) => {
    expect(namesOf(orderCases(rows, { ...everything, sort, thenBy }))).toBe(expected)
  })
})

describe('a case with repeats', () => {
  const rows = [
    row(0, { repeat: 0, verdict: 'passed', scores: [{ metric: 'm', status: 'passed', value: 1 }] }),
    row(0, { repeat: 1, verdict: 'failed', scores: [{ metric: 'm', status: 'failed', value: 0.25 }] }),
    row(0, { repeat: 2, verdict: 'failed', scores: [{ metric: 'm', status: 'broken' }] }),
    row(1, { repeat: 0, verdict: 'passed' }),
  ]

  it('is one row that opens at the repeat that fared worst, with the mean of what was scored', () => {
    const [first, second] = orderCases(rows, everything)
    expect(first).toMatchObject({
      key: '0',
      row: { repeat: 1 },
      repeats: [{ repeat: 0 }, { repeat: 1 }, { repeat: 2 }],
    })
    if (first === undefined || second === undefined) throw new Error('two cases')
    expect([scoreOf(first, 'm'), statusOf(first, 'm')]).toEqual([0.625, 'failed'])
    expect([scoreOf(second, 'm'), statusOf(second, 'm')]).toEqual([undefined, undefined])
  })

  it('is there when one of its repeats fits, and opens at that', () => {
    expect(orderCases(rows, { ...everything, fits: passedFirst })).toMatchObject([{ key: '0', row: { repeat: 0 } }])
  })

  it('is taken apart under the head of its own group', () => {
    const group = 'case'
    const entries = groupCases(orderCases(rows, { ...everything, group }), group, new Set())
    expect(entries.map(({ key }) => key)).toEqual(['in a', 'in a 0/1', 'in a 0/2', 'in a 0/0', 'in a 1/0'])
  })
})

describe('groups', () => {
  const rows = [
    row(0, { caseId: 'a', verdict: 'passed', tags: ['x', 'y'] }),
    row(1, { caseId: 'b', verdict: 'failed', tags: ['y'] }),
    row(2, { caseId: 'c', verdict: 'not-evaluated', tags: ['x'] }),
    row(3, { caseId: 'd', verdict: 'passed' }),
  ]

  it('begin with the one that has most to look at; a case with two tags is in both, one without in none', () => {
    const entries = groupCases(orderCases(rows, everything), 'tag', new Set())
    expect(namesOf(entries)).toBe('y 1/2, b, a, x 1/1, c, a, – 1/1, d')
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
  })

  it('keep their head when they are closed', () => {
    expect(namesOf(groupCases(orderCases(rows, everything), 'tag', new Set(['in y', 'without'])))).toBe(
      'y 1/2, x 1/1, c, a, – 1/1',
    )
  })
})

function passedFirst({ verdict, position }: CaseRow): boolean {
  return verdict === 'passed' && position === 0
}

function namesOf(entries: readonly TableEntry[]): string {
  return entries
    .map((entry) =>
      entry.kind === 'case' ? entry.row.caseId : `${entry.name ?? '–'} ${entry.passed}/${entry.evaluated}`,
    )
    .join(', ')
}

function row(position: number, rest: Partial<CaseRow>): CaseRow {
  return { position, repeat: 0, caseId: 'a', question: '', scores: [], judgeDisagreed: false, flaky: false, ...rest }
}
