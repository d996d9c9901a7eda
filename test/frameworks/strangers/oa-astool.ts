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

const weather = new Agent({ name: 'weather', instructions: 'w', tools: [getWeather] })
const summarizer = new Agent({ name: 'summarizer', instructions: 's', tools: [getWeather] })
export const agent = new Agent({
  name: 'boss',
  instructions: 'b',
  tools: [weather.asTool({ toolName: 'ask_weather', toolDescription: 'asks' }), now],
})
