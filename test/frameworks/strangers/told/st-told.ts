import { Agent, InvokeModelStage, tool } from '@strands-agents/sdk'
import { OpenAIModel } from '@strands-agents/sdk/models/openai'
import { z } from 'zod'

const now = tool({ name: 'now', description: 'What time it is.', inputSchema: z.object({}), callback: () => '12:00' })
const never = tool({ name: 'never', description: 'Never.', inputSchema: z.object({}), callback: () => 'never' })

/** Told something else with each call. */
export default function desk() {
  const agent = new Agent({
    name: 'desk',
    model: new OpenAIModel({ modelId: 'gpt-5-mini' }),
    systemPrompt: 'You are nobody.',
    tools: [now, never],
    printer: false,
  })
  agent.addMiddleware(InvokeModelStage.Input, (context) => ({
    ...context,
    systemPrompt: 'You receive Ann.',
    toolSpecs: context.toolSpecs.filter(({ name }) => name === 'now'),
  }))
  return agent
}
