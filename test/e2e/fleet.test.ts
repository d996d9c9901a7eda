import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { RunDocument } from '../../src/reporters/json.ts'
import { tokenBucket } from '../../bench/pace-simulation.ts'
import { newFleetProject, type FleetProject, type Process } from '../fleet/fleet-project.ts'
import { startScriptedWorld, type ScriptedWorld } from '../fleet/scripted-world.ts'
import { startPostgres, type PostgresServer } from '../postgres/start-postgres.ts'
import { programLine } from './program-line.ts'
import { newProject, until } from './run-shinsa.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => server.stop())

type NewFleet = {
  readonly project: FleetProject
  readonly world: ScriptedWorld
  /** The address of its database. */
  readonly store: string
}

async function newFleet(cases: number, options?: Parameters<typeof startScriptedWorld>[0]): Promise<NewFleet> {
  const world = await startScriptedWorld(options)
  const store = await server.newDatabase()
  const project = newFleetProject(world, { store, cases, program: programLine() })
  onTestFinished(() => {
    project.close()
    world.close()
  })
  return { project, world, store }
}

function startWorkers({ start }: FleetProject, ...options: readonly string[]): readonly Process[] {
  return [1, 2, 3].map(() => start(['worker', '-j', '4', ...options]))
}

/** What does not depend on who played it, and when. */
function results({ results: all }: RunDocument) {
  return all.map(({ position, repeat, verdict, scores, transcript }) => ({
    position,
    repeat,
    verdict,
    scores: scores
      .filter(({ metric }) => metric !== 'invocation_duration_v1')
      .map(({ metric, status }) => [metric, status]),
    said: transcript.invocations.map(({ finalResponse }) => finalResponse?.parts),
  }))
}

describe('a run with --queue', () => {
  it('is played by three workers as one process plays it, each question asked once', async () => {
    const { project, world } = await newFleet(30)
    const alone = project.start(project.runArguments)
    expect(await alone.ended).toMatchObject({ exitCode: 0 })
    const one = await project.document()
    const [asked, judged] = [world.agent.again, world.judge.again]
    const workers = startWorkers(project)
    const { exitCode, stdout } = await project.start([...project.runArguments, '--no-cache', '--queue']).ended
    expect(exitCode).toBe(0)
    expect(stdout).toContain('24 of 30 cases passed')
    const fleet = await project.document()
    expect(results(fleet)).toEqual(results(one))
    expect(fleet.run.summary?.cost.judge).toMatchObject({
      calls: 30,
      inputTokens: 30_000,
      outputTokens: 3000,
      cached: 0,
    })
    // Once alone, and once by the workers.
    expect([world.agent.again - asked, world.judge.again - judged]).toEqual([30, 30])
    for (const { child } of workers) child.kill('SIGTERM')
    for (const { ended } of workers) expect((await ended).exitCode).toBe(0)
  })

  it('loses and doubles nothing when workers and the one who waits are killed, and says what was asked again', async () => {
    const { project, world } = await newFleet(60)
    const workers = startWorkers(project, '--lease', '8')
    const [first, second, third] = workers
    const watching = project.start([...project.runArguments, '--queue'])
    await until(() => world.judge.byKey.size > 5)
    first?.child.kill('SIGKILL')
    watching.child.kill('SIGKILL')
    await until(() => world.judge.byKey.size > 20)
    second?.child.kill('SIGKILL')
    const { exitCode } = await project.start(['resume', 'latest']).ended
    expect(exitCode).toBe(0)
    const { run, results: all } = await project.document()
    expect(new Set(all.map(({ position }) => position)).size).toBe(60)
    expect(all).toHaveLength(60)
    expect(run.summary?.results).toMatchObject({ total: 60, passed: 48, failed: 12 })
    const again = world.agent.again + world.judge.again
    const said = run.summary?.notes?.find(({ text }) => text.includes('made again'))?.values ?? { count: 0 }
    // Two were killed, on a slow machine others may lose their lease; each has four cases at a time.
    const lost = 2 + workers.filter(({ stderr }) => stderr().includes('lease of this worker')).length
    expect(again).toBeLessThanOrEqual(Number(said['count']))
    expect(Number(said['count'])).toBeLessThanOrEqual(4 * lost)
    third?.child.kill('SIGTERM')
  })

  it('is refused by a worker whose project differs, which says in what', async () => {
    const { project } = await newFleet(6)
    const watching = project.start([...project.runArguments, '--queue'])
    await until(() => watching.stderr().includes('0 of 6'))
    const table = join(project.folder, 'cases.csv')
    const before = readFileSync(table, 'utf8')
    writeFileSync(table, before.replace('word 3 please', 'word 3 at once'))
    const other = project.start(['worker'])
    await until(() => other.stderr().includes('another dataset'))
    expect(other.stderr()).toContain('reason: another dataset: cases.csv\n')
    await until(() => watching.stderr().includes('another dataset'))
    other.child.kill('SIGTERM')
    await other.ended
    writeFileSync(table, before)
    const same = project.start(['worker', '--until-idle'])
    expect((await watching.ended).exitCode).toBe(0)
    await same.ended
  })

  it('goes on without the one who waits, or is stopped by it, as asked', async () => {
    const { project, world } = await newFleet(40)
    const left = project.start([...project.runArguments, '--queue'])
    await until(() => left.stderr().includes('0 of 40'))
    left.child.kill('SIGINT')
    const { exitCode, stderr } = await left.ended
    expect(exitCode).toBe(130)
    expect(stderr).toMatch(/goes on without us: `shinsa resume [\w-]+` watches it again/)
    const workers = startWorkers(project)
    const watching = project.start(['resume', 'latest', '--on-interrupt', 'stop'])
    await until(() => world.judge.byKey.size > 5)
    watching.child.kill('SIGINT')
    expect((await watching.ended).exitCode).toBe(130)
    const stopped = await project.document()
    expect(stopped.run.status).toBe('interrupted')
    expect(stopped.results.length).toBeLessThan(40)
    expect((await project.start(['resume', 'latest']).ended).exitCode).toBe(0)
    const whole = await project.document()
    expect(whole.run.summary?.results).toMatchObject({ total: 40, passed: 32, failed: 8 })
    for (const { child } of workers) child.kill('SIGTERM')
    for (const { ended } of workers) await ended
  })

  it('is stopped by all workers when it has cost as much as it may', async () => {
    const { project } = await newFleet(60)
    const workers = startWorkers(project)
    // A question costs 0.35 cents.
    const { exitCode, stderr } = await project.start([...project.runArguments, '--queue', '--max-cost', '0.07']).ended
    expect(exitCode).toBe(1)
    expect(stderr).toContain('the limit of $0.07 is reached')
    const { run } = await project.document()
    expect(run.status).toBe('interrupted')
    // 20 of them, and those that were under way.
    expect(run.summary?.cost.judge?.calls).toBeGreaterThanOrEqual(20)
    expect(run.summary?.cost.judge?.calls).toBeLessThanOrEqual(32)
    for (const { child } of workers) child.kill('SIGTERM')
    for (const { ended } of workers) await ended
  })

  it('asks agent and judge at one pace for all workers, which is kept under a name that says nothing of the key', async () => {
    const { admit } = tokenBucket(() => 10, { burst: 5, hints: true })
    const agent = tokenBucket(() => 10, { burst: 5, hints: false })
    const { project, world, store } = await newFleet(60, {
      admit: () => admit(performance.now(), 0),
      admitToAgent: () => agent.admit(performance.now(), 0),
    })
    const begunAt = performance.now()
    const workers = startWorkers(project)
    expect((await project.start([...project.runArguments, '--queue']).ended).exitCode).toBe(0)
    const seconds = (performance.now() - begunAt) / 1000
    const { run } = await project.document()
    expect(run.summary?.results).toMatchObject({ total: 60, passed: 48, failed: 12 })
    expect([world.judge.byKey.size, world.judge.again]).toEqual([60, 0])
    expect(world.judge.refused).toBeLessThan(30)
    expect([world.agent.byKey.size, world.agent.again]).toEqual([60, 0])
    expect(world.agent.refused).toBeLessThan(30)
    for (const { child } of workers) child.kill('SIGTERM')
    for (const { ended } of workers) await ended
    const database = new URL(store).pathname.slice(1)
    const rows = await server.execute('SELECT key, pace, round, admitted FROM shinsa_fleet.quota', { database })
    const row = {
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      pace: expect.anything(),
      round: expect.any(Number),
      admitted: expect.anything(),
    }
    expect(rows).toEqual([row, row])
    for (const { admitted } of rows) expect(Number(admitted)).toBeGreaterThan(0)
    // Each statement changes a row once.
    const [changed] = await server.execute("SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'quota'", {
      database,
    })
    expect(Number(changed?.['n_tup_upd'])).toBeLessThan(2 * 3 * (seconds + 3))
  })

  it('waits for workers that have what it asks for', async () => {
    const { project } = await newFleet(3)
    const plain = project.start(['worker'])
    const watching = project.start([...project.runArguments, '--queue', '--labels', 'gpu'])
    await until(() => watching.stderr().includes('no worker plays it yet'))
    expect(plain.stderr()).not.toContain('playing')
    const fitting = project.start(['worker', '--labels', 'gpu,large', '--until-idle'])
    expect((await watching.ended).exitCode).toBe(0)
    await fitting.ended
    plain.child.kill('SIGTERM')
    await plain.ended
  })
})

it('says what to start when the runs lie in a file', async () => {
  const project = newProject({
    'cases.csv': 'prompt,expected_response\none,ONE\n',
    'agent.ts': 'export default (text) => text',
  })
  const { exitCode, stderr } = await project.runHere('run', 'cases.csv', '-t', './agent.ts', '--queue')
  expect(exitCode).toBe(2)
  expect(stderr).toMatchInlineSnapshot(`
    "agent: ./agent.ts
    error: --queue needs a run store on PostgreSQL, where workers find what there is to play
    hint: Start one (docker run -d -p 5432:5432 -e POSTGRES_PASSWORD=shinsa postgres:18) and name it: --store postgres://postgres:shinsa@localhost/postgres.
    "
  `)
})
