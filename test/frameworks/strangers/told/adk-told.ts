import { BaseToolset, FunctionTool, LlmAgent, type BaseTool } from '@google/adk'
import { z } from 'zod'

const model = 'gemini-2.5-flash'

class Clocks extends BaseToolset {
  async getTools(): Promise<BaseTool[]> {
    return [
      new FunctionTool({
        name: 'now',
        description: 'What time it is.',
        parameters: z.object({}),
        execute: () => ({ time: '12:00' }),
      }),
    ]
  }

  async close(): Promise<void> {}
}

const billing = new LlmAgent({
  name: 'billing',
  model,
  description: 'Knows invoices.',
  instruction: ({ state }) => `You know the invoices of ${state.get('customer') ?? 'nobody'}.`,
})

export const rootAgent = new LlmAgent({
  name: 'desk',
  model,
  description: 'Receives people.',
  globalInstruction: 'Speak {language?} English.',
  instruction: 'You receive {customer?} guests.',
  tools: [new Clocks([])],
  subAgents: [billing],
})
