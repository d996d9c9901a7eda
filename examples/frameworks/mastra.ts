import { openai } from '@ai-sdk/openai'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'

const getWeather = createTool({
  id: 'get_weather',
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  outputSchema: z.object({ report: z.string() }),
  execute: async ({ city }) => ({ report: `${city} is sunny` }),
})
const search = createTool({
  id: 'search',
  description: 'Searches the web.',
  inputSchema: z.object({ query: z.string() }),
  execute: async ({ query }) => ({ report: `nothing about ${query}` }),
})
export const weatherAgent = new Agent({
  id: 'weather',
  name: 'weather',
  instructions: 'You tell the weather.',
  model: openai('gpt-5-mini'),
  tools: { get_weather: getWeather, search },
})

export const mastra = new Mastra({ agents: { weatherAgent } })
