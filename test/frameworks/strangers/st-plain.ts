import { Agent, tool, SlidingWindowConversationManager, BeforeToolCallEvent } from '@strands-agents/sdk'
import { OpenAIModel } from '@strands-agents/sdk/models/openai'
import { z } from 'zod'

const getWeather = tool({
  name: 'get_weather',
  description: 'weather',
  inputSchema: z.object({ city: z.string() }),
  callback: ({ city }) => ({ city, sky: 'sunny' }),
})
const search = tool({
  name: 'search',
  description: 'search',
  inputSchema: z.object({ query: z.string() }),
  callback: async () => {
    throw new Error('search is down')
  },
})
const now = tool({ name: 'now', description: 'time', callback: () => '12:00' })
const slow = tool({
  name: 'slow',
  description: 'streams',
  inputSchema: z.object({ n: z.number() }),
  callback: async function* ({ n }) {
    for (let i = 0; i < n; i++) yield `step ${i}`
    return `did ${n}`
  },
})
const jsonTool = tool({
  name: 'lookup',
  description: 'j',
  inputSchema: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
  callback: (input) => `row ${(input as any).id}`,
})

export const agent = new Agent({
  model: new OpenAIModel({ modelId: 'gpt-4o-mini' }),
  tools: [getWeather, search, now, slow, jsonTool],
  printer: true,
  conversationManager: new SlidingWindowConversationManager({ windowSize: 40 }),
})
