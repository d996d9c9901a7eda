import { FunctionTool, LlmAgent } from '@google/adk'
import { z } from 'zod'
const add = new FunctionTool({
  name: 'add',
  description: 'x',
  parameters: z.object({ item: z.string() }),
  execute: ({ item }, ctx) => {
    const cart = [...((ctx!.state.get('cart') as string[]) ?? []), item]
    ctx!.state.set('cart', cart)
    return { cart }
  },
})
const counter = { n: 0 }
export const rootAgent = new LlmAgent({
  name: 'shop',
  model: 'gemini-2.5-flash',
  instruction: 'Cart: {cart?}',
  tools: [add],
  outputKey: 'last',
  beforeModelCallback: async ({ request }) => {
    counter.n++
    return undefined
  },
  beforeAgentCallback: () => undefined,
  afterToolCallback: ({ response }) => ({ ...response, after: true }),
  beforeToolCallback: ({ args }) => (args.item === 'bomb' ? { error: 'no bombs' } : undefined),
})
