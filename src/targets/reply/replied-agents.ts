import { z } from 'zod'
import type { AgentDetails } from '../../core/index.ts'
import { genaiTools } from './genai-tools.ts'
import { wireObject } from './wire-object.ts'

const detailsShape = {
  name: z.string().optional(),
  instructions: z.string().optional(),
  toolDeclarations: z.array(z.unknown()).optional(),
}
const RepliedDetails = wireObject(detailsShape, {
  meant: { instruction: 'instructions', systemPrompt: 'instructions', tools: 'toolDeclarations' },
})

export const RepliedAgents = z.record(z.string(), RepliedDetails)
export type RepliedAgents = z.infer<typeof RepliedAgents>

export const RepliedAppDetails = wireObject({ agentDetails: RepliedAgents }, { meant: { agents: 'agentDetails' } })

type RepliedAgentsDetails = {
  readonly instructions?: string | undefined
  readonly toolDeclarations?: readonly unknown[] | undefined
  readonly agents?: RepliedAgents | undefined
  readonly appDetails?: { readonly agentDetails: RepliedAgents } | undefined
}

/**
 * Reads the details of an answer's agents; missing ones stay unknown. Details at the top level belong to `author`, the
 * agent that spoke first; those listed by name override them.
 */
export function agentsOf(told: RepliedAgentsDetails, author: string): Record<string, AgentDetails> | undefined {
  const { instructions, toolDeclarations } = told
  const own =
    instructions === undefined && toolDeclarations === undefined ? {} : { [author]: { instructions, toolDeclarations } }
  const listed = { ...own, ...told.appDetails?.agentDetails, ...told.agents }
  const details = Object.entries(listed).map(([name, agent]): [string, AgentDetails] => [
    name,
    {
      name,
      ...(agent.instructions !== undefined && { instructions: agent.instructions }),
      ...(agent.toolDeclarations !== undefined && { toolDeclarations: genaiTools(agent.toolDeclarations) }),
    },
  ])
  return details.length === 0 ? undefined : Object.fromEntries(details)
}
