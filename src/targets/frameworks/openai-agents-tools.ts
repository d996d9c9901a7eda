import { stringifyJson } from '../../core/index.ts'
import type { Serve, Told } from './framework.ts'
import { copyWith, declaration, fieldOf, hasMethods, instructionsIn, listField, textField } from './shape.ts'

/** The agent and all that it can hand over to. */
export function toldOf(agent: unknown, told: Record<string, Told[string]> = {}): Told {
  const name = textField(agent, 'name') ?? 'agent'
  if (name in told) return told
  told[name] = {
    instructions: instructionsIn(fieldOf(agent, 'instructions')),
    toolDeclarations: listField(agent, 'tools').map((tool) =>
      declaration(textField(tool, 'name') ?? '', fieldOf(tool, 'description'), fieldOf(tool, 'parameters')),
    ),
  }
  for (const handoff of listField(agent, 'handoffs')) toldOf(fieldOf(handoff, 'agent') ?? handoff, told)
  return told
}

/** A copy of the agent, and of those that it can hand over to, with copies of their function tools. */
export function servedAgent(agent: object, serve: Serve, copies = new Map<object, object>()): object {
  const known = copies.get(agent)
  if (known !== undefined) return known
  const copy = copyWith(agent, { tools: listField(agent, 'tools').map((tool) => servedTool(tool, serve)) })
  copies.set(agent, copy)
  const handoffs = listField(agent, 'handoffs').map((handoff) => {
    if (!hasMethods(handoff, 'onInvokeHandoff')) return servedAgent(Object(handoff), serve, copies)
    const onInvokeHandoff = async (...args: unknown[]) =>
      servedAgent(Object(await handoff.onInvokeHandoff(...args)), serve, copies)
    return copyWith(handoff, { onInvokeHandoff, agent: servedAgent(Object(fieldOf(handoff, 'agent')), serve, copies) })
  })
  return Object.assign(copy, { handoffs })
}

function servedTool(tool: unknown, serve: Serve): unknown {
  if (!hasMethods(tool, 'invoke') || textField(tool, 'type') !== 'function') return tool
  const name = textField(tool, 'name') ?? ''
  const invoke = (context: unknown, input: unknown, ...rest: unknown[]) =>
    serve(name, argsOf(input), (args) => tool.invoke(context, stringifyJson(args), ...rest))
  return copyWith(tool, { invoke })
}

function argsOf(input: unknown): unknown {
  return typeof input === 'string' && input !== '' ? JSON.parse(input) : {}
}
