import { ChatOpenAI } from '@langchain/openai'
import { createAgent, createMiddleware, dynamicSystemPromptMiddleware } from 'langchain'
import { tool } from '@langchain/core/tools'
import { z } from 'zod'

const now = tool(() => '12:00', { name: 'now', description: 'What time it is.', schema: z.object({}) })
const never = tool(() => 'never', { name: 'never', description: 'Never offered.', schema: z.object({}) })

export const agent = createAgent({
  name: 'desk',
  model: new ChatOpenAI({ model: 'gpt-5-mini' }),
  systemPrompt: 'You are nobody.',
  tools: [now, never],
  middleware: [
    dynamicSystemPromptMiddleware(() => 'You receive Ann.'),
    createMiddleware({
      name: 'fewer',
      wrapModelCall: (request, handler) =>
        handler({ ...request, tools: request.tools.filter((one) => one.name !== 'never') }),
    }),
  ],
})
