import { expect, it, onTestFinished } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import { startPostgres } from '../../test/postgres/start-postgres.ts'
import type { RunStore } from '../core/index.ts'
import { finishRun } from './finish-run.ts'
import { openFleet } from './fleet.ts'
import { openForWorkers } from './open-runs.ts'

it('ends a run whose counting takes longer than a server waits for somebody who was cut off', async () => {
  const server = await startPostgres()
  const fleet = await openFleet(await server.newDatabase(), {
    environment: {},
    wrap: (store) => store,
    now: Date.now,
    clock: () => performance.now(),
  })
  onTestFinished(async () => {
    await fleet.close()
    await server.stop()
  })
  const { database, queue, store } = fleet
  await store.append(plan.runId, { type: 'run-start', plan, resumed: false, done: 0 })
  const fingerprint = { versions: {}, config: {}, agent: {}, dataset: {}, settings: {} }
  await openForWorkers(database, queue, { run: plan.runId, labels: [], fingerprint, limits: {}, lots: [] })

  const heardOf = `SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND query = 'SELECT 1'`
  const slow: RunStore = {
    ...store,
    async *scoredCases(run) {
      await expect.poll(async () => server.execute(heardOf), { timeout: 20_000 }).toHaveLength(1)
      yield* store.scoredCases(run)
    },
  }
  await finishRun({ ...fleet, store: slow }, { plan })
  expect((await store.find(plan.runId))?.status).toBe('finished')
})

const plan = madePlan({ dataset: { id: 'set', format: 'test', cases: 0 } })
