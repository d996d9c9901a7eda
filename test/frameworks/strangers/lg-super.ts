import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { createSupervisor } from '@langchain/langgraph-supervisor'
import { tool } from '@langchain/core/tools'

const getWeather = tool(({ city }) => ({ city, sky: 'sunny' }), {
  name: 'get_weather',
  description: 'weather',
  schema: z.object({ city: z.string() }),
})
const search = tool(
  async () => {
    throw new Error('search is down')
  },
  { name: 'search', description: 'search', schema: z.object({ query: z.string() }) },
)
const now = tool(() => '12:00', { name: 'now', description: 'time', schema: z.object({}) })
const echo = tool(async (input) => `echo ${input}`, { name: 'echo', description: 'says it' })
const model = new ChatOpenAI({ model: 'gpt-4o-mini', maxRetries: 0 })

const weather = createReactAgent({ llm: model, tools: [getWeather], name: 'weather_expert', prompt: 'w' })
const clock = createReactAgent({ llm: model, tools: [now], name: 'clock_expert', prompt: 'c' })
export const workflow = createSupervisor({ agents: [weather, clock], llm: model, prompt: 'boss' })
export const app = workflow.compile()
