import { setTimeout as sleep } from 'node:timers/promises'
import type { RunDocument } from '../../src/reporters/json.ts'
import { createRandom } from '../../src/statistics/random.ts'
import { newFleetProject, type FleetProject, type Process } from '../../test/fleet/fleet-project.ts'
import { startScriptedWorld, type ScriptedWorld } from '../../test/fleet/scripted-world.ts'
import { startPostgres, type PostgresServer } from '../../test/postgres/start-postgres.ts'

const read = (name: string, usual: number) => Number(process.env[name] ?? usual)

// SEED=1 CASES=3000 KILLS=100 COORDINATORS=10 RESTARTS=5 CUTS=10 STOPS=3 npm run bench -- fleet-chaos
const seed = read('SEED', 1)
const cases = read('CASES', 1000)
const wanted = {
  kills: read('KILLS', 20),
  coordinators: read('COORDINATORS', 3),
  restarts: read('RESTARTS', 2),
  cuts: read('CUTS', 3),
  stops: read('STOPS', 1),
}
/** How long agent and judge take, at most half more or less. */
const latencyMs = read('LATENCY', 300)
/** Between two things that happen, at most half more or less. */
const pauseMs = read('PAUSE', 1500)
const leaseSeconds = read('LEASE', 6)
const casesAtOnce = 8

/** Kills workers and those who wait for them, restarts their database, cuts connections, stops workers for longer than their lease, and counts. */
export async function run(): Promise<void> {
  const alone = await playAlone()
  console.log(`seed ${seed}; one process: ${line(alone)}`)
  const world = await startScriptedWorld({ latencyMs })
  const server = await startPostgres({ settings: { fsync: 'on' } })
  const project = newFleetProject(world, { store: await server.newDatabase(), cases })
  try {
    const happened = await playInChaos(project, server)
    const document = await project.document()
    console.log(`three workers: ${line(document)}`)
    console.log(`happened: ${JSON.stringify(happened)}`)
    console.log(outcome(document, alone, world))
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
    await project.start([...project.runArguments, '-j', '32']).ended
    return await project.document()
  } finally {
    world.close()
    project.close()
  }
}

type Chaos = {
  readonly project: FleetProject
  readonly server: PostgresServer
  workers: Process[]
  coordinator: Process
}

async function playInChaos(project: FleetProject, server: PostgresServer) {
  const random = createRandom(seed)
  const chaos: Chaos = {
    project,
    server,
    workers: [1, 2, 3].map(() => startWorker(project)),
    coordinator: project.start([...project.runArguments, '--queue']),
  }
  const happened = { kills: 0, coordinators: 0, restarts: 0, cuts: 0, stops: 0 }
  const todo = shuffled(happenings(), random)
  const state = { isOver: false }
  void untilOver()

  async function untilOver(): Promise<void> {
    while (!state.isOver) {
      const watched = chaos.coordinator
      const { exitCode, stderr } = await watched.ended
      if (watched !== chaos.coordinator || exitCode === null) await sleep(50)
      else {
        state.isOver = true
        console.log(`ended with ${exitCode}: ${stderr.trim().split('\n').slice(-4).join(' | ')}`)
      }
    }
  }

  while (!chaos.coordinator.stderr().includes('of')) await sleep(100)
  for (const what of todo) {
    await sleep(pauseMs * (0.5 + random()))
    if (state.isOver) break
    await happen(what, chaos, random)
    happened[what] += 1
  }
  while (!state.isOver) await sleep(200)
  return happened
}

type Happening = keyof typeof wanted

function happenings(): Happening[] {
  // Written out, since the names of an object are texts to TypeScript.
  const kinds: readonly Happening[] = ['kills', 'coordinators', 'restarts', 'cuts', 'stops']
  return kinds.flatMap((kind) => Array.from({ length: wanted[kind] }, () => kind))
}

function startWorker({ start }: FleetProject): Process {
  return start(['worker', '-j', String(casesAtOnce), '--lease', String(leaseSeconds)])
}

async function happen(what: Happening, chaos: Chaos, random: () => number): Promise<void> {
  const { project, server, workers, coordinator } = chaos
  const at = Math.floor(random() * 3)
  switch (what) {
    case 'kills':
      workers[at]?.child.kill('SIGKILL')
      workers[at] = startWorker(project)
      return
    case 'coordinators':
      coordinator.child.kill('SIGKILL')
      await coordinator.ended
      chaos.coordinator = project.start(['resume', 'latest'])
      return
    case 'restarts':
      return server.restart(random() < 0.5 ? 'fast' : 'crash')
    case 'cuts':
      await server.execute(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname LIKE 'test%'`,
      )
      return
    case 'stops': {
      // It goes on beside the others when twice its lease is over.
      const stopped = workers[at]?.child
      stopped?.kill('SIGSTOP')
      setTimeout(() => stopped?.kill('SIGCONT'), 2000 * leaseSeconds)
      workers[at] = startWorker(project)
    }
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

function outcome(document: RunDocument, alone: RunDocument, { agent, judge }: ScriptedWorld): string {
  const places = new Set(document.results.map(({ position, repeat }) => `${position}/${repeat}`))
  const said = document.run.summary?.notes?.find(({ text }) => text.includes('made again'))?.values
  const rows = [
    ['results lost', cases - places.size],
    ['results doubled', document.results.length - places.size],
    ['verdicts and scores that differ from one process', differing(document, alone)],
    ['asked again, as agent and judge counted', `${agent.again} + ${judge.again}`],
    ['asked again, as the report says', `${said?.['agent'] ?? 0} + ${said?.['judge'] ?? 0}`],
    ['in flight when somebody hung up, as agent and judge counted', `${agent.cutOff} + ${judge.cutOff}`],
    ['cost of the judge, one process', dollars(alone)],
    ['cost of the judge, workers', dollars(document)],
  ]
  return rows.map(([what, count]) => `| ${what} | ${count} |`).join('\n')
}

function dollars({ run: played }: RunDocument): string {
  const { calls, dollars: sum } = played.summary?.cost.judge ?? {}
  return `${sum?.toFixed(4)} for ${calls} calls`
}

function line({ run: played, results }: RunDocument): string {
  const seconds = Math.round((played.durationMs ?? 0) / 1000)
  return JSON.stringify({ ...played.summary?.results, results: results.length, seconds })
}

function differing({ results }: RunDocument, other: RunDocument): number {
  const known = new Map(other.results.map((result) => [`${result.position}/${result.repeat}`, outcomeOf(result)]))
  return results.filter((result) => known.get(`${result.position}/${result.repeat}`) !== outcomeOf(result)).length
}

function outcomeOf({ verdict, scores }: RunDocument['results'][number]): string {
  return JSON.stringify([verdict, scores.map((score) => [score.metric, score.status])])
}
