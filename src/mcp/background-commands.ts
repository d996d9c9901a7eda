import { spawn } from 'node:child_process'

export type BackgroundCommand = {
  readonly id: string
  readonly output: () => string
  /** Returns the last line on standard error, such as the progress of a run. */
  readonly progress: () => string
  readonly exitCode: () => number | undefined
  readonly stop: () => void
  /** Resolves when the command has ended, or after `limitMs`. */
  ended(limitMs: number): Promise<void>
}

export type CommandStarter = (args: readonly string[]) => BackgroundCommand

/** Starts Shinsa's command lines in separate processes, so that an agent in one cannot disturb the server. */
export function commandStarter({
  program,
  cwd,
  environment,
  signal,
}: {
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
      stop: () => void child.kill(),
      async ended(limitMs) {
        const timer = Promise.withResolvers<void>()
        const timeout = setTimeout(timer.resolve, limitMs)
        await Promise.race([promise, timer.promise])
        clearTimeout(timeout)
      },
    }
  }
}

/** Keeps the beginning and the end of long output, which matter most. */
function kept(text: string): string {
  return text.length <= 40_000 ? text : `${text.slice(0, 10_000)}\n…\n${text.slice(-20_000)}`
}
