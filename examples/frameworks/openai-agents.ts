import { Agent, tool } from '@openai/agents'
import { z } from 'zod'

const getWeather = tool({
  name: 'get_weather',
  description: 'The weather in a city.',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => `${city} is sunny`,
})
const search = tool({
  name: 'search',
  description: 'Searches the web.',
  parameters: z.object({ query: z.string() }),
  execute: async ({ query }) => `nothing about ${query}`,
})

const billing = new Agent({
  name: 'billing',
  model: 'gpt-5-mini',
  instructions: 'You know invoices.',
  handoffDescription: 'Knows invoices',
})

export const agent = Agent.create({
  name: 'weather',
  model: 'gpt-5-mini',
  instructions: 'You tell the weather.',
  tools: [getWeather, search],
  handoffs: [billing],
})
