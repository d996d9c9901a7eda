import { agent } from '../ai-sdk.ts'
import { type Exchange, messagesOf } from './exchanges.ts'

export default async function (question: string, { history }: Exchange): Promise<string> {
  const { textStream } = await agent.stream({ messages: messagesOf(history, question) })
  let text = ''
  for await (const piece of textStream) text += piece
  return text
}
