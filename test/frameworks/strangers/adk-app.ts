import { FunctionTool, LlmAgent, App, BasePlugin, LoggingPlugin } from '@google/adk'
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

class Audit extends BasePlugin {
  seen = []
  constructor() {
    super('audit')
  }
  async beforeToolCallback({ tool }) {
    this.seen.push(tool.name)
    return undefined
  }
}
const root = new LlmAgent({
  name: 'root',
  model: 'gemini-2.5-flash',
  instruction: 'x',
  tools: [getWeather, now, search],
})
export const app = new App({ name: 'my_app', rootAgent: root, plugins: [new Audit()] })
