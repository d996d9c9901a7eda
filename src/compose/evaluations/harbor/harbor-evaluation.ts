import { basename, dirname } from 'node:path'
import { EvalError, message } from '../../../core/index.ts'
import type { ShinsaConfig } from '../../config/define-config.ts'
import { startedTarget } from '../../../targets/function-target.ts'
import { outsideAgentTime } from '../../../targets/with-timeout.ts'
import { type EvaluationInCode, evaluation } from '../evaluation.ts'
import { imageName, label, needDocker, newOwnName, removeImage, removeLeftovers } from './docker.ts'
import { harborReward } from './harbor-reward.ts'
import { type HarborTask, harborTasks } from './harbor-tasks.ts'
import { type HarborAgent, playTask } from './harbor-trial.ts'

/**
 * Makes an evaluation of Harbor's tasks. Each task runs in its own container through `docker`, and its tests give the
 * reward.
 *
 * @throws {EvalError} `format` with file and field for an unreadable task
 */
export async function harborEvaluation(
  path: string,
  { agent, setup, env = [], threshold }: NonNullable<ShinsaConfig['harbor']> = {},
): Promise<EvaluationInCode> {
  const tasks = await harborTasks(path)
  const place = dirname(path)
  const made = evaluation(basename(basename(place) === '*' ? dirname(place) : place), {
    cases: tasks.map(caseInCode),
    metrics: [harborReward(threshold)],
    concurrency: 4,
    // Longer than the tasks' own limits, after which the tests still examine the result.
    timeoutMs: Math.min(86_400, Math.ceil(Math.max(...tasks.map((task) => task.agent.timeout_sec))) + 60) * 1000,
  })
  return {
    ...made,
    async targetFor(target) {
      await assertDocker(tasks)
      const line = lineOf(target, agent)
      return harborTarget(tasks, { line, setup: line === undefined ? undefined : setup, env })
    },
  }
}

function caseInCode({ id, instruction, metadata, task }: HarborTask) {
  const { tags, ...others } = metadata
  const named = [...(Array.isArray(tags) ? tags.map(String) : []), ...(task?.keywords ?? [])]
  return { id, ask: instruction, tags: [...new Set(named)], metadata: others }
}

/** Undefined for the task's own solution. */
function lineOf(target: string | undefined, agent: string | undefined): string | undefined {
  if (target === 'oracle') return undefined
  const line = target === undefined ? agent : /^command:(.+)$/s.exec(target)?.[1]
  if (line !== undefined) return line
  const hint = message(
    'Name {solution} for the solutions of the tasks, or {command}: a line of the container’s shell that reads the instruction from its standard input. `harbor` in shinsa.config.ts says it too.',
    { solution: '--target oracle', command: '--target "command:claude -p"' },
  )
  if (target === undefined) throw new EvalError('target', message('there is no agent to evaluate'), { hint })
  throw new EvalError('target', message('{target} cannot work in the container of a task of Harbor', { target }), {
    hint,
  })
}

async function assertDocker(tasks: readonly HarborTask[]): Promise<void> {
  const problem = await removeLeftovers()
  if (problem === undefined) return
  const names = tasks.map(({ id }) => id)
  const shown = names.length > 10 ? `${names.slice(0, 10).join(', ')} …` : names.join(', ')
  const values = { count: names.length, names: shown, problem }
  throw new EvalError(
    'target',
    message(
      '{count} {count|task|tasks} of Harbor ({names}) {count|needs|need} Docker, which does not answer: {problem}',
      values,
    ),
    {
      hint: message('Start Docker, or Podman under its name, and see that {command} works.', { command: 'docker ps' }),
    },
  )
}

/** Plays tasks in containers. Images are built once for all repeats, and removed when the run ends. */
function harborTarget(tasks: readonly HarborTask[], agent: HarborAgent) {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const images = new Map<string, Promise<string>>()
  const imageFor = (task: HarborTask, signal: AbortSignal): string | Promise<string> => {
    const { docker_image: image } = task.environment
    if (image !== undefined) return image
    const built = images.get(task.id) ?? build(task, signal)
    images.set(task.id, built)
    built.catch(() => images.delete(task.id))
    return built
  }
  const play = async (caseId: string, signal: AbortSignal) => {
    const task = byId.get(caseId)
    if (task === undefined) throw new EvalError('usage', message('{case} is no task of Harbor', { case: caseId }))
    refuseUnsupported(task)
    return playTask({ task, agent, image: await outsideAgentTime(async () => imageFor(task, signal)), signal })
  }
  const started = startedTarget(
    () => {
      let played: Promise<unknown> | undefined
      return {
        ask: (_instruction, { caseId, signal }) => (played = play(caseId, signal)) as ReturnType<typeof play>,
        // The container is removed first, even when nobody waits for the answer any more.
        close: async () => void (await played?.catch(() => undefined)),
      }
    },
    { name: agent.line?.split(/\s/)[0] ?? 'oracle', continues: false, servesTools: false },
  )
  return {
    ...started,
    async close() {
      for (const image of await Promise.allSettled(images.values())) {
        if (image.status === 'fulfilled') await removeImage(image.value)
      }
    },
  }
}

async function build({ id, folder, environment }: HarborTask, signal: AbortSignal): Promise<string> {
  const image = imageName(newOwnName())
  const words = ['build', '--label', `${label}=${id}`, '--tag', image, `${folder}/environment`]
  await needDocker(id, words, { signal, limitSeconds: environment.build_timeout_sec })
  return image
}

function refuseUnsupported({ id, unsupported }: HarborTask): void {
  if (unsupported.length === 0) return
  const names = unsupported.join(', ')
  throw new EvalError('environment', message('{case} needs what is not supported here: {names}', { case: id, names }), {
    hint: message('Play it with Harbor itself.'),
  })
}
