import { agent } from '../langchain.ts'
import { type Exchange, messagesOf } from './exchanges.ts'

export default async function (question: string, { history }: Exchange): Promise<string> {
  const { messages } = await agent.invoke({ messages: messagesOf(history, question) })
  return String(messages.at(-1)?.content)
}
