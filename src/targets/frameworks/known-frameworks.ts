import type { Reply } from '../reply/reply.ts'
import { adkFramework } from './adk/adk.ts'
import { aiSdkFramework } from './ai-sdk/ai-sdk.ts'
import { claudeAgent } from './claude-agent/claude-agent.ts'
import type { Framework, FrameworkAgent, Project } from './framework.ts'
import { langgraph } from './langgraph/langgraph.ts'
import { mastra } from './mastra/mastra.ts'
import { openaiAgents } from './openai-agents/openai-agents.ts'
import { strandsFramework } from './strands/strands.ts'

const frameworks: readonly Framework[] = [
  aiSdkFramework,
  openaiAgents,
  adkFramework,
  langgraph,
  mastra,
  strandsFramework,
  claudeAgent,
]

/** Recognises an exported agent of a framework; undefined for any other value. */
export async function knownAgent(exported: unknown, project: Project): Promise<FrameworkAgent | undefined> {
  for (const { agent } of frameworks) {
    const known = await agent(exported, project)
    if (known !== undefined) return known
  }
  return undefined
}

/** Reads a framework's result that a function returned unchanged; undefined for any other value. */
export async function knownReply(said: unknown): Promise<Reply | undefined> {
  if (typeof said !== 'object' || said === null) return undefined
  for (const { reply } of frameworks) {
    const known = await reply?.(said)
    if (known !== undefined) return known
  }
  return undefined
}
