import { spawn } from 'node:child_process'

/** A command line of ours that was begun, and what it has printed so far. */
export type BackgroundCommand = {
  readonly id: string
  readonly output: () => string
  /** What it said last beside its output, such as how far a run is. */
  readonly progress: () => string
  readonly exitCode: () => number | undefined
  /** Resolves when it has ended, or after so many milliseconds. */
  ended(limitMs: number): Promise<void>
}

export type CommandStarter = (args: readonly string[]) => BackgroundCommand

/** Runs command lines of this program in processes of their own, so that what an agent does there cannot disturb the server. */
export function commandStarter({
  program,
  cwd,
  environment,
  signal,
}: {
  /** What is started: Node.js, its options and the program. */
  readonly program: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}): CommandStarter {
  const [node = process.execPath, ...options] = program
  let count = 0
  return (args) => {
    count += 1
    const child = spawn(node, [...options, ...args], {
      cwd,
      env: { ...environment, NO_COLOR: '1', COLUMNS: '110' },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    const texts = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout = kept(texts.stdout + text)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr = kept(texts.stderr + text)))
    let exitCode: number | undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    child.on('error', (error) => (texts.stderr = kept(`${texts.stderr}${error.message}\n`)))
    child.on('close', (code) => {
      exitCode = code ?? 130
      resolve()
    })
    return {
      id: `job-${count}`,
      output: () => (texts.stdout.trim() === '' ? texts.stderr : texts.stdout),
      progress: () => texts.stderr.trimEnd().split('\n').at(-1) ?? '',
      exitCode: () => exitCode,
      async ended(limitMs) {
        const timer = Promise.withResolvers<void>()
        const timeout = setTimeout(timer.resolve, limitMs)
        await Promise.race([promise, timer.promise])
        clearTimeout(timeout)
      },
    }
  }
}

/** The beginning says what it is, the end what came of it; nobody reads what lies between. */
function kept(text: string): string {
  return text.length <= 40_000 ? text : `${text.slice(0, 10_000)}\n…\n${text.slice(-20_000)}`
}
