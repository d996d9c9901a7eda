import ask from '../claude-agent.ts'

export default async (question: string): Promise<string> => {
  let said = ''
  for await (const message of ask(question, { session: { state: {} } })) {
    if (message.type === 'result' && message.subtype === 'success') said = message.result
  }
  return said
}
