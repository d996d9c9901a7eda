import { describe, expect, it } from 'vitest'
import type { CaseRecord } from '../core/index.ts'
import { liveRowTable } from './live-row-table.ts'

function record(position: number, repeat: number, verdict?: 'passed' | 'failed'): CaseRecord {
  const evalCase = { id: `case-${position}` }
  const told = { position, repeat, evalCase, invocations: [], scores: [] }
  if (verdict === undefined) return { ...told, result: undefined }
  const transcript = { invocations: [] }
  const result = { position, repeat, evalCase, transcript, scores: [], verdict, cost: { toolCalls: 0 }, durationMs: 1 }
  return { ...told, result }
}

describe('the rows of a run at work', () => {
  it('are in dataset order, however they came, and counted by their verdicts', () => {
    const table = liveRowTable(1)
    expect([2, 0, 1].map((position) => table.take(record(position, 0, 'passed')))).toEqual([2, 0, 1])
    expect(table.rows().map(({ position }) => position)).toEqual([0, 1, 2])
    expect(table.results()).toEqual({ total: 3, passed: 3, failed: 0, error: 0, notEvaluated: 0 })
  })

  it('are counted once when a case that had ended is opened again', () => {
    const table = liveRowTable(1)
    table.take(record(0, 0, 'failed'))
    expect(table.unended()).toEqual([])
    table.take(record(0, 0))
    expect(table.unended()).toEqual([0])
    table.take(record(0, 0, 'passed'))
    expect(table.results()).toMatchObject({ total: 1, passed: 1, failed: 0 })
  })

  it('tell each change once, as it is now, and nothing for what stayed the same', () => {
    const table = liveRowTable(1)
    table.take(record(0, 0))
    table.take(record(0, 0))
    expect(table.changes()).toBe(1)
    table.take(record(0, 0, 'failed'))
    expect(table.since(0).map(({ verdict }) => verdict)).toEqual(['failed'])
    expect(table.since(table.changes())).toEqual([])
  })

  it('are flaky, all of a case, as soon as two of its repeats disagree', () => {
    const table = liveRowTable(2)
    table.take(record(1, 0, 'passed'))
    expect(table.rows().map(({ flaky }) => flaky)).toEqual([false])
    table.take(record(1, 1, 'failed'))
    expect(table.rows().map(({ flaky }) => flaky)).toEqual([true, true])
  })
})
