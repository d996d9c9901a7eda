import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RunDocument } from '../../src/reporters/json.ts'
import { type ScriptedWorld, wordTable } from './scripted-world.ts'

const sources = ['--conditions=shinsa-source', fileURLToPath(new URL('../../bin/shinsa.js', import.meta.url))]

/** A command line at work. */
export type Process = {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }>
  readonly stderr: () => string
}

/** A project whose agent and judge are those of a scripted world, and whose runs lie where `store` says. */
export type FleetProject = {
  readonly folder: string
  readonly runArguments: readonly string[]
  start(args: readonly string[]): Process
  /** The newest run, as `shinsa export` writes it. */
  document(): Promise<RunDocument>
  /** Ends what is still at work and removes the folder. */
  close(): void
}

type FleetOptions = {
  readonly store: string
  readonly cases: number
  /** What Node.js is told to start the command line. */
  readonly program?: readonly string[]
}

export function newFleetProject(
  { agentUrl, judgeUrl }: Pick<ScriptedWorld, 'agentUrl' | 'judgeUrl'>,
  { store, cases, program = sources }: FleetOptions,
): FleetProject {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-fleet-'))
  const children = new Set<ChildProcess>()
  const file = (name: string) => join(folder, name)
  writeFileSync(file('cases.csv'), wordTable(cases))
  writeFileSync(file('.env'), `OPENAI_BASE_URL=${judgeUrl}\nOPENAI_API_KEY=sk-local-test\n`)
  const criteria = { final_response_match_v2: { threshold: 0.8, judge_model_options: { num_samples: 1 } } }
  writeFileSync(file('test_config.json'), JSON.stringify({ criteria }))

  function start(args: readonly string[]): Process {
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: folder,
      env: { ...process.env, SHINSA_STORE: store, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    const ended = once(child, 'close').then(([exitCode]) => {
      children.delete(child)
      return { exitCode, ...output }
    })
    return { child, ended, stderr: () => output.stderr }
  }

  return {
    folder,
    start,
    runArguments: [
      'run',
      'cases.csv',
      '-t',
      agentUrl,
      '--judge',
      'gpt-4o',
      '--decoys',
      'off',
      '--fail-on',
      'error',
      '--yes',
    ],
    async document() {
      const { exitCode, stderr } = await start(['export', 'latest', '--format', 'json', '--output', file('run.json')])
        .ended
      if (exitCode !== 0) throw new Error(stderr)
      return RunDocument.parse(JSON.parse(readFileSync(file('run.json'), 'utf8')))
    },
    close() {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
