import { InMemoryRunner, isFinalResponse, stringifyContent } from '@google/adk'
import { rootAgent } from '../adk.ts'
import type { Exchange } from './exchanges.ts'

const appName = 'weather'
const runner = new InMemoryRunner({ agent: rootAgent, appName })

export default async function (question: string, { session, history }: Exchange): Promise<string> {
  const { userId, id: sessionId } = session
  if (history.length === 0) await runner.sessionService.createSession({ appName, userId, sessionId })
  const newMessage = { role: 'user', parts: [{ text: question }] }
  let answer = ''
  for await (const event of runner.runAsync({ userId, sessionId, newMessage })) {
    if (isFinalResponse(event)) answer = stringifyContent(event)
  }
  return answer
}
