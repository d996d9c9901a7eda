import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { measureCli, median, root } from './measure.ts'

/** How long a person waits before anything happens, beside the floor of the runtime itself. Medians of 9, two warm-ups. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    await cp(join(root, 'examples/demo'), folder, { recursive: true })
    const floor = await repeated(() => {
      const startedAt = performance.now()
      spawnSync(process.execPath, ['-e', '0'])
      return Promise.resolve((performance.now() - startedAt) / 1000)
    })
    const version = await repeated(async () => (await measureCli(['--version'], folder)).seconds)
    const oneCase = await repeated(
      async () => (await measureCli(['run', 'tea-shop.evalset.json:status_shipped'], folder)).seconds,
    )
    console.log(`node -e 0          ${milliseconds(floor)}`)
    console.log(`shinsa --version   ${milliseconds(version)}   (aim: under 100 ms)`)
    console.log(`shinsa run, 1 case ${milliseconds(oneCase)}   (aim: under 300 ms)`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function repeated(once: () => Promise<number>): Promise<number> {
  const seconds: number[] = []
  for (let index = 0; index < 11; index += 1) seconds.push(await once())
  return median(seconds.slice(2))
}

function milliseconds(seconds: number): string {
  return `${(seconds * 1000).toFixed(0).padStart(5)} ms`
}
