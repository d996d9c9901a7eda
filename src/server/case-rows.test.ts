import { expect, it } from 'vitest'
import { caseResult, recordOf, sampleRun } from '../../test/fixtures/sample-run.ts'
import type { CaseRecord } from '../core/index.ts'
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

/** Every first repeat passes, every second one fails. */
function recordAt(position: number, which: number): CaseRecord {
  const score = { status: 'scored' as const, metric: 'rouge-1', value: 1 - which, threshold: 0.8, passed: which === 0 }
  return { ...recordOf(caseResult(`case-${position}`, 'Hello', [score])), position, repeat: which }
}
