import { openai } from '@ai-sdk/openai'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'

const now = createTool({ id: 'now', description: 'What time it is.', inputSchema: z.object({}), execute: async () => ({ time: '12:00' }) })
let calls = 0

export const agent = new Agent({
  id: 'desk',
  name: 'desk',
  model: openai.chat('gpt-5-mini'),
  instructions: () => `You receive guest ${(calls += 1)}.`,
  tools: () => ({ now }),
})
