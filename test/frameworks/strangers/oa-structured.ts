import { Agent, tool } from '@openai/agents'
import { z } from 'zod'

const getWeather = tool({
  name: 'get_weather',
  description: 'weather',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, sky: 'sunny' }),
})
const search = tool({
  name: 'search',
  description: 'search',
  parameters: z.object({ query: z.string() }),
  async execute() {
    throw new Error('search is down')
  },
})
const now = tool({ name: 'now', description: 'time', parameters: z.object({}), execute: () => '12:00' })

export default new Agent({
  name: 'Calendar',
  instructions: 'extract',
  tools: [getWeather, now],
  outputType: z.object({ name: z.string(), participants: z.array(z.string()) }),
})
