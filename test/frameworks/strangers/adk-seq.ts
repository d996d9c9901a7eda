import { FunctionTool, LlmAgent, SequentialAgent, ParallelAgent } from '@google/adk'
import { z } from 'zod'

const getWeather = new FunctionTool({
  name: 'get_weather',
  description: 'weather',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => ({ report: `${city} is sunny` }),
})
const search = new FunctionTool({
  name: 'search',
  description: 'search',
  parameters: z.object({ query: z.string() }),
  execute: () => {
    throw new Error('search is down')
  },
})
const now = new FunctionTool({ name: 'now', description: 'time', execute: () => '12:00' })

const writer = new LlmAgent({
  name: 'writer',
  model: 'gemini-2.5-flash',
  instruction: 'write',
  tools: [getWeather],
  outputKey: 'draft',
})
const reviewer = new LlmAgent({
  name: 'reviewer',
  model: 'gemini-2.5-flash',
  instruction: 'Review {draft}',
  tools: [search],
})
export const rootAgent = new SequentialAgent({ name: 'pipeline', description: 'x', subAgents: [writer, reviewer] })
