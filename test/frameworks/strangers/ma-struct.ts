import { Agent } from '@mastra/core/agent'
import { openai } from '@ai-sdk/openai'
import { z } from 'zod'
export const agent = new Agent({
  id: 'e',
  name: 'e',
  instructions: 'x',
  model: openai('gpt-4o-mini'),
  defaultOptions: { structuredOutput: { schema: z.object({ name: z.string() }) } },
})
export const fn = async (t: string) =>
  agent.generate(t, { structuredOutput: { schema: z.object({ name: z.string() }) } })
export const stream = async (t: string) => agent.stream(t)
