import { expect, it } from 'vitest'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { besideBefore } from './run-place.ts'

it('holds a run beside the finished one before it, and never beside one that was only tried', () => {
  const [newest, tried, stopped, before, first] = [
    { ...finished, runId: 'newest' },
    { ...finished, runId: 'tried', trial: { of: 'set agent', cases: ['a'], variant: {} } },
    { ...finished, runId: 'stopped', state: 'stopped' as const },
    { ...finished, runId: 'before' },
    { ...finished, runId: 'first' },
  ]
  const runs = [newest, tried, stopped, before, first]
  expect(besideBefore(newest, runs)).toBe('/compare?baseline=before&with=newest')
  expect(besideBefore(tried, runs)).toBeUndefined()
  expect(besideBefore(first, runs)).toBeUndefined()
})

const finished: RunRow = {
  runId: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  state: 'finished',
  dataset: 'set',
  target: 'agent',
  series: 'one',
  inTrend: true,
  judges: [],
  planned: 3,
  repeat: 1,
  passRate: null,
  metrics: [],
  calibrates: false,
}
