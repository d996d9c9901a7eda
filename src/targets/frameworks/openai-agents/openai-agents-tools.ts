import { stringifyJson } from '../../../core/index.ts'
import type { Serve, Told } from '../framework.ts'
import { copyWith, declaration, fieldOf, hasMethods, instructionsIn, listField, textField } from '../shape.ts'

/** Describes the agent and the targets of its handoffs before a call of a model. */
export function openAiDeclarations(agent: unknown, told: Record<string, Told[string]> = {}): Told {
  const name = textField(agent, 'name') ?? 'agent'
  if (name in told) return told
  told[name] = {
    instructions: instructionsIn(fieldOf(agent, 'instructions')),
    toolDeclarations: listField(agent, 'mcpServers').length > 0 ? undefined : declarationsOf(listField(agent, 'tools')),
  }
  for (const handoff of listField(agent, 'handoffs')) openAiDeclarations(fieldOf(handoff, 'agent') ?? handoff, told)
  return told
}

function declarationsOf(tools: readonly unknown[]): unknown[] {
  return tools.map((tool) =>
    declaration(textField(tool, 'name') ?? '', fieldOf(tool, 'description'), fieldOf(tool, 'parameters')),
  )
}

/** Agents that called their models in a run, with the instructions that they sent. */
export type AskedAgents = Map<unknown, string>

export function requestWatcher(asked: AskedAgents) {
  return ({
    modelData,
    agent,
  }: {
    readonly modelData: { readonly instructions?: string }
    readonly agent: unknown
  }) => {
    // The text of a prompt that is stored at the provider is unknown here.
    if (modelData.instructions !== undefined || fieldOf(agent, 'prompt') === undefined)
      asked.set(agent, modelData.instructions ?? '')
    return modelData
  }
}

/** Describes the agents of a run. Tools may depend on the run's context, or come from servers. */
export async function toldInRun(asked: AskedAgents, run: unknown): Promise<Told> {
  const context = fieldOf(fieldOf(run, 'state'), '_context')
  const told = [...asked].map(async ([agent, instructions]) => {
    const tools = hasMethods(agent, 'getAllTools') && context !== undefined ? await toolsOf(agent, context) : undefined
    return [textField(agent, 'name') ?? 'agent', { instructions, ...(tools && { toolDeclarations: tools }) }] as const
  })
  return Object.fromEntries(await Promise.all(told))
}

async function toolsOf(
  agent: { getAllTools(context: unknown): unknown },
  context: unknown,
): Promise<unknown[] | undefined> {
  try {
    const tools = await agent.getAllTools(context)
    return Array.isArray(tools) ? declarationsOf(tools) : undefined
  } catch {
    // The tools of a server that does not answer are unknown.
    return undefined
  }
}

/** Copies the agent and the targets of its handoffs, with copies of their function tools. */
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
