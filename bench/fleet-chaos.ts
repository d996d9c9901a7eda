import { setTimeout as sleep } from 'node:timers/promises'
import type { RunDocument } from '../src/reporters/json.ts'
import { newFleetProject } from '../test/fleet/fleet-project.ts'
import type { FleetProject, Process } from '../test/fleet/fleet-project.ts'
import { startScriptedWorld } from '../test/fleet/scripted-world.ts'
import { startPostgres } from '../test/postgres/start-postgres.ts'
import type { PostgresServer } from '../test/postgres/start-postgres.ts'

const read = (name: string, usual: number) => Number(process.env[name] ?? usual)

// CASES=3000 KILLS=100 COORDINATORS=10 RESTARTS=5 STOPS=5 npm run bench -- fleet-chaos
const cases = read('CASES', 1500)
const kills = read('KILLS', 30)
const coordinatorKills = read('COORDINATORS', 3)
const restarts = read('RESTARTS', 2)
const stops = read('STOPS', 2)
const latencyMs = read('LATENCY', 100)
const pauseMs = read('PAUSE', 600)
const leaseSeconds = read('LEASE', 10)

/** Kills workers and those who wait for them, restarts their database, stops workers for longer than their lease, and counts. */
export async function run(): Promise<void> {
  const alone = await playAlone()
  console.log(`one process ${line(alone)}`)
  const world = await startScriptedWorld({ latencyMs })
  const server = await startPostgres({ settings: { fsync: 'on' } })
  const project = newFleetProject(world, { store: await server.newDatabase(), cases })
  try {
    const happened = await playInChaos(project, server)
    const document = await project.document()
    console.log(`three workers ${line(document)}`)
    console.log(`happened: ${JSON.stringify(happened)}`)
    console.log(`asked again: ${world.agent.again} agent, ${world.judge.again} judge`)
    console.log(`the report says: ${JSON.stringify(document.run.summary?.notes?.map(({ values }) => values))}`)
    console.log(`verdicts and scores equal: ${String(resultsOf(document) === resultsOf(alone))}`)
  } finally {
    world.close()
    project.close()
    await server.stop()
  }
}

async function playAlone(): Promise<RunDocument> {
  const world = await startScriptedWorld({ latencyMs })
  const project = newFleetProject(world, { store: 'runs.db', cases })
  try {
    await project.start(project.runArguments).ended
    return await project.document()
  } finally {
    world.close()
    project.close()
  }
}

async function playInChaos(project: FleetProject, server: PostgresServer) {
  const happened = { workers: 0, coordinators: 0, restarts: 0, stops: 0 }
  const worker = () => project.start(['worker', '-j', '8', '--lease', String(leaseSeconds)])
  const workers: Process[] = [worker(), worker(), worker()]
  let coordinator = project.start([...project.runArguments, '--queue'])
  const state = { isOver: false }
  void untilOver()

  async function untilOver(): Promise<void> {
    while (!state.isOver) {
      const watched = coordinator
      const { exitCode, stderr } = await watched.ended
      if (watched !== coordinator || exitCode === null) await sleep(50)
      else {
        state.isOver = true
        console.log(`ended with ${exitCode}: ${stderr.trim().split('\n').slice(-12).join(' | ')}`)
      }
    }
  }

  while (!coordinator.stderr().includes('of')) await sleep(100)
  for (let kill = 1; kill <= kills && !state.isOver; kill += 1) {
    await sleep(pauseMs * (0.5 + Math.random()))
    const at = Math.floor(Math.random() * workers.length)
    workers[at]?.child.kill('SIGKILL')
    workers[at] = worker()
    happened.workers += 1
    if (kill % Math.ceil(kills / stops) === 0) {
      const stopped = workers[(at + 1) % workers.length]?.child
      stopped?.kill('SIGSTOP')
      setTimeout(() => stopped?.kill('SIGCONT'), 2000 * leaseSeconds)
      happened.stops += 1
    }
    if (kill % Math.ceil(kills / restarts) === 1) {
      await server.restart(kill % 2 === 0 ? 'fast' : 'crash')
      happened.restarts += 1
    }
    if (kill % Math.ceil(kills / coordinatorKills) === 0) {
      const killed = coordinator
      killed.child.kill('SIGKILL')
      await killed.ended
      coordinator = project.start(['resume', 'latest'])
      happened.coordinators += 1
    }
  }
  while (!state.isOver) await sleep(200)
  for (const { child } of workers) child.kill('SIGKILL')
  return happened
}

function line({ run: played, results }: RunDocument): string {
  const { results: counts, cost } = played.summary ?? {}
  const places = new Set(results.map(({ position, repeat }) => `${position}/${repeat}`))
  return JSON.stringify({
    ...counts,
    results: results.length,
    places: places.size,
    judge: cost?.judge,
    seconds: Math.round((played.durationMs ?? 0) / 1000),
  })
}

function resultsOf({ results }: RunDocument): string {
  return JSON.stringify(
    results.map(({ position, repeat, verdict, scores }) => [
      position,
      repeat,
      verdict,
      scores.map((score) => [score.metric, score.status]),
    ]),
  )
}
