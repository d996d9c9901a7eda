import { z } from 'zod'
import { noteSoFar } from '../../environment/environment.ts'
import { answered, spoke } from '../agent-events.ts'
import { toldInSteps } from '../ai-sdk/ai-sdk-requests.ts'
import { aiMessage, servedAiTools } from '../ai-sdk/ai-tools.ts'
import type { Framework } from '../framework.ts'
import { declarationOf, fieldOf, hasMethods, instructionsIn, textField } from '../shape.ts'

export const mastra: Framework = {
  async agent(exported) {
    if (!hasMethods(exported, 'getLLM', 'listTools', 'getInstructions', 'generate')) return undefined
    const tools: Readonly<Record<string, unknown>> = { ...Object(await exported.listTools()) }
    const name = textField(exported, 'name')
    // For providers that do not report requests: the values that Mastra makes without a context.
    const settled = async () => ({
      instructions: instructionsIn(await exported.getInstructions()),
      toolDeclarations: Object.entries(tools).map(([tool, own]) => declarationOf(own, 'inputSchema', tool)),
    })
    return {
      framework: 'Mastra',
      name,
      tools: Object.keys(tools),
      servesTools: true,
      async begin({ serve }) {
        // Tools of a call override the agent's tools of the same names.
        const toolsets = serve && { served: servedAiTools(tools, serve) }
        let messages: readonly unknown[] = []
        const defaults = hasMethods(exported, 'getDefaultOptions') ? await exported.getDefaultOptions() : undefined
        return async (_message, { content, signal }) => {
          const before = [...messages, aiMessage(content)]
          const steps: unknown[] = []
          noteSoFar(() => ({ events: mastraEvents(MastraResult.parse({ steps, response: {} }), name) }))
          const onStepFinish = async (step: unknown) => {
            steps.push(step)
            // A call's own function replaces the agent's.
            if (hasMethods(defaults, 'onStepFinish')) await defaults.onStepFinish(step)
          }
          const result = MastraResult.parse(
            await exported.generate(before, { abortSignal: signal, onStepFinish, ...(toolsets && { toolsets }) }),
          )
          if (result.error instanceof Error) throw result.error
          messages = [...before, ...result.response.messages]
          const told = toldInSteps(result.steps) ?? (await settled())
          return { events: mastraEvents(result, name), agents: { [name ?? 'agent']: told } }
        }
      },
    }
  },
  async reply(said) {
    if (fieldOf(said, 'totalUsage') === undefined || fieldOf(said, 'runId') === undefined) return undefined
    const result = MastraResult.safeParse(hasMethods(said, 'getFullOutput') ? await said.getFullOutput() : said)
    if (!result.success) return undefined
    const sent = toldInSteps(result.data.steps)
    return { events: mastraEvents(result.data), ...(sent !== undefined && { agents: { agent: sent } }) }
  },
}

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
const MastraResult = z.object({
  steps: z.array(Step),
  error: z.unknown().optional(),
  response: z.object({ messages: z.array(z.unknown()).default([]) }),
})

function mastraEvents({ steps, response: { messages } }: z.infer<typeof MastraResult>, author = 'agent'): object[] {
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
