import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { Memory } from '@mastra/memory'
import { LibSQLStore } from '@mastra/libsql'
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

const memory = new Memory({
  storage: new LibSQLStore({ id: 's', url: ':memory:' }),
  options: { lastMessages: 20, workingMemory: { enabled: true } },
})
export const agent = new Agent({
  id: 'm',
  name: 'Rememberer',
  instructions: 'x',
  model: 'openai/gpt-4o-mini',
  tools: { get_weather: getWeather, search, now },
  memory,
})
