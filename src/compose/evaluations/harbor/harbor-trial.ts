import { join } from 'node:path'
import { z } from 'zod'
import { EvalError, message, parsedJson } from '../../../core/index.ts'
import { claudeReply } from '../../../targets/frameworks/claude-agent/claude-agent-reply.ts'
import { fieldOf } from '../../../targets/frameworks/shape.ts'
import { outsideAgentTime } from '../../../targets/with-timeout.ts'
import { containerName, docker, label, lastWords, needDocker, newOwnName, removeContainer } from './docker.ts'
import type { VerifiedTask } from './harbor-reward.ts'
import type { HarborTask } from './harbor-tasks.ts'

export type HarborAgent = {
  /** A command for the container's shell; undefined for the task's own solution. */
  readonly line: string | undefined
  /** A command that prepares the container, as root. */
  readonly setup?: string | undefined
  /** Our environment variables that the agent and the task may read. */
  readonly env: readonly string[]
}

type HarborTrial = {
  readonly task: HarborTask
  readonly agent: HarborAgent
  readonly image: string
  readonly signal: AbortSignal
}

/** Plays one task in its own container: first the agent works in it, then the tests examine the result. */
export async function playTask({ task, agent: { line, setup, env: names }, image, signal }: HarborTrial) {
  const own = Object.fromEntries(
    names.flatMap((name) => (name in process.env ? [[name, process.env[name] ?? '']] : [])),
  )
  const filled = (table: Variables) => filledIn(table, own, task.id)
  const inside = { task, container: containerName(newOwnName()), own, signal }
  try {
    await outsideAgentTime(async () => {
      await start(image, { ...inside, env: filled(task.environment.env) })
      if (setup !== undefined) await asRoot(setup, { ...inside, env: own, limitSeconds: 360 })
      if (line === undefined) await copyIn('solution', 'solve.sh', inside)
    })
    const env = line === undefined ? { DEBIAN_FRONTEND: 'noninteractive', ...filled(task.solution.env) } : own
    const played = await phase('agent', line ?? '/solution/solve.sh', { ...inside, env }, task.instruction)
    const { printed, ...agent } = played
    if (agent.exitCode === 126 || agent.exitCode === 127) throw notStarted(task, agent)
    const tests = await outsideAgentTime(() => verified({ ...inside, env: filled(task.verifier.env) }))
    return { ...replyIn(printed), metadata: { harbor: { ...tests, agent } } }
  } finally {
    await removeContainer(inside.container)
  }
}

type Variables = Readonly<Record<string, string>>
type Inside = {
  readonly task: HarborTask
  readonly container: string
  readonly signal: AbortSignal
  readonly own: Variables
  readonly env?: Variables
}

/** Fills `${NAME}` and `${NAME:-otherwise}`; a task gets only variables that the user granted. */
function filledIn(table: Variables, own: Variables, caseId: string): Variables {
  const missing: string[] = []
  const filled = Object.entries(table).map(([key, text]) => {
    const [whole, name = '', otherwise] = /^\$\{([^}:]+)(?::-(.*))?\}$/s.exec(text) ?? []
    const value = whole === undefined ? text : (own[name] ?? otherwise)
    if (value === undefined) missing.push(name)
    return [key, value ?? '']
  })
  if (missing.length === 0) return Object.fromEntries(filled)
  throw new EvalError(
    'environment',
    message('{case} needs what was not granted: {names}', { case: caseId, names: missing.join(', ') }),
    {
      hint: message('Grant it in shinsa.config.ts: {example}', {
        example: `harbor: { env: ['${missing.join("', '")}'] }`,
      }),
    },
  )
}

async function start(image: string, inside: Inside): Promise<void> {
  const { task, container, signal } = inside
  const { cpus, memory_mb: megabytes, memory = megabytes && `${megabytes}m`, build_timeout_sec } = task.environment
  const network = task.hasNetwork ? undefined : 'none'
  const marks = { '--name': container, '--label': `${label}=${task.id}` }
  const limits = { '--network': network, '--cpus': cpus, '--memory': memory }
  const { words, env } = variablesFor(inside)
  const call = { signal, env, limitSeconds: build_timeout_sec }
  const started = ['run', '--detach', ...flags({ ...marks, ...limits }), ...words, image, 'sh', '-c', 'sleep infinity']
  await needDocker(task.id, started, call)
  await asRoot('mkdir -p /logs/artifacts; mkdir -p -m 777 /logs/agent', { ...inside, env: {} })
}

function flags(values: Readonly<Record<string, string | number | undefined>>): readonly string[] {
  return Object.entries(values).flatMap(([flag, value]) => (value === undefined ? [] : [flag, String(value)]))
}

/**
 * Other users of the machine can read arguments, so granted variables are only named there, and set in the environment
 * of `docker`. Nothing else is set there: `docker` itself reads some variables, and a task may be anybody's.
 */
function variablesFor({ env: given = {}, own }: Inside) {
  const isOwn = (value: string) => value !== '' && Object.values(own).includes(value)
  const words = Object.entries(given).flatMap(([name, value]) => ['--env', isOwn(value) ? name : `${name}=${value}`])
  return { words, env: Object.fromEntries(Object.entries(given).filter(([, value]) => isOwn(value))) }
}

async function asRoot(line: string, { limitSeconds, ...inside }: Inside & { readonly limitSeconds?: number }) {
  const { task, container, signal } = inside
  const { words, env } = variablesFor(inside)
  const call = { signal, env, limitSeconds }
  await needDocker(task.id, ['exec', '--user', 'root', ...words, container, 'sh', '-c', line], call)
}

async function copyIn(folder: 'solution' | 'tests', script: string, inside: Inside) {
  const { task, container, signal } = inside
  await needDocker(task.id, ['cp', `${join(task.folder, folder)}/.`, `${container}:/${folder}`], { signal })
  await asRoot(`chmod +x /${folder}/${script}`, { ...inside, env: {} })
}

type PhaseOutcome = {
  /** Absent after a timeout. */
  readonly exitCode?: number | undefined
  readonly seconds: number
  readonly printed: string
  readonly errors: string
}

/** Runs a command in the container, and ends all that it started at the timeout. */
async function phase(name: 'agent' | 'verifier', line: string, inside: Inside, input = ''): Promise<PhaseOutcome> {
  const { task, container, signal } = inside
  const { timeout_sec: limitSeconds, user } = task[name]
  const folder = `/logs/${name}`
  // Output goes into files, because background processes would keep a pipe open for ever.
  const script = 'echo $$ > "$2/pid"; exec sh -c "$1" > "$2/stdout.txt" 2> "$2/stderr.txt"'
  const { words, env } = variablesFor(inside)
  const options = ['--interactive', ...flags({ '--user': user, '--workdir': task.environment.workdir }), ...words]
  const command = ['exec', ...options, container, 'sh', '-c', script, 'sh', line, folder]
  const { exitCode, seconds, output } = await docker(command, { signal, env, limitSeconds, input })
  if (exitCode === undefined) {
    const kill = ['sh', '-c', 'kill -KILL -"$(cat "$1/pid")"', 'sh', folder]
    await docker(['exec', '--user', 'root', container, ...kill], { signal })
  }
  const printed = await textIn(`${folder}/stdout.txt`, inside)
  const errors = await textIn(`${folder}/stderr.txt`, inside)
  return { exitCode, seconds, printed: printed ?? '', errors: (errors || output).slice(-4000) }
}

async function textIn(file: string, { container, signal }: Pick<Inside, 'container' | 'signal'>) {
  const words = ['exec', '--user', 'root', container, 'cat', file]
  const { exitCode, stdout } = await docker(words, { signal, mostOutput: 32 * 2 ** 20 })
  return exitCode === 0 ? stdout : undefined
}

/** Runs the tests. A reward that the agent left behind is removed first. */
async function verified(inside: Inside): Promise<VerifiedTask> {
  await asRoot('rm -rf /logs/verifier; mkdir -m 777 /logs/verifier', { ...inside, env: {} })
  await copyIn('tests', 'test.sh', inside)
  const { exitCode, seconds, printed, errors } = await phase('verifier', '/tests/test.sh', inside)
  const told = { seconds, output: `${printed}${errors}`.slice(-4000) }
  if (exitCode === undefined) return { problem: 'late', ...told }
  const json = await textIn('/logs/verifier/reward.json', inside)
  const text = await textIn('/logs/verifier/reward.txt', inside)
  if (json === undefined && text === undefined) return { problem: 'missing', ...told }
  // A shell's calculator writes .5, which is not valid JSON.
  const number = text?.trim() === '' ? undefined : Number(text)
  const rewards = { ...numbersIn({ reward: number }), ...numbersIn(parsedJson(json ?? '')) }
  return Object.keys(rewards).length > 0 ? { rewards, ...told } : { problem: 'unreadable', ...told }
}

/** Other values in a verifier's object are no rewards. */
function numbersIn(value: unknown): Readonly<Record<string, number>> {
  const numbers = z.record(z.string(), z.number().optional().catch(undefined)).safeParse(value).data ?? {}
  return Object.fromEntries(Object.entries(numbers).flatMap(([name, one]) => (one === undefined ? [] : [[name, one]])))
}

function notStarted({ id }: HarborTask, { exitCode, errors }: Omit<PhaseOutcome, 'printed'>): EvalError {
  const values = { case: id, exitCode: exitCode ?? '', output: lastWords(errors) }
  return new EvalError('agent', message('{case}: the agent could not be started: {exitCode}: {output}', values))
}

/** With `stream-json`, Claude Code reports its calls and costs; other agents print their answer. */
function replyIn(printed: string) {
  const messages = printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => parsedJson(line))
  const isClaude = messages.some((one) => fieldOf(one, 'type') === 'result')
  return isClaude ? claudeReply(messages) : { response: printed.trim() }
}
