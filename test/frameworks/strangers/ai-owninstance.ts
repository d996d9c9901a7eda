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

class Weather extends ToolLoopAgent {
  private calls = 0
  #secret = 1
  constructor(private readonly options: { model: string }) {
    super({ id: 'weather', model: openai(options.model), tools: { get_weather, search } })
  }
  override async generate(o) {
    this.calls++
    if (!this.#secret) throw 1
    return super.generate(o)
  }
}
export const agent = new Weather({ model: 'gpt-4o-mini' })
