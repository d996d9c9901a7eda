import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cli, median, publish } from './measure.ts'

const ROUNDS = 9

const cases = `{"question": "What is the capital of France?", "answer": "Paris"}
{"question": "What is the capital of Japan?", "answer": "Tokyo"}
`
const agent = `export default async (question) => (question.includes('Japan') ? 'Tokyo' : 'Paris')\n`

/**
 * How long a person waits before anything happens, beside the floor of the runtime itself: module by module from the sources,
 * and bundled as it is published. In turns, so that all of them have the same machine; medians, after two rounds to warm up.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    writeFileSync(join(folder, 'cases.jsonl'), cases)
    writeFileSync(join(folder, 'agent.mjs'), agent)
    const published = publish(join(folder, 'published'))
    const oneRun = ['run', 'cases.jsonl', '--target', './agent.mjs']
    const rows = [
      { name: 'node -e 0', args: ['-e', '0'], aim: '' },
      { name: 'shinsa --version, sources', args: [...cli, '--version'], aim: '' },
      { name: 'shinsa --version, published', args: [...published, '--version'], aim: 'under 60 ms' },
      { name: 'shinsa --help, published', args: [...published, '--help'], aim: 'under 60 ms' },
      { name: 'shinsa run, 2 cases, sources', args: [...cli, ...oneRun], aim: '' },
      { name: 'shinsa run, 2 cases, published', args: [...published, ...oneRun], aim: 'under 200 ms' },
    ]
    const taken = rows.map((): number[] => [])
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const [index, { args }] of rows.entries()) {
        const milliseconds = timed(args, folder)
        if (round >= 0) taken[index]?.push(milliseconds)
      }
    }
    const floor = median(taken[0] ?? [])
    for (const [index, { name, aim }] of rows.entries()) {
      const milliseconds = median(taken[index] ?? [])
      const shown = `${milliseconds.toFixed(0).padStart(5)} ms  ${(milliseconds / floor).toFixed(1).padStart(5)} × node`
      console.log(`${name.padEnd(32)}${shown}${aim && `   (aim: ${aim})`}`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** From start to end of the process. */
function timed(args: readonly string[], cwd: string): number {
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return performance.now() - startedAt
}
