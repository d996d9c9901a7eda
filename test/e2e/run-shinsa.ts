import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { languageOfArguments, outputOf, runCommandLine } from '../../src/cli/run-cli.ts'
import { RunDocument } from '../../src/reporters/json.ts'
import { programLine } from './program-line.ts'

const home = process.cwd()

/** How a command line ended. The temporary folder is written as `PROJECT`, so that texts can stand in snapshots. */
type Outcome = {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A command line that is still running. */
export type Running = { readonly child: ChildProcess; readonly ended: Promise<Outcome> }

/** A folder of its own for one test, gone when the test is. */
export type Project = {
  readonly folder: string
  /** Values that are not texts are written as JSON. */
  write(files: Readonly<Record<string, unknown>>): void
  read(file: string): string
  start(args: readonly string[], options?: StartOptions): Running
  run(...args: readonly string[]): Promise<Outcome>
  /**
   * The same command line over the same folder, in the process of the test: for what a command says and decides, many times
   * over. What belongs to a process (signals, output of agents, its own environment, being loaded) is `run`'s.
   */
  runHere(...args: readonly string[]): Promise<Outcome>
  /** `shinsa serve` in the process of the test, until the test ends: where it is. */
  serveHere(...flags: readonly string[]): Promise<string>
  /** `run … --json` in the process of the test, read back; the schema is the test that one whole document stands on standard output. */
  runJson(...args: readonly string[]): Promise<{ readonly outcome: Outcome; readonly document: RunDocument }>
}

type StartOptions = {
  readonly environment?: Readonly<Record<string, string>>
  /** Below the project's folder. */
  readonly cwd?: string
  readonly nodeOptions?: readonly string[]
  /** Of the sources, where a test asks for modules. */
  readonly program?: readonly string[]
  /** On a pseudo terminal, whose one stream is standard output and error in one. */
  readonly onTerminal?: boolean
  /** Standard error goes into standard output, so that both are heard in the order in which they were said. */
  readonly inOneStream?: boolean
}

export function newProject(files: Readonly<Record<string, unknown>> = {}): Project {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shinsa-e2e-')))
  const children = new Set<ChildProcess>()
  const before = { ...process.env }
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL')
    process.chdir(home)
    // What a command in this process took from the project's `.env` goes with the project.
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    rmSync(folder, { recursive: true, force: true })
  })

  const project: Project = {
    folder,
    write(written) {
      for (const [name, content] of Object.entries(written)) {
        const file = join(folder, name)
        mkdirSync(dirname(file), { recursive: true })
        const isText = typeof content === 'string' || content instanceof Uint8Array
        writeFileSync(file, isText ? content : JSON.stringify(content, null, 2))
      }
    },
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    start(args, { environment = {}, cwd = '.', nodeOptions = [], program = programLine(), ...streams } = {}) {
      const { onTerminal = false, inOneStream = false } = streams
      const own = [process.execPath, ...nodeOptions, ...program, ...args]
      const line = inOneStream ? ['sh', '-c', 'exec "$@" 2>&1', 'sh', ...own] : own
      const [file = '', ...rest] = onTerminal ? inTerminal(line) : line
      const child = spawn(file, rest, {
        cwd: join(folder, cwd),
        env: { ...environmentOf(folder), ...environment },
      })
      children.add(child)
      const ended = outcomeOf(child, folder).finally(() => children.delete(child))
      return { child, ended }
    },
    run: (...args) => project.start(args).ended,
    async runHere(...args) {
      const texts = { stdout: '', stderr: '' }
      const exitCode = await commandLineHere(args, folder, (name, text) => void (texts[name] += text))
      return { exitCode, signal: null, ...withoutFolder(texts, folder) }
    },
    async serveHere(...flags) {
      const stopping = new AbortController()
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const say = (_: string, text: string) => {
        const address = /http:\S+(?=\n)/.exec(text)
        if (address !== null) resolve(address[0])
      }
      const ended = commandLineHere(['serve', '--port', '0', ...flags], folder, say, stopping.signal)
      ended.then((exitCode) => reject(new Error(`shinsa serve ended with ${exitCode}`)), reject)
      onTestFinished(async () => {
        stopping.abort()
        await ended
      })
      return promise
    },
    async runJson(...args) {
      const outcome = await project.runHere('run', ...args, '--json')
      return { outcome, document: RunDocument.parse(JSON.parse(outcome.stdout)) }
    },
  }
  // The search for a config and a store ends here, whatever lies in the folders above.
  project.write({ '.git/HEAD': '', ...files })
  return project
}

type Say = (name: 'stdout' | 'stderr', text: string) => void

function commandLineHere(
  args: readonly string[],
  folder: string,
  say: Say,
  signal = new AbortController().signal,
): Promise<number> {
  process.chdir(folder)
  const output = outputOf(
    (text) => say('stdout', text),
    (text) => say('stderr', text),
  )
  return runCommandLine(args, {
    ...output,
    cwd: folder,
    environment: environmentOf(folder),
    isInteractive: false,
    columns: 120,
    color: false,
    language: languageOfArguments(args, environmentOf(folder)),
    signal,
  })
}

/** `script` gives a program a terminal; that of BSD and macOS takes its words otherwise. */
function inTerminal(line: readonly string[]): readonly string[] {
  if (process.platform !== 'linux') return ['script', '-q', '/dev/null', ...line]
  const quoted = line.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
  return ['script', '-qec', quoted, '/dev/null']
}

function outcomeOf(child: ChildProcess, folder: string): Promise<Outcome> {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  }
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  child.once('error', reject)
  child.once('close', (exitCode, signal) => {
    resolve({ exitCode, signal, ...withoutFolder(texts, folder) })
  })
  return promise
}

function environmentOf(folder: string) {
  return { PATH: process.env['PATH'], HOME: folder, SHINSA_LANG: 'en' }
}

function withoutFolder({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }, folder: string) {
  return { stdout: stdout.replaceAll(folder, 'PROJECT'), stderr: stderr.replaceAll(folder, 'PROJECT') }
}

// Before the limit of the runner, which could not say what was waited for.
const patienceMs = 540_000

/** Waits for something that is bound to happen. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited for nine minutes in vain: ${condition.toString()}`)
    await setTimeout(10)
  }
}

type Call = { readonly name: string; readonly args?: object }

/** One exchange as ADK writes it. */
export function turn(question: string, answer: string, calls: readonly Call[] = []) {
  return {
    user_content: { role: 'user', parts: [{ text: question }] },
    final_response: { role: 'model', parts: [{ text: answer }] },
    intermediate_data: { tool_uses: calls.map(({ name, args = {} }) => ({ name, args })) },
  }
}

/** An ADK eval set: the exchanges of each case by its id. */
export function evalSet(cases: Readonly<Record<string, readonly ReturnType<typeof turn>[]>>, id = 'set') {
  return {
    eval_set_id: id,
    eval_cases: Object.entries(cases).map(([evalId, conversation]) => ({ eval_id: evalId, conversation })),
  }
}

/** Agent modules, as text. */
export const agents = {
  /** Answers with the question in capitals, and calls nothing. */
  loud: 'export default (question) => ({ response: question.toUpperCase(), toolCalls: [] })\n',
  /** Breaks on every question. */
  broken: 'export default () => { throw new Error("no tea left") }\n',
  /** Answers as `loud` does, but a question that ends with "late" when there is a file `go`; `asked` is there from then on. */
  waiting: `import { existsSync, writeFileSync } from 'node:fs'
    export default async (question, { signal }) => {
      if (question.endsWith('late')) writeFileSync('asked', '')
      while (question.endsWith('late') && !existsSync('go')) {
        signal?.throwIfAborted()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return { response: question.toUpperCase(), toolCalls: [] }
    }\n`,
} as const

/** An eval set whose cases ask one question each; the `loud` agent answers all of them, and the wrong ones not as expected. */
export function loudSet(cases: Readonly<Record<string, 'right' | 'wrong'>>, id = 'loud') {
  const entries = Object.entries(cases).map(([caseId, kind]) => {
    const question = `say ${caseId}`
    return [caseId, [turn(question, kind === 'right' ? question.toUpperCase() : 'something else entirely')]] as const
  })
  return evalSet(Object.fromEntries(entries), id)
}
