import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'bin', 'shinsa.js')
/** The options that the first line of the program gives Node.js. */
const nodeOptions = readFileSync(bin, 'utf8').split('\n', 1).join('').split(' ').slice(3)
export const cli = [...nodeOptions, '--conditions=shinsa-source', bin]

/** What one child process took; peak memory is its own largest resident set. */
export type Measured = {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMiB: number
  readonly exitCode: number | null
  readonly stderr: string
}

/** Runs the real command line in a process of its own and looks at it from outside. */
export async function measureCli(
  args: readonly string[],
  cwd: string,
  onSample?: (rssMiB: number) => void,
  {
    env = {},
    onStart,
    program = cli,
  }: {
    readonly env?: Readonly<Record<string, string>>
    readonly onStart?: (child: ChildProcess) => void
    readonly program?: readonly string[]
  } = {},
): Promise<Measured> {
  const report = fileURLToPath(new URL('report-peak.mjs', import.meta.url))
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', report, ...program, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  onStart?.(child)
  let stderr = ''
  let [peakMiB, cpuSeconds] = [0, 0]
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4000)))
  child.on('message', (message) => {
    const { peak, cpuSeconds: cpu, rss } = message as { peak?: number; cpuSeconds?: number; rss?: number } // sent by report-peak.mjs
    if (cpu !== undefined) cpuSeconds = cpu
    if (peak !== undefined) peakMiB = peak
    if (rss !== undefined) onSample?.(rss)
  })
  const exitCode = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds, peakMiB, exitCode, stderr }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Builds the program as the package has it. Returns what Node.js is started with. */
export function publish(folder: string): readonly string[] {
  mkdirSync(folder)
  for (const part of ['bin', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=shinsa-source', join(root, 'scripts/build-program.ts'), '--outDir', join(folder, 'dist')],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return [...nodeOptions, join(folder, 'bin', 'shinsa.js')]
}

/** How many times as long as alone this process takes just now: short loops, their mean against the fastest of them. */
export function slowdown(): number {
  const times = Array.from({ length: 400 }, () => {
    const begun = performance.now()
    let sum = 0
    for (let turn = 0; turn < 1_000_000; turn += 1) sum += turn % 7
    return sum > 0 ? performance.now() - begun : Number.NaN
  })
  return times.reduce((total, one) => total + one, 0) / times.length / Math.min(...times)
}
