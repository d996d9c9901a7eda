import { ChatOpenAI } from '@langchain/openai'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'

const model = new ChatOpenAI({ model: 'gpt-5-mini' })
const getWeather = tool(({ city }: { city: string }) => `${city} is sunny`, {
  name: 'get_weather',
  description: 'The weather in a city.',
  schema: z.object({ city: z.string() }),
})
const search = tool(({ query }: { query: string }) => `nothing about ${query}`, {
  name: 'search',
  description: 'Searches the web.',
  schema: z.object({ query: z.string() }),
})

export const agent = createAgent({
  name: 'weather',
  model,
  tools: [getWeather, search],
  systemPrompt: 'You tell the weather.',
})
