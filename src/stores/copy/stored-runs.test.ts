import { expect, it } from 'vitest'
import { StoredRun } from './stored-runs.ts'

it('takes a number as a damaged row holds it', () => {
  const row = {
    id: 'a',
    created: 'b',
    status: 'finished',
    process: null,
    plan: '{',
    summary: null,
    ended: null,
    note: null,
  }
  for (const duration of [1.5, null, Infinity, Number.NaN])
    expect(StoredRun.parse({ ...row, duration })).toEqual({ ...row, duration })
  expect(StoredRun.parse({ ...row, duration: 1, process: '12' })).toMatchObject({ duration: 1, process: 12 })
})
