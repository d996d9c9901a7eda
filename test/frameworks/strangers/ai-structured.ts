import { openai } from '@ai-sdk/openai'
import { ToolLoopAgent, tool, Output } from 'ai'
import { z } from 'zod'

const get_weather = tool({
  description: 'weather',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `${city} is sunny`,
})
const search = tool({
  description: 'search',
  inputSchema: z.object({ query: z.string() }),
  execute: async ({ query }) => `nothing about ${query}`,
})

export const agent = new ToolLoopAgent({
  id: 'weather',
  model: openai('gpt-4o-mini'),
  tools: { get_weather, search },
  output: Output.object({ schema: z.object({ summary: z.string(), confidence: z.number() }) }),
})
