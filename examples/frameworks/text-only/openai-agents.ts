import { run, setTraceProcessors, user, assistant } from '@openai/agents'
import { agent } from '../openai-agents.ts'
import { type Exchange, messagesOf } from './exchanges.ts'

// Nothing is sent from a test.
setTraceProcessors([])

export default async function (question: string, { history }: Exchange): Promise<string> {
  const messages = messagesOf(history, question)
  const result = await run(
    agent,
    messages.map(({ role, content }) => (role === 'user' ? user(content) : assistant(content))),
  )
  return String(result.finalOutput)
}
