import { z } from 'zod'
import { answered, spoke } from '../agent-events.ts'

const Tokens = z.number().optional().catch(undefined)
const Call = z.object({ toolCallId: z.string().optional(), toolName: z.string(), args: z.unknown().optional() })
const Answer = z.object({ toolCallId: z.string().optional(), toolName: z.string(), result: z.unknown().optional() })
const Step = z.object({
  text: z.string().default(''),
  reasoningText: z.string().nullish(),
  finishReason: z.string().optional().catch(undefined),
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
  request: z.unknown().optional(),
  response: z.object({ modelId: z.string().optional() }).optional(),
})
export const MastraResult = z.object({
  steps: z.array(Step),
  error: z.unknown().optional(),
  response: z.object({ messages: z.array(z.unknown()).default([]) }),
})

export function mastraEvents(
  { steps, response: { messages } }: z.infer<typeof MastraResult>,
  author = 'agent',
): object[] {
  const failures = failuresIn(messages)
  return steps.flatMap(({ text, reasoningText, toolCalls, toolResults, usage, response, finishReason }) => {
    const { cachedInputTokens: cachedTokens, ...tokens } = usage ?? {}
    const calls = toolCalls.map(({ payload }) => ({
      id: payload.toolCallId,
      name: payload.toolName,
      args: payload.args,
    }))
    const said = [...(reasoningText ? [{ thought: reasoningText }] : []), text, ...calls]
    const model = response?.modelId ?? 'unknown'
    const spoken = spoke(author, said, { usage: { ...tokens, cachedTokens }, model, finishReason })
    const answers = [
      ...toolResults.map(({ payload: { toolCallId: id, toolName, result } }) => ({
        id,
        name: toolName,
        response: result,
      })),
      ...calls.flatMap(({ id, name }) => {
        const error = failures.get(id)
        return error === undefined ? [] : { id, name, response: { error } }
      }),
    ]
    return answers.length === 0 ? [spoken] : [spoken, answered(author, answers)]
  })
}

const Failures = z.object({
  content: z.array(
    z.object({
      toolCallId: z.string().optional(),
      output: z.object({ type: z.string(), value: z.unknown() }).optional().catch(undefined),
    }),
  ),
})

/** Failed tools are missing in the results of a step, and appear only in the messages. */
function failuresIn(messages: readonly unknown[]): ReadonlyMap<string | undefined, unknown> {
  const parts = messages.flatMap((message) => Failures.safeParse(message).data?.content ?? [])
  const failed = parts.filter(({ output }) => output?.type.startsWith('error') === true)
  return new Map(failed.map(({ toolCallId, output }) => [toolCallId, output?.value]))
}
