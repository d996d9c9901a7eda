import { openai } from '@ai-sdk/openai'
import { ToolLoopAgent, tool } from 'ai'
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

let made = 0
export const createAgent = ({ model = 'gpt-4o-mini' } = {}) => {
  made++
  return new ToolLoopAgent({ id: 'weather' + made, model: openai(model), tools: { get_weather, search } })
}
export async function agent(model = 'gpt-4o-mini', temperature = 0) {
  await new Promise((r) => setTimeout(r, 5))
  return createAgent({ model })
}
