import { describe, expect, it } from 'vitest'
import { caseResult, recordOf, sampleRun } from '../../test/fixtures/sample-run.ts'
import type { CaseRecord } from '../core/index.ts'
import type { CasePage } from './api/runs.ts'
import { openCaseRows } from './case-rows.ts'

const [cases, repeat] = [20_000, 2]

it('reads a page far ahead of a large run from there, with all repeats of its cases', async () => {
  const { plan, summary } = sampleRun()
  const run = sampleRun({ plan: { ...plan, dataset: { ...plan.dataset, cases }, repeat }, summary })
  const read = { fromBeginning: 0, fromElsewhere: 0 }
  const waiting = Promise.withResolvers<void>()
  async function* records(_: string, from?: Pick<CaseRecord, 'position' | 'repeat'>) {
    for (let place = (from?.position ?? 0) * repeat; place < cases * repeat; place += 1) {
      if (from === undefined) read.fromBeginning += 1
      else read.fromElsewhere += 1
      // The reading from the beginning goes on when somebody has seen what comes later.
      if (from === undefined && place === 1000) await waiting.promise
      yield recordAt(Math.floor(place / repeat), place % repeat)
    }
  }
  const rows = openCaseRows({
    records,
    record: async () => undefined,
    spending: async () => [],
    revision: async () => 0,
  })
  const page = await rows.page(run, 30_001, 4)
  expect(page.rows.map(({ position, repeat: which, flaky }) => [position, which, flaky])).toEqual([
    [15_000, 1, true],
    [15_001, 0, true],
    [15_001, 1, true],
    [15_002, 0, true],
  ])
  expect(page).toMatchObject({ next: 30_005, counted: 40_000 })
  expect(read.fromElsewhere).toBe(7)
  expect(read.fromBeginning).toBeLessThanOrEqual(1001)
  expect(await rows.page(run, 39_998, 10)).toMatchObject({ next: null, rows: [{ repeat: 0 }, { repeat: 1 }] })
  waiting.resolve()
})

describe('a run of more results than a browser takes', () => {
  const [many, times] = [30_000, 2]
  const { plan, summary } = sampleRun()
  const run = sampleRun({ plan: { ...plan, dataset: { ...plan.dataset, cases: many }, repeat: times }, summary })
  const atWork = sampleRun({ plan: run.plan, status: 'running', summary: undefined, endedAt: undefined })

  function opened({ now, count = many }: { readonly now?: () => number; readonly count?: number } = {}) {
    const read = { records: 0, readings: 0 }
    async function* records(_: string, from?: Pick<CaseRecord, 'position' | 'repeat'>) {
      read.readings += 1
      for (let place = (from?.position ?? 0) * times; place < count * times; place += 1) {
        read.records += 1
        yield recordAt(Math.floor(place / times), place % times)
      }
    }
    const rows = openCaseRows(
      {
        records,
        record: async () => undefined,
        spending: async () => [],
        revision: async () => 0,
      },
      now,
    )
    return { rows, read }
  }

  it.each([
    ['that has ended', run],
    ['at work', atWork],
  ])('%s is read page by page, and nothing else of it', async (_, large) => {
    const { rows, read } = opened()
    rows.ahead(large)
    const page = await rows.viewed(large, '', 29_998, 10)
    expect(page.rows.map(({ position, repeat: which }) => [position, which])).toEqual([
      [29_998, 0],
      [29_998, 1],
      [29_999, 0],
      [29_999, 1],
    ])
    expect(page).toMatchObject({ next: null, counted: 60_000 })
    expect((await rows.viewed(large, 'columns=case&open=3/0', 0, 1)).rows.map(({ flaky }) => flaky)).toEqual([
      true,
      true,
    ])
    expect((await rows.page(large, 50, 2)).rows.map(({ position }) => position)).toEqual([25, 25])
    expect((await rows.worst(large, 2)).rows).toHaveLength(2)
    expect(read.records).toBeLessThan(20)
  })

  it('filters and orders all of it, reading it once', async () => {
    const { rows, read } = opened()
    const found = await whole(async () => rows.viewed(run, 'q=case-2999&only=failed', 5, 3))
    expect(found.rows.map(({ caseId, repeat: which }) => `${caseId}/${which}`)).toEqual([
      'case-29994/0',
      'case-29994/1',
      'case-29995/0',
      'case-29995/1',
      'case-29996/0',
      'case-29996/1',
    ])
    expect(found).toMatchObject({ fitting: 11, counted: 60_000, next: 8 })
    const last = await whole(async () => rows.viewed(run, 'q=case-2999&only=failed', 10, 3))
    expect(last).toMatchObject({ next: null, rows: [{ caseId: 'case-29999' }, {}] })
    const ordered = await whole(async () => rows.viewed(run, 'sort=-case', 29_999, 1))
    expect(ordered).toMatchObject({ fitting: 30_000, rows: [{ caseId: 'case-0', flaky: true }, { caseId: 'case-0' }] })
    expect(read.readings).toBe(1)
    expect(await whole(async () => rows.viewed(run, 'only=error', 0, 10))).toMatchObject({ fitting: 0, rows: [] })
  })

  it('at work is filtered as it stood a moment ago', async () => {
    let now = 0
    const few = { ...atWork, plan: { ...run.plan, dataset: { ...run.plan.dataset, cases: 100 } } }
    const { rows, read } = opened({ now: () => now, count: 100 })
    const ask = async () => whole(async () => rows.viewed(few, 'only=passed', 0, 500))
    expect(await ask()).toMatchObject({ fitting: 100, counted: 200 })
    now = 9000
    await ask()
    expect(read.readings).toBe(1)
    now = 18_000
    await ask()
    expect(read.readings).toBe(1)
    now = 28_001
    await ask()
    expect(read.readings).toBe(2)
  })
})

/** Every first repeat passes, every second one fails. */
function recordAt(position: number, which: number): CaseRecord {
  const score = { status: 'scored' as const, metric: 'rouge-1', value: 1 - which, threshold: 0.8, passed: which === 0 }
  return { ...recordOf(caseResult(`case-${position}`, 'Hello', [score])), position, repeat: which }
}

/** Asks until all of it was looked through. */
async function whole(ask: () => Promise<CasePage>): Promise<CasePage> {
  let page = await ask()
  while ((page.looked ?? page.counted) < page.counted) page = await ask()
  return page
}
