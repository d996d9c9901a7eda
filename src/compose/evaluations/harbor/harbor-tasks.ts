import { existsSync, lstatSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { EvalError, message } from '../../../core/index.ts'

const Seconds = z.number().positive()
const Variables = z.record(z.string(), z.string()).default({})

const Phase = z.object({
  timeout_sec: Seconds.default(600),
  user: z.union([z.string(), z.number().transform(String)]).optional(),
  network_mode: z.string().optional(),
  allowed_hosts: z.array(z.string()).default([]),
  env: Variables,
})

const Environment = z.object({
  build_timeout_sec: Seconds.default(600),
  // A leading dash would make it a flag of the program.
  docker_image: z.string().regex(/^\w/).optional(),
  workdir: z.string().optional(),
  cpus: z.number().positive().optional(),
  memory_mb: z.number().positive().optional(),
  memory: z.string().optional(),
  allow_internet: z.boolean().default(true),
  network_mode: z.string().optional(),
  allowed_hosts: z.array(z.string()).default([]),
  env: Variables,
  gpus: z.number().default(0),
  os: z.string().default('linux'),
  mcp_servers: z.array(z.unknown()).default([]),
  skills_dir: z.string().optional(),
  healthcheck: z.unknown().optional(),
})

const TaskFile = z.object({
  task: z.object({ description: z.string().optional(), keywords: z.array(z.string()).default([]) }).optional(),
  metadata: z.record(z.string(), z.unknown()).default({}),
  environment: Environment.prefault({}),
  agent: Phase.prefault({}),
  verifier: Phase.extend({ environment_mode: z.string().optional(), environment: z.unknown().optional() }).prefault({}),
  solution: z.object({ env: Variables }).prefault({}),
  steps: z.array(z.unknown()).optional(),
})

/** A task of Harbor: a folder with `task.toml`, `instruction.md`, an environment and tests. */
export type HarborTask = z.infer<typeof TaskFile> & {
  readonly id: string
  readonly folder: string
  readonly instruction: string
  readonly hasNetwork: boolean
  readonly unsupported: readonly string[]
}

/** Returns the path for a folder that is a task or contains tasks; undefined for other folders. */
export async function harborTasksIn(folder: string): Promise<string | undefined> {
  if (isTask(folder)) return join(folder, taskFile)
  return (await taskFolders(folder)).length > 0 ? join(folder, '*', taskFile) : undefined
}

/**
 * Reads the tasks of a path, by name.
 *
 * @throws {EvalError} `format` with file and field for an unreadable one
 */
export async function harborTasks(path: string): Promise<readonly HarborTask[]> {
  const place = dirname(path)
  const folders = basename(place) === '*' ? await taskFolders(dirname(place)) : [place]
  return Promise.all(folders.map(readTask))
}

const taskFile = 'task.toml'

function isTask(folder: string): boolean {
  if (!existsSync(join(folder, taskFile))) return false
  return ['instruction.md', 'steps'].some((name) => existsSync(join(folder, name)))
}

async function taskFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && isTask(join(folder, entry.name)))
    .map(({ name }) => join(folder, name))
    .toSorted()
}

async function readTask(folder: string): Promise<HarborTask> {
  const file = join(folder, taskFile)
  const read = TaskFile.safeParse(await tomlOf(file))
  if (!read.success) {
    const [issue] = read.error.issues
    const [place, problem] = [(issue?.path ?? []).join('.'), issue?.message ?? '']
    throw new EvalError('format', message('{file}: {place}: {problem}', { file, place, problem }))
  }
  const id = basename(folder)
  const text = await readFile(join(folder, 'instruction.md'), 'utf8').catch(() => '')
  return {
    ...read.data,
    id,
    folder,
    // Tasks of several steps keep their instructions elsewhere.
    instruction: withoutCanary(text) || read.data.task?.description || id,
    hasNetwork: networkOf(read.data) !== 'no-network',
    unsupported: unsupportedBy(read.data, folder),
  }
}

async function tomlOf(file: string): Promise<unknown> {
  const { parse } = await import('smol-toml')
  try {
    // JSON turns TOML's dates into texts.
    return JSON.parse(JSON.stringify(parse(await readFile(file, 'utf8'))))
  } catch (cause) {
    const problem = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new EvalError('format', message('{file}: this is no TOML: {problem}', { file, problem }), { cause })
  }
}

/** Removes the lines that identify a benchmark in training data; Harbor hides them from agents too. */
function withoutCanary(text: string): string {
  return text.replace(/^(?:\s*(?:<!--.*canary.*-->|#.*canary.*)\r?\n)+/i, '').trim()
}

type TaskFile = z.infer<typeof TaskFile>

function networkOf({ environment: { network_mode: mode, allowed_hosts: hosts, allow_internet: isOpen } }: TaskFile) {
  return mode ?? (hosts.length > 0 ? 'allowlist' : isOpen ? 'public' : 'no-network')
}

function unsupportedBy(task: TaskFile, folder: string): readonly string[] {
  const { environment, agent, verifier, steps } = task
  const network = networkOf(task)
  const networks = [network, ...[agent, verifier].map((phase) => phase.network_mode ?? network)]
  const isFiltered = [environment, agent, verifier].some(({ allowed_hosts: hosts }) => hosts.length > 0)
  // A link would copy other files of this machine into the container.
  const isLink = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSymbolicLink() === true
  const needs: Readonly<Record<string, boolean>> = {
    steps: steps !== undefined,
    'docker-compose.yaml': existsSync(join(folder, 'environment', 'docker-compose.yaml')),
    links: ['instruction.md', 'environment', 'tests', 'solution'].some(isLink),
    gpus: environment.gpus > 0,
    os: environment.os !== 'linux',
    mcp_servers: environment.mcp_servers.length > 0,
    skills_dir: environment.skills_dir !== undefined,
    healthcheck: environment.healthcheck !== undefined,
    network_mode: isFiltered || network === 'allowlist' || new Set(networks).size > 1,
    'verifier.environment': verifier.environment_mode === 'separate' || verifier.environment !== undefined,
  }
  return Object.keys(needs).filter((name) => needs[name] === true)
}
