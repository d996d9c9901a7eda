import { z } from 'zod'
import { answered, spoke } from '../agent-events.ts'
import { fieldOf } from '../shape.ts'

const Tokens = z.number().optional().catch(undefined)
const Piece = z.object({
  type: z.string(),
  text: z.string().optional(),
  toolCallId: z.string().optional(),
  toolName: z.string().default(''),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
})
const AiStep = z.object({
  content: z.array(Piece),
  usage: z.object({
    inputTokens: Tokens,
    outputTokens: Tokens,
    totalTokens: Tokens,
    inputTokenDetails: z.object({ cacheReadTokens: Tokens }).optional(),
    outputTokenDetails: z.object({ reasoningTokens: Tokens }).optional(),
  }),
  request: z.unknown().optional(),
  finishReason: z.string().optional().catch(undefined),
  response: z.object({ modelId: z.string().optional(), messages: z.array(z.unknown()).default([]) }),
})
const AiResult = z.object({ steps: z.array(AiStep).min(1), responseMessages: z.array(z.unknown()).optional() })

/** Reads the result of `generate` and `generateText`, or of `stream` and `streamText` when it is complete. */
export async function aiResult(said: unknown): Promise<z.infer<typeof AiResult>> {
  return AiResult.parse({
    steps: await fieldOf(said, 'steps'),
    responseMessages: await fieldOf(said, 'responseMessages'),
  })
}

export function aiEvents(steps: readonly z.infer<typeof AiStep>[], author = 'agent'): object[] {
  return steps.flatMap(({ content, usage, response, finishReason }) => {
    const { inputTokenDetails, outputTokenDetails, ...tokens } = usage
    const counted = {
      ...tokens,
      cachedTokens: inputTokenDetails?.cacheReadTokens,
      reasoningTokens: outputTokenDetails?.reasoningTokens,
    }
    const said = content.flatMap(({ type, text = '', toolCallId: id, toolName: called, input }) => {
      if (type === 'text') return text
      if (type === 'reasoning') return { thought: text }
      return type === 'tool-call' ? { id, name: called, args: input } : []
    })
    const answers = content.flatMap(({ type, toolCallId: id, toolName: called, output, error }) => {
      if (type === 'tool-error') return { id, name: called, response: { error: messageOf(error) } }
      return type === 'tool-result' ? { id, name: called, response: output } : []
    })
    const spoken = spoke(author, said, { usage: counted, model: response.modelId ?? 'unknown', finishReason })
    return answers.length === 0 ? [spoken] : [spoken, answered(author, answers)]
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
