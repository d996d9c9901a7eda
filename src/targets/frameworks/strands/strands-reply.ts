import { z } from 'zod'
import { answered, spoke } from '../agent-events.ts'
import { fieldOf, hasMethods } from '../shape.ts'

const Tokens = z.number().optional().catch(undefined)
const Block = z.object({
  text: z.string().optional(),
  reasoning: z.object({ text: z.string().optional() }).optional(),
  toolUse: z.object({ name: z.string(), toolUseId: z.string(), input: z.unknown().optional() }).optional(),
  toolResult: z
    .object({ toolUseId: z.string(), status: z.string().optional(), content: z.array(z.unknown()) })
    .optional(),
})
const Message = z.object({
  role: z.string(),
  content: z.array(Block),
  metadata: z
    .object({ usage: z.object({ inputTokens: Tokens, outputTokens: Tokens, totalTokens: Tokens }).optional() })
    .optional(),
})

export function strandsEvents(messages: readonly unknown[], author = 'agent'): object[] {
  const names = new Map<string, string>()
  return messages.flatMap((message) => {
    const { role, content, metadata } = Message.parse(fieldsOf(message))
    const said = content.flatMap(({ text, reasoning, toolUse }) => {
      if (toolUse !== undefined) names.set(toolUse.toolUseId, toolUse.name)
      if (reasoning?.text !== undefined) return { thought: reasoning.text }
      return text ?? (toolUse === undefined ? [] : { id: toolUse.toolUseId, name: toolUse.name, args: toolUse.input })
    })
    const answers = content.flatMap(({ toolResult }) => {
      if (toolResult === undefined) return []
      const { toolUseId: id, status, content: blocks } = toolResult
      const response = responseOf(blocks)
      return { id, name: names.get(id), response: status === 'error' ? { error: response } : response }
    })
    if (answers.length > 0) return [answered(author, answers)]
    return role === 'assistant' ? [spoke(author, said, { usage: metadata?.usage, model: 'unknown' })] : []
  })
}

function fieldsOf(message: unknown): unknown {
  return hasMethods(message, 'toJSON') ? message.toJSON() : message
}

function responseOf(blocks: readonly unknown[]): unknown {
  const parts = blocks.map((block) => fieldOf(block, 'json') ?? fieldOf(block, 'text') ?? block)
  return parts.length === 1 ? parts[0] : parts
}
