import { Agent, run, tool, Runner, MemorySession } from '@openai/agents'
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

const a = new Agent({ name: 'A', instructions: 'x', tools: [getWeather, search, now] })
const session = new MemorySession()
export const agent = async (text: string) => run(a, text, { session })
export const streamed = async (text: string) => run(a, text, { stream: true })
export const streamed2 = (text: string) => run(a, text, { stream: true })
export const runner = new Runner({ workflowName: 'x' })
