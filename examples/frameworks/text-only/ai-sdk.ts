import { agent } from '../ai-sdk.ts'
import { type Exchange, messagesOf } from './exchanges.ts'

export default async function (question: string, { history }: Exchange): Promise<string> {
  const { text } = await agent.generate({ messages: messagesOf(history, question) })
  return text
}
