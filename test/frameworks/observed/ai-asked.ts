import { openai } from '@ai-sdk/openai'
import { stepCountIs, tool } from 'ai'
import { z } from 'zod'

/** What versions 5 and 6 of the AI SDK are asked with. */
export const asked = {
  model: openai.chat('gpt-5-mini'),
  system: 'You tell the weather.',
  tools: {
    get_weather: tool({
      description: 'The weather in a city.',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => `${city} is sunny`,
    }),
  },
  stopWhen: stepCountIs(5),
}
