import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { EvalError, message } from '../../../core/index.ts'
import { runProgram } from '../../../targets/acp/run-command.ts'
import { isProcessAlive } from '../../../files/is-process-alive.ts'
import { excerpt } from '../../../targets/excerpt.ts'

export type DockerCall = {
  readonly signal: AbortSignal
  readonly limitSeconds?: number | undefined
  readonly input?: string | undefined
  /** Values of variables that the arguments only name, since other users of the machine can read arguments. */
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly mostOutput?: number | undefined
}

/** Runs `docker`, which may also be Podman. */
export async function docker(args: readonly string[], { limitSeconds = 120, env, ...call }: DockerCall) {
  const options = { ...call, cwd: process.cwd(), env: { ...process.env, ...env }, limitMs: limitSeconds * 1000 }
  return runProgram(['docker', ...args], options)
}

/** Like `docker`, for commands that must succeed. @throws {EvalError} `environment` on failure */
export async function needDocker(caseId: string, args: readonly string[], call: DockerCall): Promise<void> {
  const { exitCode, output, seconds } = await docker(args, call)
  if (exitCode === 0) return
  const values = { case: caseId, command: `docker ${args[0] ?? ''}`, seconds, output: lastWords(output) }
  throw new EvalError(
    'environment',
    exitCode === undefined
      ? message('{case}: {command} was not done after {seconds} s: {output}', values)
      : message('{case}: {command} ended with {exitCode}: {output}', { ...values, exitCode }),
  )
}

export function lastWords(output: string): string {
  return excerpt(output.trim().slice(-500), 500)
}

export const label = 'shinsa.harbor'
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** Returns a name with this machine and process, since others may use the same engine. */
export function newOwnName(): string {
  return `${machine}-${process.pid}-${randomUUID().slice(0, 8)}`
}

export const containerName = (name: string) => `shinsa-harbor-${name}`
export const imageName = (name: string) => `shinsa-harbor:${name}`

/** Cannot be aborted, because every started container must be removed. */
export async function removeContainer(name: string): Promise<void> {
  await docker(['rm', '--force', '--volumes', name], { signal: new AbortController().signal })
}

export async function removeImage(name: string): Promise<void> {
  await docker(['rmi', name], { signal: new AbortController().signal })
}

/**
 * Removes what killed processes of this machine left behind.
 *
 * @returns the reason when `docker` does not answer
 */
export async function removeLeftovers(): Promise<string | undefined> {
  const { signal } = new AbortController()
  const listed = async (args: readonly string[]) => docker([...args, '--filter', `label=${label}`], { signal })
  try {
    const containers = await listed(['ps', '--all', '--format', '{{.Names}}'])
    if (containers.exitCode !== 0) return lastWords(containers.output)
    const images = await listed(['images', '--format', '{{.Repository}}:{{.Tag}}'])
    for (const name of namesIn(containers.stdout)) await removeContainer(name)
    for (const name of namesIn(images.stdout)) await removeImage(name)
    return undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'docker: command not found'
    throw error
  }
}

function namesIn(stdout: string): readonly string[] {
  return stdout.split(/\s+/).filter((name) => {
    const [, host, pid] = /shinsa-harbor[-:]([0-9a-f]{8})-(\d+)-[0-9a-f]{8}$/.exec(name) ?? []
    return host === machine && !isProcessAlive(Number(pid))
  })
}
