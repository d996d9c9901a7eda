import { Agent } from '@strands-agents/sdk'
import { agent } from '../strands.ts'
import type { Exchange } from './exchanges.ts'

const conversations = new Map<string, Agent>()

export default async function (question: string, { session }: Exchange): Promise<string> {
  const { name, model, systemPrompt, tools } = agent
  const own = conversations.get(session.id) ?? new Agent({ name, model, systemPrompt, tools, printer: false })
  conversations.set(session.id, own)
  return (await own.invoke(question)).toString()
}
