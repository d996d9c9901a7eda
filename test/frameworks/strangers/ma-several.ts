import { Mastra } from '@mastra/core'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { openai } from '@ai-sdk/openai'
import { z } from 'zod'

const getWeather = createTool({
  id: 'get_weather',
  description: 'weather',
  inputSchema: z.object({ city: z.string() }),
  execute: async (input) => ({ city: (input as any).city ?? (input as any).context?.city, sky: 'sunny' }),
})
const search = createTool({
  id: 'search',
  description: 'search',
  inputSchema: z.object({ query: z.string() }),
  execute: async () => {
    throw new Error('search is down')
  },
})
const now = createTool({ id: 'now', description: 'time', execute: async () => '12:00' })

export const weatherAgent = new Agent({
  id: 'weather-agent',
  name: 'Weather Agent',
  instructions: 'x',
  model: openai('gpt-4o-mini'),
  tools: { get_weather: getWeather, search, now },
})
const chef = new Agent({ id: 'chef', name: 'Chef', instructions: async () => 'cook', model: openai('gpt-4o-mini') })
export const mastra = new Mastra({ agents: { weatherAgent, chef } })
