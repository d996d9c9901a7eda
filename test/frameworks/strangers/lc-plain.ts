import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'
import { createAgent, tool } from 'langchain'

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

const agent = createAgent({ model: 'openai:gpt-4o-mini', tools: [getWeather, search, now, echo], systemPrompt: 'x' })
export default agent
