import { z } from 'zod'
import { answered, spoke } from './agent-events.ts'

const Tokens = z.number().optional().catch(undefined)
const Call = z.object({ toolCallId: z.string().optional(), toolName: z.string(), args: z.unknown().optional() })
const Answer = z.object({ toolCallId: z.string().optional(), toolName: z.string(), result: z.unknown().optional() })
const Step = z.object({
  text: z.string().default(''),
  reasoningText: z.string().nullish(),
  toolCalls: z.array(z.object({ payload: Call })).default([]),
  toolResults: z.array(z.object({ payload: Answer })).default([]),
  usage: z
    .object({
      inputTokens: Tokens,
      outputTokens: Tokens,
      totalTokens: Tokens,
      cachedInputTokens: Tokens,
      reasoningTokens: Tokens,
    })
    .optional(),
  response: z.object({ modelId: z.string().optional() }).optional(),
})
/** What `generate` gives. */
export const MastraResult = z.object({
  steps: z.array(Step),
  error: z.unknown().optional(),
  response: z.object({ messages: z.array(z.unknown()).default([]) }),
})

/** What happened, step by step. */
export function mastraEvents({ steps }: z.infer<typeof MastraResult>, author = 'agent'): object[] {
  return steps.flatMap(({ text, reasoningText, toolCalls, toolResults, usage, response }) => {
    const { cachedInputTokens: cachedTokens, ...tokens } = usage ?? {}
    const calls = toolCalls.map(({ payload }) => ({
      id: payload.toolCallId,
      name: payload.toolName,
      args: payload.args,
    }))
    const said = [...(reasoningText ? [{ thought: reasoningText }] : []), text, ...calls]
    const spoken = spoke(author, said, { usage: { ...tokens, cachedTokens }, model: response?.modelId ?? 'unknown' })
    const answers = toolResults.map(({ payload: { toolCallId: id, toolName, result } }) => ({
      id,
      name: toolName,
      response: result,
    }))
    return answers.length === 0 ? [spoken] : [spoken, answered(author, answers)]
  })
}
