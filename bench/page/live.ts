import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { generateCases } from '../generate.ts'
import { cli, measureCli } from '../measure.ts'

const count = 20_000
const watchers = 200
const sleepers = 5

// 64 at once and a third of a second each: about 90 seconds of a run.
const agent = `export default async () => {
  await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 200))
  return 'the order was sent to Kyoto on Monday'
}
`

/** How often 200 watchers hear of a run of 20,000 cases in another process, and what the server takes for it. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    await writeFile(join(folder, 'agent.mjs'), agent)
    await writeFile(join(folder, 'shinsa.config.ts'), 'export default {}\n')
    const { cases } = await generateCases(folder, count)
    const server = await serve(folder)
    const playing = measureCli(
      ['run', cases, '--target', './agent.mjs', '--concurrency', '64', '--fail-on', 'none', '--name', 'live'],
      folder,
    )
    const runId = await begunRun(server.url)
    const address = new URL(`/api/runs/${runId}/news`, server.url)
    const watched = Array.from({ length: watchers }, () => watch(address))
    const asleep = Array.from({ length: sleepers }, () => connectAndSleep(address))
    await rowsAreRead(server.url, runId)
    const { seconds, exitCode, stderr } = await playing
    if (exitCode !== 0) throw new Error(stderr)
    const heard = await Promise.all(watched)
    for (const request of asleep) request.destroy()
    report(heard, { seconds, peakMiB: server.peakMiB() })
    await server.stop()
  } finally {
    await rm(folder, { recursive: true })
  }
}

function report(heard: readonly (readonly number[])[], { seconds, peakMiB }: { seconds: number; peakMiB: number }) {
  const rates = heard.map((times) => times.length / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000))
  const gaps = heard.map((times) => Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? time))))
  console.log(`run of ${count} cases in another process: ${seconds.toFixed(0)} s`)
  console.log(`updates a second, slowest of ${watchers} watchers: ${Math.min(...rates).toFixed(1)}   (aim: 1 or more)`)
  console.log(`longest silence of any watcher: ${Math.round(Math.max(...gaps))} ms   (aim: under 1000 ms)`)
  console.log(
    `server with ${watchers} watchers and ${sleepers} that never read: peak ${peakMiB} MiB   (aim: under 300 MiB)`,
  )
}

/** When a watcher heard how far the run has come, until it ended. */
async function watch(address: URL): Promise<readonly number[]> {
  const times: number[] = []
  const request = get(address, { agent: false })
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>]
  let rest = ''
  for await (const chunk of response) {
    rest += chunk.toString('latin1')
    const events = rest.split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      if (event.includes('"type":"progress"')) times.push(performance.now())
      if (event.includes('"type":"end"')) return times
    }
  }
  throw new Error('the news broke off')
}

/** A tab of a laptop whose lid was closed: connected, and nobody reads. */
function connectAndSleep(address: URL): ClientRequest {
  const request = get(address, { agent: false }, (response) => response.pause())
  request.on('error', () => undefined)
  return request
}

/** Tabs load all rows that are there, too, while the run goes on. */
async function rowsAreRead(url: string, runId: string): Promise<void> {
  await setTimeout(20_000)
  for (let tab = 0; tab < 10; tab += 1) {
    let next: number | null = 0
    while (next !== null) {
      const page = await fetch(new URL(`/api/runs/${runId}/cases?from=${next}&limit=2000`, url))
      next = ((await page.json()) as { next: number | null }).next
    }
  }
}

async function begunRun(url: string): Promise<string> {
  while (true) {
    const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: readonly { runId: string }[] }
    if (runs[0] !== undefined) return runs[0].runId
    await setTimeout(100)
  }
}

async function serve(folder: string) {
  const peak = new URL('../report-peak.ts', import.meta.url).pathname
  const child: ChildProcess = spawn(process.execPath, ['--import', peak, ...cli, 'serve', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  let most = 0
  child.on('message', (message) => {
    const { rss = 0 } = message as { rss?: number } // sent by report-peak.ts
    most = Math.max(most, rss)
  })
  let said = ''
  for await (const text of child.stdout ?? []) {
    said += String(text)
    const url = /http:\S+/.exec(said)?.[0]
    if (url === undefined) continue
    return {
      url,
      peakMiB: () => Math.round(most),
      async stop() {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error(`the server did not start: ${said}`)
}
