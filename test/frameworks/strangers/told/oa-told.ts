import { Agent, tool } from '@openai/agents'
import { z } from 'zod'

const now = tool({ name: 'now', description: 'What time it is.', parameters: z.object({}), execute: async () => '12:00' })
const never = tool({
  name: 'never',
  description: 'Never offered.',
  parameters: z.object({}),
  isEnabled: () => false,
  execute: async () => 'never',
})

const billing = new Agent({ name: 'billing', instructions: async () => 'You know the invoices of Ann.' })

export const agent = new Agent({
  name: 'desk',
  instructions: ({ context }) => `You receive ${(context as { customer?: string }).customer ?? 'all'} guests.`,
  tools: [now, never],
  handoffs: [billing],
})
