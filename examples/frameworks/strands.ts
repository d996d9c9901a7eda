import { Agent, tool } from '@strands-agents/sdk'
import { OpenAIModel } from '@strands-agents/sdk/models/openai'
import { z } from 'zod'

const getWeather = tool({
  name: 'get_weather',
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  callback: ({ city }) => `${city} is sunny`,
})
const search = tool({
  name: 'search',
  description: 'Searches the web.',
  inputSchema: z.object({ query: z.string() }),
  callback: ({ query }) => `nothing about ${query}`,
})

export const agent = new Agent({
  name: 'weather',
  model: new OpenAIModel({ modelId: 'gpt-5-mini' }),
  systemPrompt: 'You tell the weather.',
  tools: [getWeather, search],
})
