import { openai } from '@ai-sdk/openai'
import { streamText, tool, stepCountIs, convertToModelMessages } from 'ai'
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

export default (prompt: string) =>
  streamText({ model: openai('gpt-4o-mini'), tools: { get_weather, search }, prompt, stopWhen: stepCountIs(5) })
