import { describe, expect, it } from 'vitest'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { stepsAround } from './case-steps.ts'
import { groupCases, orderCases } from './order-rows.ts'

const rows: readonly CaseRow[] = [
  row(0, 0, { verdict: 'passed', tags: ['x'] }),
  row(0, 1, { verdict: 'failed', tags: ['x', 'y'] }),
  row(1, 0, { verdict: 'passed', tags: ['y'] }),
  row(2, 0, { verdict: 'failed', tags: ['x'] }),
]
const cases = orderCases(rows, { fits: () => true, together: true, sort: '', thenBy: '', group: '' })

describe('the steps around a case', () => {
  it('go along the table, to the repeat that each case is opened at', () => {
    expect(said('2/0')).toEqual([2, 3, '0/1', '1/0'])
    expect(said('0/1')).toEqual([1, 3, undefined, '2/0'])
    expect(said('1/0')).toEqual([3, 3, '2/0', undefined])
  })

  it('know a case by any of its repeats', () => {
    expect(said('0/0')).toEqual([1, 3, undefined, '2/0'])
  })

  it('lead into the table from a case that is not in it', () => {
    expect(said('7/0')).toEqual([undefined, 3, undefined, '0/1'])
  })

  it('pass a case of several groups once', () => {
    const { all, at } = stepsAround(groupCases(cases, 'tag', new Set()), '1/0')
    expect([at, all]).toEqual([3, 3])
  })
})

function said(place: string) {
  const { at, all, previous, next } = stepsAround(cases, place)
  return [at, all, ...[previous, next].map((one) => (one === undefined ? undefined : `${one.position}/${one.repeat}`))]
}

function row(position: number, repeat: number, rest: Partial<CaseRow>): CaseRow {
  return { position, repeat, caseId: 'a', question: '', scores: [], judgeDisagreed: false, flaky: false, ...rest }
}
