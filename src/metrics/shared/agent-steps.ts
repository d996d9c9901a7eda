import type { Invocation, Part, ToolCall, ToolResponse } from '../../core/index.ts'

export type AgentStep = {
  readonly author: string
  readonly texts: readonly string[]
  readonly calls: readonly ToolCall[]
  readonly responses: readonly ToolResponse[]
}

/**
 * Returns the steps of an exchange in either form. Lists do not record the order of calls and texts, so calls come
 * first. ADK sees events only, and counts thoughts among their texts.
 */
export function agentSteps(invocation: Invocation, options: { adkCompat: boolean }): readonly AgentStep[] {
  const { steps } = invocation
  if (steps === undefined) return []
  if (steps.form === 'events') {
    return steps.events.map(({ author, content }) => stepOf(author, content?.parts ?? [], options.adkCompat))
  }
  if (options.adkCompat) return []
  const texts = steps.responses.map(({ author, parts }) => stepOf(author, parts, false))
  const { toolCalls: calls, toolResponses: responses } = steps
  if (calls.length === 0 && responses.length === 0) return texts
  return [{ author: steps.responses[0]?.author ?? 'agent', texts: [], calls, responses }, ...texts]
}

export function wireCall({ id, args, name, malformed }: ToolCall): Record<string, unknown> {
  return {
    ...(id === undefined ? {} : { id }),
    ...(args === undefined ? {} : { args }),
    name,
    ...(malformed === undefined ? {} : { malformed_args: malformed }),
  }
}

export function wireResponse({ id, name, response }: ToolResponse): Record<string, unknown> {
  return { ...(id === undefined ? {} : { id }), name, ...(response === undefined ? {} : { response }) }
}

function stepOf(author: string, parts: readonly Part[], thoughts: boolean): AgentStep {
  const shown = thoughts ? parts : parts.filter((part) => part.thought !== true)
  return {
    author,
    texts: shown.flatMap((part) => part.text || []),
    calls: parts.flatMap((part) => part.toolCall ?? []),
    responses: parts.flatMap((part) => part.toolResponse ?? []),
  }
}
