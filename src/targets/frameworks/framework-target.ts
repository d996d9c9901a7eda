import { EvalError, message, type Message } from '../../core/index.ts'
import type { ServableTarget } from '../environment/servable-target.ts'
import { type FunctionAgent, type FunctionContext, type NamedOptions, startedTarget } from '../function-target.ts'
import type { FrameworkAgent, Serve } from './framework.ts'

export function frameworkTarget(agent: FrameworkAgent, options: NamedOptions): ServableTarget {
  return startedTarget((isServed) => conversationWith(agent, { isServed, isOwn: false }), {
    ...options,
    // The framework keeps the history in this process only.
    continues: false,
    servesTools: agent.servesTools,
    seen: seenAgent(agent),
  })
}

const MOST_NAMES = 12

export function seenAgent({ framework, name, tools }: Pick<FrameworkAgent, 'framework' | 'name' | 'tools'>): Message {
  const shown = [...tools.slice(0, MOST_NAMES), ...(tools.length > MOST_NAMES ? ['…'] : [])].join(', ')
  const values = { framework, name: name ?? '', count: tools.length, tools: shown }
  if (name === undefined) {
    return tools.length === 0
      ? message('{framework} agent, no tools', values)
      : message('{framework} agent, {count} {count|tool|tools}: {tools}', values)
  }
  return tools.length === 0
    ? message('{framework} agent “{name}”, no tools', values)
    : message('{framework} agent “{name}”, {count} {count|tool|tools}: {tools}', values)
}

/**
 * Begins one conversation with an agent.
 *
 * @param options `isServed`: other sources answer its tools; `isOwn`: it was made for this conversation alone
 * @throws {EvalError} `target` when its framework lacks a required ability
 */
export async function conversationWith(
  agent: FrameworkAgent,
  { isServed, isOwn }: { readonly isServed: boolean; readonly isOwn: boolean },
): Promise<FunctionAgent> {
  if (isServed && !agent.servesTools) throw cannotServe(agent)
  let tools: FunctionContext['tools'] | undefined
  const serve: Serve = (name, args, realTool) => {
    if (tools === undefined) throw new EvalError('agent', message('{tool} was called before a message', { tool: name }))
    return tools.call(name, args as never, realTool) // serve checks that it is an object
  }
  const ask = await agent.begin({ serve: isServed ? serve : undefined, isOwn })
  return (text, context) => {
    tools = context.tools
    return ask(text, context)
  }
}

function cannotServe({ framework }: FrameworkAgent): EvalError {
  return new EvalError(
    'target',
    message('{framework} has no way to let others answer the tools of this agent', { framework }),
  )
}
