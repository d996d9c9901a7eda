import type { Target } from '../../core/index.ts'
import type { Project } from '../../targets/frameworks/framework.ts'
import type { FunctionAgent } from '../../targets/index.ts'

type ValueOptions = {
  /** Packages are those that this file would import. */
  readonly file: string
  /** What it is called in the run; its own name when not given. */
  readonly name?: string
  /** Says when an exchange began. */
  readonly clock: () => Date
}

/** What code hands over as a target: a function, a class, a target, or an agent of a framework; undefined for all else. */
export async function valueTarget(value: unknown, { file, name, clock }: ValueOptions): Promise<Target | undefined> {
  const project: Project = {
    load: async (...wanted) => (await import('../config/project-of.ts')).projectOf(file).load(...wanted),
  }
  if (typeof value === 'function') {
    const { frameworkFunctionTarget } = await import('../../targets/frameworks/framework-function-target.ts')
    const { functionName } = await import('../../targets/function-target.ts')
    const { withCapture } = await import('../../targets/with-capture.ts')
    const named = { name: name ?? functionName(value), clock }
    return withCapture(frameworkFunctionTarget(value as FunctionAgent, project, named)) // what it returns is checked at each reply
  }
  if (typeof value !== 'object' || value === null) return undefined
  if ('open' in value) {
    const { checkedTarget } = await import('../../targets/checked-target.ts')
    const { withCapture } = await import('../../targets/with-capture.ts')
    return withCapture(checkedTarget(value as Target)) // what it says is checked at each exchange
  }
  const { knownAgent } = await import('../../targets/frameworks/known-frameworks.ts')
  const agent = await knownAgent(value, project)
  if (agent === undefined) return undefined
  const { frameworkTarget } = await import('../../targets/frameworks/framework-target.ts')
  return frameworkTarget(agent, { name: name ?? agent.name ?? agent.framework, clock })
}

/** The agents of an instance of Mastra, by the names that they have in it; none of anything else. */
export async function agentsOfMastra(value: unknown): Promise<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null || !('listAgents' in value) || !('getAgent' in value)) return {}
  return typeof value.listAgents === 'function' ? { ...(await value.listAgents()) } : {}
}
