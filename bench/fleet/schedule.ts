import { startPostgres } from '../../test/postgres/start-postgres.ts'
import { listSchedule, simulateSchedule, unevenLatencies, type Life, type Schedule } from './schedule-simulation.ts'

const cases = Number(process.env['CASES'] ?? 1000)
const leaseMs = 30_000

const third = (worker: number, life: Life): Life => (worker % 3 === 0 ? life : {})
const stops = (worker: number) => 10_000 + 500 * worker

const scenes: readonly { readonly name: string; readonly life?: Schedule['life'] }[] = [
  { name: 'all of them stay' },
  { name: 'a third is killed', life: (worker) => third(worker, { stops: stops(worker) }) },
  { name: 'a third comes later', life: (worker) => third(worker, { from: stops(worker) }) },
  {
    name: 'a third is stopped for twice its lease',
    life: (worker) => third(worker, { stops: stops(worker), goesOn: stops(worker) + 2 * leaseMs }),
  },
  {
    name: 'a third is cut off for twice its lease',
    life: (worker) => third(worker, { stops: stops(worker), goesOn: stops(worker) + 2 * leaseMs, what: 'connections' }),
  },
]

/** How long a run takes on workers, beside a list scheduler, on a simulated clock and a real PostgreSQL; leases of 30 s. */
export async function run(): Promise<void> {
  console.log(
    `aim: at most 1.1 times a list scheduler; ${cases} cases of a second to two minutes, two at once for each worker`,
  )
  const server = await startPostgres()
  try {
    for (const workers of [3, 100]) {
      for (const { name, life } of scenes) {
        const latencies = unevenLatencies(workers === 3 ? cases / 10 : cases, { seed: 1 })
        const schedule = { workers, atOnce: 2, latencies, leaseMs, ...(life !== undefined && { life }) }
        const outcome = await simulateSchedule(server, schedule)
        const ideal = listSchedule(schedule, { noticedAfterMs: leaseMs + 1000 })
        const { makespanMs, results, calls, again, cutOff, atOneTime } = outcome
        console.log(
          `${String(workers).padStart(3)} workers, ${name.padEnd(40)} ${(makespanMs / 1000).toFixed(0)} s, ${(makespanMs / ideal).toFixed(2)} times; ` +
            `${results} results, ${calls} calls, ${again} again of ${cutOff} in flight, ${atOneTime} at one time`,
        )
      }
    }
  } finally {
    await server.stop()
  }
}
