import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { madePlan } from '../../../test/fixtures/made-plan.ts'
import { evaluate } from '../../compose/evaluate.ts'
import { libraryDependencies } from '../../compose/library-dependencies.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
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

it('parses one line of the dataset, one of the recording and one case of the run to play one case again', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'shinsa-again-'))
  const ids = Array.from({ length: 1000 }, (_, index) => `case ${index}`)
  const turns = [{ user_content: { parts: [{ text: 'x'.repeat(6000) }] }, final_response: { parts: [{ text: 'y' }] } }]
  const linesWith = (key: string) => ids.map((id) => `${JSON.stringify({ eval_id: id, [key]: turns })}\n`).join('')
  writeFileSync(join(cwd, 'cases.jsonl'), linesWith('conversation'))
  writeFileSync(join(cwd, 'answers.jsonl'), linesWith('invocations'))
  const file = join(cwd, 'runs.db')
  const { run } = await evaluate({ cwd, dataset: 'cases.jsonl', target: 'recorded:answers.jsonl', store: file })
  const store = openSqliteStore(file)
  const { dependencies } = libraryDependencies({ store, file, maxCost: undefined })
  const parse = vi.spyOn(JSON, 'parse')
  const request = await rerunRequest(run, { caseIds: ['case 800'] }, store)
  const again = await prepareRun(
    { ...request, target: 'recorded:answers.jsonl' },
    { ...dependencies, knownDataset: run.plan.dataset },
  )
  expect(again.plan.dataset).toMatchObject({ cases: 1, selected: ['case 800'] })
  const { signal } = new AbortController()
  const conversation = await again.target.open({ id: 'case 800' }, { signal })
  expect(await conversation.say({}, signal)).toMatchObject({ finalResponse: { parts: [{ text: 'y' }] } })
  const begins = (...keys: string[]) =>
    keys.map((key) => parse.mock.calls.filter(([text]) => text.startsWith(`{"${key}"`)).length)
  // Of both files also the first line, which shows the format, and of the recording the last, which shows that it is whole.
  expect(begins('eval_id', 'id', 'caseId')).toEqual([2 + 3, 1, 1])
  parse.mockRestore()
  await store.close()
  rmSync(cwd, { recursive: true })
})
