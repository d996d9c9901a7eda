import { expect, it } from 'vitest'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { groupCases, orderCases } from './order-rows.ts'
import { between } from './use-marked-cases.ts'

it('takes the cases from one to another, in either direction, and no heads of groups', () => {
  const cases = orderCases(['a', 'b', 'a', 'b'].map(row), {
    fits: () => true,
    together: true,
    sort: 'place',
    thenBy: '',
    group: '',
  })
  const entries = groupCases(cases, 'category', new Set())
  const keys = entries.map(({ key }) => key)
  expect(keys).toEqual(['in a', 'in a 0', 'in a 2', 'in b', 'in b 1', 'in b 3'])
  const placesOf = (first: string, second: string) =>
    between(entries, first, second).map(({ row: { position } }) => position)
  expect(placesOf('in a 2', 'in b 3')).toEqual([2, 1, 3])
  expect(placesOf('in b 1', 'in a 0')).toEqual([0, 2, 1])
  expect(placesOf('filtered away', 'in b 1')).toEqual([1])
  expect(placesOf('filtered away', 'too')).toEqual([])
})

function row(category: string, position: number): CaseRow {
  return {
    position,
    repeat: 0,
    caseId: `case ${position}`,
    question: '',
    category,
    scores: [],
    judgeDisagreed: false,
    flaky: false,
    verdict: 'failed',
  }
}
