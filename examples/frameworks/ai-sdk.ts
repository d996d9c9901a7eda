import { openai } from '@ai-sdk/openai'
import { ToolLoopAgent, tool } from 'ai'
import { z } from 'zod'

export const agent = new ToolLoopAgent({
  id: 'weather',
  model: openai('gpt-5-mini'),
  instructions: 'You tell the weather.',
  tools: {
    get_weather: tool({
      description: 'The weather in a city.',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => `${city} is sunny`,
    }),
    search: tool({
      description: 'Searches the web.',
      inputSchema: z.object({ query: z.string() }),
      execute: async ({ query }) => `nothing about ${query}`,
    }),
  },
})
