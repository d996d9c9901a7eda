import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../test/postgres/start-postgres.ts'
import { generateCases } from '../generate.ts'
import { measureCli, type Measured } from '../measure.ts'
import { measurePaging } from '../page/paging.ts'

// CASES=100000 CONCURRENCY=8 npm run bench -- fleet-million
const count = Number(process.env['CASES'] ?? 1_000_000)

/** Recorded cases by one process on a file, then by three workers on a PostgreSQL as it comes, fsync on; then the page over what they wrote. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  // As a server comes, and not as those of tests.
  const server = await startPostgres({ settings: { fsync: 'on', shared_buffers: '128MB', max_connections: '100' } })
  try {
    const { cases, transcripts } = await generateCases(folder, count)
    await writeFile(
      join(folder, 'test_config.json'),
      JSON.stringify({ criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.8 } }),
    )
    const args = ['run', cases, '--target', `recorded:${transcripts}`, '--fail-on', 'none']
    const alone = await sampled(args, folder)
    console.log(`one process on a file: ${told(alone)}`)
    await rm(join(folder, '.shinsa'), { recursive: true })
    const env = { SHINSA_STORE: await server.newDatabase() }
    const fleet = await playByWorkers([...args, '--queue'], folder, env)
    console.log(`three workers on PostgreSQL: ${told(fleet)}`)
    console.log(`${(alone.seconds / fleet.seconds).toFixed(2)} times the throughput of one process   (aim: 0.6)`)
    await measurePaging(folder, env, count)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

type Sampled = Measured & { readonly quarters: readonly string[] }

async function playByWorkers(args: readonly string[], folder: string, env: Readonly<Record<string, string>>) {
  // Made beforehand, so that three do not wait for each other.
  await measureCli(['list'], folder, undefined, { env })
  const stopping = new AbortController()
  const workers = [1, 2, 3].map(async () => sampled(['worker'], folder, env, stopping.signal))
  const waiting = await sampled(args, folder, env)
  stopping.abort()
  for (const worker of await Promise.all(workers)) console.log(`  a worker: ${memoryOf(worker)}`)
  return waiting
}

async function sampled(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Sampled> {
  const samples: number[] = []
  const measured = await measureCli(args, folder, (rss) => samples.push(rss), {
    env,
    onStart: (child) => signal?.addEventListener('abort', () => child.kill('SIGTERM')),
  })
  if (measured.exitCode !== 0) console.log(measured.stderr)
  const quarter = (index: number) =>
    samples.slice(Math.floor((samples.length * index) / 4), Math.floor((samples.length * (index + 1)) / 4))
  return { ...measured, quarters: [0, 1, 2, 3].map((index) => Math.max(0, ...quarter(index)).toFixed(0)) }
}

function told(measured: Sampled): string {
  const { seconds, exitCode } = measured
  return `${count} cases in ${seconds.toFixed(0)} s, ${Math.round(count / seconds)} cases/s, exit ${exitCode}; ${memoryOf(measured)}`
}

function memoryOf({ peakMiB, quarters }: Sampled): string {
  return `peak ${peakMiB.toFixed(0)} MiB, largest by quarter ${quarters.join(', ')} MiB`
}
