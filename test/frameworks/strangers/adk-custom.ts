import { BaseAgent, LlmAgent, FunctionTool, createEvent } from '@google/adk'
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

class Router extends BaseAgent {
  #inner
  constructor(inner) {
    super({ name: 'router', subAgents: [inner] })
    this.#inner = inner
  }
  async *runAsyncImpl(ctx) {
    yield createEvent({
      author: this.name,
      invocationId: ctx.invocationId,
      content: { role: 'model', parts: [{ text: 'routing' }] },
    })
    yield* this.#inner.runAsync(ctx)
  }
  async *runLiveImpl() {}
}
export const rootAgent = new Router(
  new LlmAgent({ name: 'inner', model: 'gemini-2.5-flash', instruction: 'x', tools: [getWeather, search] }),
)
