import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { cli, median } from './measure.ts'

/** How long a person waits before anything happens, beside the floor of the runtime itself. Medians of 9, two warm-ups. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    // What `shinsa init` writes: a config, an agent, a dataset, two metrics that ask no judge.
    await timeCli(['init'], folder)
    const floor = await repeated(() => {
      const startedAt = performance.now()
      spawnSync(process.execPath, ['-e', '0'])
      return Promise.resolve((performance.now() - startedAt) / 1000)
    })
    const version = await repeated(() => timeCli(['--version'], folder))
    const oneCase = await repeated(() => timeCli(['run', 'evals/first.evalset.json:one_city'], folder))
    console.log(`node -e 0          ${milliseconds(floor)}`)
    console.log(`shinsa --version   ${milliseconds(version)}   (aim: under 100 ms)`)
    console.log(`shinsa run, 1 case ${milliseconds(oneCase)}   (aim: under 300 ms)`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Seconds from start to end of the process, and nothing loaded into it but the command itself. */
async function timeCli(args: readonly string[], cwd: string): Promise<number> {
  const startedAt = performance.now()
  spawnSync(process.execPath, [...cli, ...args], { cwd })
  return (performance.now() - startedAt) / 1000
}

async function repeated(once: () => Promise<number>): Promise<number> {
  const seconds: number[] = []
  for (let index = 0; index < 11; index += 1) seconds.push(await once())
  return median(seconds.slice(2))
}

function milliseconds(seconds: number): string {
  return `${(seconds * 1000).toFixed(0).padStart(5)} ms`
}
