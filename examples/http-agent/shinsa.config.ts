import type { Server } from 'node:http'
import { defineConfig } from 'shinsa'
import { startDesk } from './server.ts'

const port = Number(process.env['DESK_PORT'] ?? 8093)
let server: Server | undefined

export default defineConfig({
  datasets: ['questions.csv'],
  target: {
    http: {
      name: 'temperature desk',
      url: `http://127.0.0.1:${port}/v1/chat`,
      // ${DESK_KEY} is read from the environment, or from .env beside this file.
      headers: { authorization: 'Bearer ${DESK_KEY}' },
      body: { messages: [{ role: 'user', content: '{{message}}' }] },
      response: {
        response: '$.choices[0].message.content',
        toolCalls: '$.choices[0].message.tool_calls?[*].function',
        usage: { inputTokens: '$.usage.prompt_tokens', outputTokens: '$.usage.completion_tokens' },
      },
    },
  },
  criteria: { exact_match: 1, tool_trajectory_avg_score: 1, token_usage_v1: { threshold: 1, budget: 100 } },
  hooks: {
    setup: async () => {
      server = await startDesk(port, process.env['DESK_KEY'] ?? '')
    },
    teardown: () => {
      server?.close()
    },
  },
})
