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

const weather = new ToolLoopAgent({ id: 'weather', model: openai('gpt-4o-mini'), tools: { get_weather, search } })
const research = tool({
  description: 'asks the weather agent',
  inputSchema: z.object({ task: z.string() }),
  execute: async function* ({ task }, { abortSignal }) {
    yield 'working…'
    const r = await weather.generate({ prompt: task, abortSignal })
    yield r.text
  },
})
export const orchestrator = new ToolLoopAgent({ id: 'boss', model: openai('gpt-4o-mini'), tools: { research, search } })
export default orchestrator
