import { join, relative, resolve } from 'node:path'
import { projectFolder } from '../../compose/config/load-config.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import type { ImproveGoal } from '../../improve/improve-trail.ts'
import { type PlayOptions, planOf } from './play-cases.ts'
import { agentFingerprint, projectFingerprints } from './project-fingerprints.ts'
import { watchReads } from './read-watch.ts'
import { sealedStore } from './sealed-store.ts'

export type ImproveWorld = {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly dependencies: RunDependencies
  readonly signal: AbortSignal
}

/** Returns the fingerprints, and the case files that were read while the agent was loaded. */
export async function fingerprintsOf(options: PlayOptions & Pick<ImproveWorld, 'environment'>) {
  const { goal, environment } = options
  const { project, folder, openCases } = improvePlace(options)
  const { keys, keyOf } = sealedStore(folder, environment)
  const read = watchReads(filesOfCases(goal, options))
  const plan = await planOf(options)
  const wasRead = read().map((file) => nameOfRead(file, options))
  const beside = [openCases, ...(goal.config === undefined ? [] : [resolve(options.cwd, goal.config)])]
  const sources = { folder: project, mayChange: goal.mayChange, beside, keys, plan, environment, key: keyOf(goal.id) }
  return { fingerprints: { ...projectFingerprints(sources) }, wasRead }
}

export function nameOfRead(file: string, world: Pick<ImproveWorld, 'cwd'>): string {
  return `file ${relative(improvePlace(world).project, file)}: was read while the agent was asked`
}

export function agentOf({ id, mayChange }: ImproveGoal, world: ImproveWorld): string {
  const { project, folder } = improvePlace(world)
  const { environment } = world
  return agentFingerprint({ folder: project, mayChange, environment, key: sealedStore(folder, environment).keyOf(id) })
}

/** Files with cases that nothing should read while the agent is asked. */
export function filesOfCases(
  { dataset, id }: ImproveGoal,
  world: Pick<ImproveWorld, 'cwd' | 'environment'>,
): readonly string[] {
  const { folder, openCases } = improvePlace(world)
  return [resolve(world.cwd, dataset), openCases, sealedStore(folder, world.environment).keyFile(id)]
}

/** The project's folder and the files that improve keeps in it. */
export function improvePlace({ cwd }: Pick<ImproveWorld, 'cwd'>) {
  const project = projectFolder(cwd)
  const folder = join(project, '.shinsa', 'improve')
  return { project, folder, trail: join(folder, 'trail.jsonl'), openCases: join(folder, 'open-cases.jsonl') }
}
