import { expect, it } from 'vitest'
import { madePlan } from '../../../test/fixtures/made-plan.ts'
import type { RunStore } from '../../core/index.ts'
import { openSqliteStore } from '../../stores/index.ts'
import { rerunRequest } from './rerun-request.ts'

const plan = { ...madePlan({ runId: 'run-1' }), origin: { dataset: '/tea/cases.jsonl', cwd: '/tea', selected: [] } }

async function storeOf(ids: readonly string[]): Promise<RunStore> {
  const store = openSqliteStore(':memory:')
  await store.append('run-1', { type: 'run-start', plan, resumed: false, done: 0 })
  for (const [position, id] of ids.entries()) {
    const at = { position, repeat: 0 }
    const result = { ...at, evalCase: { id }, transcript: { invocations: [] }, scores: [], cost: {}, durationMs: 1 }
    await store.append('run-1', { type: 'case-start', ...at, evalCase: { id } })
    await store.append('run-1', { type: 'case-end', ...at, result: { ...result, verdict: 'passed' } })
  }
  return store
}

it('looks for a case that is named, and reads no others for it', async () => {
  const store = await storeOf(['green', 'black', 'white'])
  const narrow: RunStore = { ...store, scoredCases: () => expect.unreachable('all results are read') }
  const run = { plan, status: 'finished' as const, processId: 1 }
  expect((await rerunRequest(run, { filter: ['black'] }, narrow)).selected).toEqual(['black'])
  expect((await rerunRequest(run, { caseIds: ['white'], only: ['failed'] }, narrow)).selected).toEqual([])
  await expect(rerunRequest(run, { caseIds: ['red'] }, narrow)).rejects.toThrow('run run-1 has no result of case red')
  expect((await rerunRequest(run, { filter: ['?????'] }, store)).selected).toEqual(['green', 'black', 'white'])
  await store.close()
})
