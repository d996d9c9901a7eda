import { EvalError, message } from '../../core/index.ts'
import type { ServableTarget } from '../environment/servable-target.ts'
import { type FunctionAgent, type NamedOptions, startedTarget } from '../function-target.ts'
import type { FrameworkAgent, Project } from './framework.ts'

/**
 * Makes a target of a function that may return a framework's answer. It may also be a factory or a class; the agent
 * that it makes in the first exchange then answers the whole conversation.
 */
export function frameworkFunctionTarget(agent: FunctionAgent, project: Project, options: NamedOptions): ServableTarget {
  const isClass = /^class\b/.test(sourceOf(agent))
  return startedTarget(
    (isServed) => (isClass ? instanceOf(agent, project, isServed) : functionOrFactory(agent, project, isServed)),
    // An agent made by a factory has a history of its own.
    { ...options, continues: agent.length > 0 && !isClass },
  )
}

function functionOrFactory(agent: FunctionAgent, project: Project, isServed: boolean): FunctionAgent {
  let made: FunctionAgent | undefined
  return async (text, context) => {
    if (made !== undefined) return made(text, context)
    const said = await agent(text, context)
    if (!mayBeOfFramework(said)) return said
    const { knownAgent, knownReply } = await import('./known-frameworks.ts')
    const reply = await knownReply(said)
    if (reply !== undefined) return reply
    const known = await knownAgent(said, project)
    if (known === undefined) return (await import('./collected.ts')).collected(said)
    const { conversationWith } = await import('./framework-target.ts')
    made = await conversationWith(await madeAnew(agent, known, project), { isServed, isOwn: true })
    return made(text, context)
  }
}

function instanceOf(agent: FunctionAgent, project: Project, isServed: boolean): FunctionAgent {
  let made: FunctionAgent | undefined
  return async (text, context) => {
    if (made === undefined) {
      const { knownAgent } = await import('./known-frameworks.ts')
      const known = await knownAgent(Reflect.construct(agent, []), project)
      if (known === undefined) throw isNoAgent(agent)
      const { conversationWith } = await import('./framework-target.ts')
      made = await conversationWith(known, { isServed, isOwn: true })
    }
    return made(text, context)
  }
}

function isNoAgent({ name }: FunctionAgent): EvalError {
  return new EvalError(
    'target',
    message('{name} is a class, and what it makes is no agent of a framework that is known here', { name }),
    {
      hint: message('Export a function that asks it: export default (message) => new {name}().ask(message)', { name }),
    },
  )
}

/** Recognises plain answers without loading the frameworks. */
function mayBeOfFramework(said: unknown): said is object {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return false
  if (Object.getPrototypeOf(said) !== Object.prototype || Object.getOwnPropertySymbols(said).length > 0) return true
  const hasMethod = Object.values(said).some((field) => typeof field === 'function')
  return hasMethod || ['steps', 'newItems', 'messages'].some((name) => name in said)
}

/** A function without parameters is a factory, and so is one whose parameters all have defaults. */
async function madeAnew(agent: FunctionAgent, known: FrameworkAgent, project: Project): Promise<FrameworkAgent> {
  if (/^(?:async\s*)?(?:function\b[^(]*)?\(\s*\)/.test(sourceOf(agent))) return known
  const { knownAgent } = await import('./known-frameworks.ts')
  const again = agent.length > 0 ? undefined : await knownAgent(await (agent as () => unknown)(), project) // as a factory
  if (again !== undefined) return again
  throw new EvalError('agent', message('The function answered with an agent of a framework instead of an answer'), {
    hint: message('Export the agent itself, or a function without parameters that makes it.'),
  })
}

function sourceOf(agent: FunctionAgent): string {
  return Function.prototype.toString.call(agent)
}
