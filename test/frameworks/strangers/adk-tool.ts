import { FunctionTool, LlmAgent, AgentTool, GOOGLE_SEARCH } from '@google/adk'
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

const helper = new LlmAgent({
  name: 'helper',
  description: 'helps',
  model: 'gemini-2.5-flash',
  instruction: 'x',
  tools: [getWeather],
})
export const rootAgent = new LlmAgent({
  name: 'root',
  model: 'gemini-2.5-flash',
  instruction: 'x',
  tools: [new AgentTool({ agent: helper }), now, search],
})
