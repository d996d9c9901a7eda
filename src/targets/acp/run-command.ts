import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { groupsExist, processGroup } from '../program/process-group.ts'

export type CommandOutcome = {
  readonly command: string
  /** Absent after a timeout or an abort. */
  readonly exitCode?: number
  /** The end of its output, both streams in their order. */
  readonly output: string
  readonly seconds: number
}

type ProgramOutcome = CommandOutcome & { readonly stdout: string }

type CommandOptions = {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly limitMs: number
  readonly signal: AbortSignal
  readonly input?: string | undefined
  /** Maximum of stored output, in bytes; defaults to 20,000. */
  readonly mostOutput?: number | undefined
}

/** Runs a command in the system's shell, and ends it with all its children after the time limit. */
export async function runShellLine(command: string, options: CommandOptions): Promise<CommandOutcome> {
  options.signal.throwIfAborted()
  const { stdout: _, ...outcome } = await ended(
    command,
    spawn(command, { ...spawnOptions(options), shell: true }),
    options,
  )
  return outcome
}

/** Like `runShellLine`, for a program and its arguments, without a shell. */
export async function runProgram(
  [program, ...args]: readonly [program: string, ...args: string[]],
  options: CommandOptions,
): Promise<ProgramOutcome> {
  options.signal.throwIfAborted()
  return ended(program, spawn(program, args, spawnOptions(options)), options)
}

function spawnOptions({ cwd, env, input }: CommandOptions) {
  const stdin = input === undefined ? ('ignore' as const) : ('pipe' as const)
  return { cwd, env, stdio: [stdin, 'pipe' as const, 'pipe' as const], detached: groupsExist, windowsHide: true }
}

async function ended(
  command: string,
  child: ChildProcess,
  { limitMs, signal, input, mostOutput = 20_000 }: CommandOptions,
): Promise<ProgramOutcome> {
  const start = performance.now()
  const tails = { both: Buffer.alloc(0), stdout: Buffer.alloc(0) }
  const keep = (tail: keyof typeof tails) => (chunk: Buffer) =>
    void (tails[tail] = Buffer.concat([tails[tail], chunk]).subarray(-mostOutput))
  child.stdout?.on('data', keep('both')).on('data', keep('stdout'))
  child.stderr?.on('data', keep('both'))
  // The program may exit before it has read everything.
  child.stdin?.on('error', () => undefined).end(input)
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
    output: tails.both.toString('utf8'),
    stdout: tails.stdout.toString('utf8'),
    seconds: Math.round(performance.now() - start) / 1000,
  }
}
