import { openai } from '@ai-sdk/openai'
import { ToolLoopAgent, tool } from 'ai'
import { z } from 'zod'

const now = tool({ description: 'What time it is.', inputSchema: z.object({}), execute: async () => '12:00' })
const never = tool({ description: 'Never offered.', inputSchema: z.object({}), execute: async () => 'never' })

/** Told something else with each call. */
export const prepared = new ToolLoopAgent({
  id: 'desk',
  model: openai.chat('gpt-5-mini'),
  instructions: 'You are nobody.',
  tools: { now, never },
  prepareCall: (settings) => ({ ...settings, instructions: 'You receive Ann.', activeTools: ['now'] }),
})

/** Asks another model than the one that it was made with. */
export const stepped = new ToolLoopAgent({
  id: 'desk',
  model: 'openai/none',
  tools: { now, never },
  prepareStep: () => ({
    model: openai.chat('gpt-5-mini'),
    system: 'You receive Ann.',
    instructions: 'You receive Ann.',
    activeTools: ['now'],
  }),
})
