import { newFleetProject } from '../../test/fleet/fleet-project.ts'
import { startScriptedWorld } from '../../test/fleet/scripted-world.ts'
import { startPostgres } from '../../test/postgres/start-postgres.ts'
import { saying, slidingQuota, tokenBucket, windowQuota, type Quota } from '../pace-simulation.ts'

const MINUTE = 60_000
const cases = Number(process.env['CASES'] ?? 2400)
const workers = Number(process.env['WORKERS'] ?? 3)

/** What the window shows when the first question comes, in seconds: anything, as a rule. */
const startAt = 1000 * Number(process.env['AT'] ?? 60 * Math.random())

const quotas: Readonly<Record<string, () => Quota>> = {
  bucket: () => tokenBucket(() => 10, { burst: 10, hints: true }),
  burst: () => tokenBucket(() => 10, { burst: 600, hints: true }),
  window: () => windowQuota(600, MINUTE, startAt),
  silent: () => saying(undefined, windowQuota(600, MINUTE, startAt)),
  second: () => saying(1000, windowQuota(600, MINUTE, startAt)),
  sliding: () => slidingQuota(600, MINUTE),
}

// QUOTA=window AT=30 CASES=2400 npm run bench -- fleet-quota
const quota = quotas[process.env['QUOTA'] ?? 'bucket']

/** Real workers, a real PostgreSQL and a judge that bears 600 requests a minute: what they have answered, and an oracle would have had. */
export async function run(): Promise<void> {
  if (quota === undefined) throw new Error(`QUOTA is one of ${Object.keys(quotas).join(', ')}`)
  const { admit, ideal } = quota()
  const times = { first: 0, last: 0 }
  const world = await startScriptedWorld({
    latencyMs: 200,
    admit() {
      const now = performance.now()
      times.first ||= now
      const admission = admit(now - times.first, 0)
      if (admission.ok) times.last = now
      return admission
    },
  })
  const server = await startPostgres({ settings: { fsync: 'on' } })
  const store = await server.newDatabase()
  const project = newFleetProject(world, { store, cases })
  const playing = Array.from({ length: workers }, () => project.start(['worker', '-j', '16']))
  try {
    const { exitCode } = await project.start([...project.runArguments, '--queue', '-j', '16']).ended
    const ms = times.last - times.first
    const answered = world.judge.byKey.size
    const database = new URL(store).pathname.slice(1)
    const [row] = await server.execute("SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'quota'", {
      database,
    })
    console.log(`${workers} workers, exit code ${exitCode}: ${answered} answered in ${(ms / 1000).toFixed(1)} s`)
    const soonest = soonestEnd(ideal, answered)
    console.log(
      `begun ${(startAt / 1000).toFixed(1)} s into a minute; an oracle takes ${(soonest / 1000).toFixed(1)} s: ${share(soonest / ms)} of its pace`,
    )
    console.log(
      `${share(answered / ideal(ms))} of an oracle's in that time; ${share(world.judge.refused / (answered + world.judge.refused))} refused (${world.judge.refused})`,
    )
    console.log(
      `${(Number(row?.['n_tup_upd']) / workers / (ms / 1000)).toFixed(2)} statements a second and worker; asked again ${world.judge.again}`,
    )
  } finally {
    for (const { child } of playing) child.kill('SIGKILL')
    project.close()
    world.close()
    await server.stop()
  }
}

/** When somebody who knows the quota has asked the last of so many. */
function soonestEnd(ideal: Quota['ideal'], count: number): number {
  let ms = 1
  while (ideal(ms) < count) ms += 10
  return ms
}

function share(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}
