import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import { openSimulatedFleet, type SimulatedFleet } from '../../test/fleet/simulated-fleet.ts'
import { startPostgres, type PostgresServer } from '../../test/postgres/start-postgres.ts'
import type { RunEvent } from '../core/index.ts'
import { answersOnce } from './ask-once.ts'
import { callMarks } from './call-marks.ts'
import { fenceOf } from './fence.ts'
import { openLease, releaseLost } from './lease.ts'
import { closeToWorkers, openForWorkers, remarkOf } from './open-runs.ts'
import { leaseLost } from './lease-lost.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => server.stop())

const LEASE_MS = 30_000
const run = 'a-run'

/** What a worker may still do that does not know that its lease has ended. */
const acts: Readonly<Record<string, (zombie: Worker) => Promise<unknown>>> = {
  'write a result': async ({ append }) => append(caseEnd(0)),
  'write a result of which nobody else has begun': async ({ append }) => append(caseEnd(1)),
  'begin a case': async ({ append }) => append(caseStart(0)),
  'write down what it has spent': async ({ append }) =>
    append({ type: 'spent', cost: { toolCalls: 0, judge: { calls: 1, dollars: 7, cached: 0, saved: 0 } } }),
  'complete a lot of which everything is there': async ({ fence, fleet }) => {
    fence.known({ position: 0, repeat: 0 })
    await fence.completeKnown(fleet.database)
  },
  'take a lot': async ({ take }) => take(),
  'mark a call of the agent': async ({ marks }) => marks.mark({ role: 'agent', what: '0/0', nth: 1 }),
  'mark a call of a judge': async ({ answers, claimed }) => claimed?.ask(async () => answers.beforeCall()),
  'keep what a judge has answered': async ({ claimed }) => claimed?.keep(answer('of the zombie'), 2),
  'give back the right to ask': async ({ claimed }) => claimed?.leave(),
  'stop the run, since enough is spent': async ({ fleet, id }) =>
    closeToWorkers(fleet.database, run, { why: remarkOf(leaseLost()), worker: id }),
}

it.each([
  ['ended', async () => undefined],
  ['ended and was taken from it', async ({ fleet }: SimulatedFleet) => releaseLost(fleet.database, fleet.queue)],
  ['ended, and another worker has taken its work', async (simulated: SimulatedFleet) => beginAnew(simulated)],
  ['ended, and another worker has ended its work', async (simulated: SimulatedFleet) => endAnew(simulated)],
])('a worker whose lease has %s changes nothing, whatever it would do', async (_state, meanwhile) => {
  const simulated = await newRun()
  const zombie = await beginIn(simulated)
  await simulated.clock.runUntil(LEASE_MS + 1000)
  await meanwhile(simulated)
  const before = await everythingIn(simulated)
  for (const [name, act] of Object.entries(acts)) {
    const refusal = await act(zombie).then(
      () => 'nothing',
      ({ message: text }: Error) => text,
    )
    expect([name, refusal]).toEqual([
      name,
      expect.stringMatching(/the lease of this worker has ended|has ended already/),
    ])
    expect([name, await everythingIn(simulated)]).toEqual([name, before])
  }
})

it.each(Object.entries(acts))('a worker whose lease goes on may %s', async (_name, act) => {
  const simulated = await newRun()
  const worker = await beginIn(simulated)
  const before = await everythingIn(simulated)
  await act(worker)
  expect(await everythingIn(simulated)).not.toEqual(before)
})

it('what a worker is writing when its lease ends is there before others begin anew', async () => {
  const simulated = await newRun()
  const { fleet } = simulated
  const worker = await newWorker(simulated)
  await worker.take()
  const [isChecked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writing = fleet.database.transaction(async (sql) => {
    await worker.fence.check(sql, [caseStart(0)])
    isChecked.resolve()
    await mayCommit.promise
  })
  await isChecked.promise
  await simulated.server.execute(`SELECT setval('simulated.ms', ${LEASE_MS + 1000})`)
  const order: string[] = []
  const released = releaseLost(fleet.database, fleet.queue).then(() => order.push('released'))
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM%worker%'`
  while (order.length === 0 && (await simulated.server.execute(waiting)).length === 0);
  order.push('committed')
  mayCommit.resolve()
  await Promise.all([writing, released])
  expect(order).toEqual(['committed', 'released'])
  const other = await newWorker(simulated)
  expect(await other.take()).toMatchObject([{ attempt: 1, places: [[0, 0]] }])
})

it('a lot counts by the attempt at which it was taken, whoever has the lease', async () => {
  const simulated = await newRun()
  const { fleet, clock } = simulated
  const zombie = await newWorker(simulated)
  const before = await zombie.take()
  await clock.runUntil(LEASE_MS + 1000)
  await releaseLost(fleet.database, fleet.queue)
  const other = await newWorker(simulated)
  expect((await other.take()).map(({ id, attempt }) => [id, attempt])).toEqual(before.map(({ id }) => [id, 1]))
  const complete = async (lots: typeof before) =>
    fleet.database.transaction(async (sql) => fleet.queue.complete(sql, run, lots))
  expect(await complete(before)).toBe(0)
  expect(await fleet.queue.left(fleet.database, run)).toEqual({ waiting: 1, held: 1 })
})

type Worker = Awaited<ReturnType<typeof newWorker>>

async function newRun(): Promise<SimulatedFleet> {
  const simulated = await openSimulatedFleet(server)
  onTestFinished(async () => simulated.close())
  const { database, queue, store } = simulated.fleet
  await store.append(run, { type: 'run-start', plan, resumed: false, done: 0 })
  const lots = [0, 1].map((position) => ({ places: [[position, 0] as const], isFresh: true }))
  const fingerprint = { versions: {}, config: {}, agent: {}, dataset: {}, settings: {} }
  await openForWorkers(database, queue, { run, labels: [], fingerprint, limits: {}, lots })
  // What was put there in this very moment is not there yet.
  await simulated.clock.runUntil(10)
  return simulated
}

/** A worker that takes a lease, and is not heard of again, with the right to ask a question. */
async function newWorker({ fleet, clock }: SimulatedFleet) {
  const { database, queue, notices, answers: beyondRun } = fleet
  const lease = await openLease(database, {
    queue,
    name: 'one',
    leaseMs: LEASE_MS,
    clock: clock.now,
    sleep: neverAgain,
  })
  const worker = lease.id
  const fence = fenceOf({ run, worker, queue, asksAgent: true })
  const marks = callMarks(database, { run, lease, clock: clock.now })
  const answers = answersOnce(database, { run, worker, beyondRun, notices, calls: marks })
  const claimed = await answers.claim('is it right?')
  return {
    id: worker,
    fleet,
    fence,
    marks,
    answers,
    claimed,
    append: fleet.fencedAppend(run, fence),
    async take() {
      const lots = await database.transaction(async (sql) => queue.take(sql, run, { worker, count: 1 }))
      fence.hold(lots)
      return lots
    },
  }
}

/** The same, which has begun all that there is. */
async function beginIn(simulated: SimulatedFleet): Promise<Worker> {
  const worker = await newWorker(simulated)
  await worker.take()
  for (const position of [0, 1]) await worker.append(caseStart(position))
  await worker.marks.mark({ role: 'agent', what: '0/0', nth: 0 })
  return worker
}

async function beginAnew(simulated: SimulatedFleet): Promise<Worker> {
  await releaseLost(simulated.fleet.database, simulated.fleet.queue)
  return beginIn(simulated)
}

async function endAnew(simulated: SimulatedFleet): Promise<void> {
  const other = await beginAnew(simulated)
  await other.claimed?.keep(answer('of another one'), 1)
  await other.append(caseEnd(0))
}

/** Every row of the store, of what workers know, and of the queue. */
async function everythingIn({ server: { execute } }: SimulatedFleet): Promise<Readonly<Record<string, unknown>>> {
  const tables = await execute(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await execute(
        // That a process still writes is put down every ten seconds, whatever it does.
        `SELECT jsonb_agg(to_jsonb(its) - 'seen' ORDER BY its::text) AS rows FROM ${String(name)} AS its`,
      )
      return [String(name), row?.['rows']] as const
    }),
  )
  return Object.fromEntries(rows)
}

async function neverAgain(): Promise<never> {
  return new Promise(() => undefined)
}

const evalCase = { id: 'a', conversation: [] }

function caseStart(position: number): RunEvent {
  return { type: 'case-start', position, repeat: 0, evalCase }
}

function caseEnd(position: number): RunEvent {
  return {
    type: 'case-end',
    position,
    repeat: 0,
    result: {
      position,
      repeat: 0,
      evalCase,
      transcript: { invocations: [] },
      scores: [],
      verdict: 'passed',
      cost: { toolCalls: 0 },
      durationMs: 1,
    },
  }
}

function answer(value: string) {
  return { value, reply: { judge: 'j', instruction: 'i@1', raw: value, latencyMs: 1, calls: 1 } }
}

const plan = madePlan({ runId: run, dataset: { id: 'set', format: 'test', cases: 2 } })
