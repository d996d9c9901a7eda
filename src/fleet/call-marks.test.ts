import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres, type PostgresServer } from '../../test/postgres/start-postgres.ts'
import { callMarks, callsMadeAgain, settleCalls, type PendingCall } from './call-marks.ts'
import { openFleet } from './fleet.ts'
import { openLease } from './lease.ts'
import { closeToWorkers, forgetRun } from './open-runs.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => server.stop())

const run = 'a-run'
const judge = (nth: number): PendingCall => ({ role: 'judge', what: 'is it right?', nth })
const agent = (nth: number): PendingCall => ({ role: 'agent', what: '3/0', nth })

async function newFleet() {
  const clock = { now: 0, step: 0 }
  const read = () => (clock.now += clock.step)
  const fleet = await openFleet(await server.newSchema(), {
    environment: {},
    wrap: (store) => store,
    now: Date.now,
    clock: read,
  })
  onTestFinished(async () => fleet.close())
  const { database, queue } = fleet
  return {
    ...fleet,
    again: async () => callsMadeAgain(database, run),
    async newWorker() {
      const lease = await openLease(database, { queue, name: 'one', leaseMs: 60_000, clock: read, sleep: fleet.sleep })
      onTestFinished(async () => lease.end())
      const marks = callMarks(database, { run, lease, clock: read })
      return {
        // Everybody sees it when the next one can be marked.
        mark: async (call: PendingCall) => {
          await marks.mark(call)
          await marks.mark(call)
        },
        end: lease.end,
      }
    },
    /** From now on so much passes whenever somebody looks at the clock. */
    slow: (milliseconds: number) => void (clock.step = milliseconds),
  }
}

describe('calls that were marked', () => {
  it('count when somebody else makes them again after the lease of who made them, and not before', async () => {
    const { newWorker, again } = await newFleet()
    const [first, second, third] = [await newWorker(), await newWorker(), await newWorker()]
    await Promise.all([first.mark(agent(0)), first.mark(judge(0)), first.mark(judge(1))])
    await first.end()
    expect(await again()).toEqual({ agent: 0, judge: 0 })
    await second.mark(judge(0))
    expect(await again()).toEqual({ agent: 0, judge: 1 })
    await second.end()
    await Promise.all([third.mark(judge(0)), third.mark(agent(0))])
    await third.mark(judge(1))
    expect(await again()).toEqual({ agent: 1, judge: 3 })
  })

  it('do not count when the same worker asks again, or another one beside it', async () => {
    const { newWorker, again } = await newFleet()
    const [first, second] = [await newWorker(), await newWorker()]
    await first.mark(judge(0))
    await first.mark(judge(0))
    await second.mark(judge(0))
    expect(await again()).toEqual({ agent: 0, judge: 0 })
  })

  it('do not count once what came of them is written down, and those that counted stay counted', async () => {
    const { database, newWorker, again } = await newFleet()
    const [first, second, third] = [await newWorker(), await newWorker(), await newWorker()]
    await Promise.all([first.mark(agent(0)), first.mark(agent(1))])
    await first.end()
    await Promise.all([second.mark(agent(0)), second.mark(agent(1))])
    await settleCalls(database, run, { role: 'agent', what: ['3/0'] })
    await second.end()
    await third.mark(agent(0))
    expect(await again()).toEqual({ agent: 2, judge: 0 })
  })

  it('are refused when the lease has ended', async () => {
    const { newWorker } = await newFleet()
    const worker = await newWorker()
    await worker.end()
    await expect(worker.mark(agent(0))).rejects.toMatchObject({ code: 'store' })
  })

  it('are not made by a worker that was stopped while it marked them', async () => {
    const { database, newWorker, again, slow } = await newFleet()
    const [stopped, other] = [await newWorker(), await newWorker()]
    slow(40_000)
    await expect(stopped.mark(agent(0))).rejects.toMatchObject({ code: 'store' })
    slow(0)
    await stopped.end()
    await other.mark(agent(0))
    expect(await again()).toEqual({ agent: 0, judge: 0 })
    expect((await database.query(`SELECT nth FROM ${database.fleet}.called`)).rows).toHaveLength(1)
  })

  it('count after a run was stopped in their middle and resumed, and are forgotten with the whole run', async () => {
    const { database, queue, newWorker, again } = await newFleet()
    const [first, second] = [await newWorker(), await newWorker()]
    await Promise.all([first.mark(agent(0)), first.mark(judge(0))])
    await database.query(
      `INSERT INTO ${database.fleet}.claim (key, run, worker, token) SELECT $1, $2, worker, worker FROM ${database.fleet}.called LIMIT 1`,
      [judge(0).what, run],
    )
    await database.query(
      `INSERT INTO ${database.fleet}.open_run (run, labels, fingerprint, limits) VALUES ($1, '{}', '{}', '{}')`,
      [run],
    )
    await closeToWorkers(database, run)
    await forgetRun(database, queue, { run, isWhole: false })
    await first.end()
    await Promise.all([second.mark(agent(0)), second.mark(judge(0))])
    expect(await again()).toEqual({ agent: 1, judge: 1 })
    await forgetRun(database, queue, { run, isWhole: true })
    expect((await database.query(`SELECT nth FROM ${database.fleet}.called`)).rows).toEqual([])
  })
})
