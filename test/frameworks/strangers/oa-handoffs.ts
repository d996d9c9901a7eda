import { Agent, handoff, tool, RunContext } from '@openai/agents'
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

const refund = new Agent({
  name: 'refund_agent',
  instructions: 'Refunds.',
  tools: [now],
  handoffDescription: 'refunds',
})
const billing = new Agent({
  name: 'Billing Agent',
  instructions: 'You know invoices.',
  tools: [getWeather, search],
  handoffs: [refund],
})
export const triageAgent = Agent.create({
  name: 'Triage Agent',
  instructions: (ctx, a) => `You triage. ${a.name}`,
  model: 'gpt-4o',
  handoffs: [
    handoff(billing, {
      onHandoff: async (ctx, input) => {
        console.log('handed', input)
      },
      inputType: z.object({ reason: z.string() }),
    }),
    refund,
  ],
})
export default triageAgent
