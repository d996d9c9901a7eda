import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import { type RunPlan, type RunStore, type RunSummary, type Score, type Verdict, toEnglish } from '../core/index.ts'
import { wilsonInterval } from '../statistics/index.ts'
import { openSqliteStore } from '../stores/index.ts'
import { withCurrentSummaries } from './with-current-summaries.ts'

let folder: string
let store: RunStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shinsa-'))
  store = openSqliteStore(join(folder, 'runs.db'))
})

afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const because = { text: 'because' }
const pass: Score = { status: 'scored', metric: 'm', value: 1, passed: true }
const judgeBroke: Score = { status: 'error', metric: 'm', blame: 'judge', reason: because }
const silent: Score = { status: 'not-evaluated', metric: 'm', reason: because }

it('tells of a run of an older version what it would be told today', async () => {
  // One case each: passed, the judge broke, the agent was too late; older versions called the last two errors.
  await writeOldRun(
    'mixed',
    ['error'],
    [
      { verdict: 'passed', scores: [pass] },
      { verdict: 'error', scores: [judgeBroke] },
      { verdict: 'error', scores: [silent], code: 'timeout' },
    ],
  )
  const [run] = await withCurrentSummaries(store).list()
  expect(run?.summary).toMatchObject({
    results: { total: 3, evaluated: 2, passed: 1, error: 1, notEvaluated: 1, broken: 1 },
    passRate: wilsonInterval(1, 2),
    passRateAtWorst: wilsonInterval(1, 3),
    metrics: [{ agentErrors: 1, notEvaluated: 0, error: 1 }],
    // What it cost is what was written down.
    cost: { toolCalls: 7 },
  })
  expect(await withCurrentSummaries(store).find('mixed')).toEqual(run)
})

it('keeps what a rule decided that this version does not know', async () => {
  await writeOldRun('foreign', ['<script>'], [{ verdict: 'error', scores: [judgeBroke] }])
  const run = await withCurrentSummaries(store).find('foreign')
  expect(run?.summary).toMatchObject({ results: { evaluated: 0 }, gate: (await store.find('foreign'))?.summary?.gate })
})

it('does not let an old run pass of which nothing was evaluated', async () => {
  await writeOldRun(
    'silent',
    ['failed'],
    [
      { verdict: 'not-evaluated', scores: [silent] },
      { verdict: 'error', scores: [judgeBroke] },
    ],
  )
  const run = await withCurrentSummaries(store).find('silent')
  expect(run?.summary).toMatchObject({ passRate: null, gate: { passed: false } })
  expect(run?.summary?.gate.reasons.map(toEnglish)).toEqual(['nothing was evaluated: 2 results without a verdict'])
})

it('leaves an old run as it is where everything passed or failed', async () => {
  await writeOldRun('clean', ['failed'], [{ verdict: 'passed', scores: [pass] }])
  const run = await withCurrentSummaries(store).find('clean')
  expect(run?.summary).toMatchObject({
    results: { evaluated: 1 },
    passRate: wilsonInterval(1, 1),
    gate: { passed: true },
  })
})

type OldCase = { readonly verdict: Verdict; readonly scores: Score[]; readonly code?: string }

async function writeOldRun(runId: string, failOn: string[], cases: readonly OldCase[]): Promise<void> {
  await store.append(runId, { type: 'run-start', plan: planOf(runId, failOn, cases.length), resumed: false, done: 0 })
  for (const [position, { verdict, scores, code }] of cases.entries()) {
    const evalCase = { id: `c${position}` }
    const transcript = { invocations: [], ...(code !== undefined && { failure: { code, reason: because } }) }
    const result = { position, repeat: 0, evalCase, transcript, scores, verdict, cost: { toolCalls: 0 }, durationMs: 1 }
    await store.append(runId, { type: 'case-start', position, repeat: 0, evalCase })
    await store.append(runId, { type: 'scores', position, repeat: 0, scores })
    await store.append(runId, { type: 'case-end', position, repeat: 0, result })
  }
  await store.append(runId, { type: 'run-end', status: 'finished', durationMs: 1, summary: oldSummary(cases) })
}

/** As versions before wrote it: a rate over all results, and errors whosoever they were. */
function oldSummary(cases: readonly OldCase[]): RunSummary {
  const count = (wanted: Verdict) => cases.filter(({ verdict }) => verdict === wanted).length
  const passed = count('passed')
  return {
    results: {
      total: cases.length,
      passed,
      failed: count('failed'),
      error: count('error'),
      notEvaluated: count('not-evaluated'),
    },
    unfinished: 0,
    passRate: wilsonInterval(passed, cases.length),
    metrics: [],
    cost: { toolCalls: 7 },
    gate: { passed: true, rules: ['failed'], reasons: [] },
  }
}

function planOf(runId: string, failOn: string[], cases: number): RunPlan {
  return madePlan({
    runId,
    dataset: { id: 'set', format: 'table', cases },
    metrics: [{ name: 'm', threshold: 1 }],
    failOn,
  })
}
