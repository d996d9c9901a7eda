import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { groupsExist, processGroup } from '../program/process-group.ts'

export type CommandOutcome = {
  readonly command: string
  /** Absent where it took too long, or was ended. */
  readonly exitCode?: number
  /** The end of what it printed, both streams as they came. */
  readonly output: string
  readonly seconds: number
}

type CommandOptions = {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly limitMs: number
  readonly signal: AbortSignal
}

const mostOutput = 20_000

/** Runs a line of the system's shell, with everything it starts, and ends it when it takes too long. */
export async function runShellLine(
  command: string,
  { cwd, env, limitMs, signal }: CommandOptions,
): Promise<CommandOutcome> {
  signal.throwIfAborted()
  const start = performance.now()
  const child = spawn(command, {
    cwd,
    env,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: groupsExist,
    windowsHide: true,
  })
  let tail = Buffer.alloc(0)
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void (tail = Buffer.concat([tail, chunk]).subarray(-mostOutput)))
  }
  const started = Promise.withResolvers<number>()
  child.once('error', started.reject)
  child.once('spawn', () => started.resolve(Number(child.pid)))
  const group = processGroup(Object.assign(child, { pid: await started.promise }))
  const over = new AbortController()
  const stop = AbortSignal.any([signal, over.signal])
  const limit = wait(limitMs, undefined, { signal: stop })
    .catch(() => undefined)
    .then(() => group.terminate())
  await group.gone
  over.abort()
  await limit
  signal.throwIfAborted()
  return {
    command,
    ...(child.exitCode !== null && { exitCode: child.exitCode }),
    output: tail.toString('utf8'),
    seconds: Math.round(performance.now() - start) / 1000,
  }
}
