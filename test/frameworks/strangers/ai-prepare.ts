import { createOpenAI } from '@ai-sdk/openai'
import { Experimental_Agent as Agent, tool, stepCountIs, hasToolCall } from 'ai'
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

const openai = createOpenAI({ apiKey: process.env.OPENAI_API_KEY! })
export const weatherAgent = new Agent({
  model: openai('gpt-4o-mini'),
  instructions: { role: 'system', content: 'Be brief.' },
  toolChoice: 'auto',
  tools: { get_weather, search },
  prepareStep: async ({ stepNumber, messages }) =>
    stepNumber === 0 ? { activeTools: ['get_weather'], messages: messages.slice(-10) } : {},
  stopWhen: [stepCountIs(5), hasToolCall('finish')],
})
export default weatherAgent
