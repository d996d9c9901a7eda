import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { z } from 'zod'

const getWeather = tool('get_weather', 'The weather in a city.', { city: z.string() }, async ({ city }) => ({
  content: [{ type: 'text', text: `${city} is sunny` }],
}))
const search = tool('search', 'Searches the web.', { query: z.string() }, async ({ query: asked }) => ({
  content: [{ type: 'text', text: `nothing about ${asked}` }],
}))

export default (prompt: string, { session }: { session: { state: { claude_session?: string } } }) =>
  query({
    prompt,
    options: {
      systemPrompt: 'You tell the weather.',
      mcpServers: { weather: createSdkMcpServer({ name: 'weather', tools: [getWeather, search] }) },
      allowedTools: ['mcp__weather__*'],
      resume: session.state.claude_session,
    },
  })
