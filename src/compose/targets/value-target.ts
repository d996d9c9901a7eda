import type { Target } from '../../core/index.ts'
import type { Project } from '../../targets/frameworks/framework.ts'
import type { FunctionAgent } from '../../targets/index.ts'

type ValueOptions = {
  /** Packages are resolved from this file. */
  readonly file: string
  readonly name?: string
  readonly clock: () => Date
}

/** Makes a target of a function, class, target, or agent of a framework; undefined for all else. */
export async function valueTarget(value: unknown, { file, name, clock }: ValueOptions): Promise<Target | undefined> {
  const project: Project = {
    load: async (...wanted) => (await import('../config/project-of.ts')).projectOf(file).load(...wanted),
  }
  if (typeof value === 'function') {
    const { frameworkFunctionTarget } = await import('../../targets/frameworks/framework-function-target.ts')
    const { functionName } = await import('../../targets/function-target.ts')
    const { withCapture } = await import('../../targets/with-capture.ts')
    const named = { name: name ?? functionName(value), clock }
    return withCapture(frameworkFunctionTarget(value as FunctionAgent, project, named)) // its result is checked at each reply
  }
  if (typeof value !== 'object' || value === null) return undefined
  if ('open' in value) {
    const { checkedTarget } = await import('../../targets/checked-target.ts')
    const { withCapture } = await import('../../targets/with-capture.ts')
    return withCapture(checkedTarget(value as Target)) // its replies are checked at each exchange
  }
  const { knownAgent } = await import('../../targets/frameworks/known-frameworks.ts')
  const agent = await knownAgent(value, project)
  if (agent === undefined) return undefined
  const { frameworkTarget } = await import('../../targets/frameworks/framework-target.ts')
  return frameworkTarget(agent, { name: name ?? agent.name ?? agent.framework, clock })
}

/** Returns the agents of a Mastra instance by name; empty for any other value. */
export async function agentsOfMastra(value: unknown): Promise<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null || !('listAgents' in value) || !('getAgent' in value)) return {}
  return typeof value.listAgents === 'function' ? { ...(await value.listAgents()) } : {}
}
