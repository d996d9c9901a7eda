import { FunctionTool, LlmAgent } from '@google/adk'
import { z } from 'zod'

const model = 'gemini-2.5-flash'
const getWeather = new FunctionTool({
  name: 'get_weather',
  description: 'The weather in a city.',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => ({ report: `${city} is sunny` }),
})
const search = new FunctionTool({
  name: 'search',
  description: 'Searches the web.',
  parameters: z.object({ query: z.string() }),
  execute: ({ query }) => ({ report: `nothing about ${query}` }),
})
const billing = new LlmAgent({
  name: 'billing',
  model,
  description: 'Knows invoices.',
  instruction: 'You know invoices.',
})

export const rootAgent = new LlmAgent({
  name: 'weather',
  model,
  description: 'Tells the weather.',
  instruction: 'You tell the weather.',
  tools: [getWeather, search],
  subAgents: [billing],
})
