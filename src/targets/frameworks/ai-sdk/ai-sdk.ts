import { messageOf } from '../../../core/basics/message-of.ts'
import { z } from 'zod'
import { capture } from '../../../traces/capture/capture.ts'
import { noteSoFar } from '../../environment/environment.ts'
import { answered, spoke } from '../agent-events.ts'
import type { Framework, Told } from '../framework.ts'
import { toldInAll } from '../sent-request.ts'
import { another, declarationOf, fieldOf, hasMethods, instructionsIn, textField } from '../shape.ts'
import { toldInSpans, toldInSteps, watchedModel } from './ai-sdk-requests.ts'
import { aiMessage, servedAiTools } from './ai-tools.ts'

/** Agents of the AI SDK: `ToolLoopAgent`, and others with `version: 'agent-v1'`. */
export const aiSdkFramework: Framework = {
  async agent(exported) {
    if (fieldOf(exported, 'version') !== 'agent-v1') return undefined
    const settings = fieldOf(exported, 'settings')
    const tools: Readonly<Record<string, unknown>> = { ...Object(fieldOf(exported, 'tools')) }
    const name = textField(exported, 'id')
    // Options of its calls, besides the messages, are in the case's session.
    const isTold = fieldOf(settings, 'callOptionsSchema') !== undefined
    const isFast = !hasMethods(settings, 'prepareCall') && !hasMethods(settings, 'prepareStep')
    const told = {
      instructions:
        isFast && settings !== undefined ? (instructionsIn(fieldOf(settings, 'instructions')) ?? '') : undefined,
      toolDeclarations: Object.entries(tools).map(([tool, own]) => declarationOf(own, 'inputSchema', tool)),
    }
    return {
      framework: 'AI SDK',
      name,
      tools: Object.keys(tools),
      // Only agents that keep their settings can be made again with other tools.
      servesTools: settings !== undefined,
      begin({ serve }) {
        const copy = serve && another(Object(exported), { ...Object(settings), tools: servedAiTools(tools, serve) })
        const asked: unknown = copy ?? exported
        const requests: Told[string][] = []
        const model = watchedModel(fieldOf(settings, 'model'), requests)
        let messages: readonly unknown[] = []
        return async (_message, { content, session: { state }, signal }) => {
          const before = [...messages, aiMessage(content)]
          const ended: unknown[] = []
          noteSoFar(() => ({
            events: aiEvents(AiSteps.parse(ended), name),
            agents: { [name ?? 'agent']: { ...told, ...toldInAll(requests) } },
          }))
          const onStepEnd = (step: unknown) => void ended.push(step)
          const options = {
            messages: before,
            onStepEnd,
            // Versions 5 and 6 know this name, and a call's own function may replace the agent's.
            ...(fieldOf(settings, 'onStepFinish') === undefined && { onStepFinish: onStepEnd }),
            abortSignal: signal,
            ...(isTold && { options: state }),
            ...(model !== undefined && { model }),
          }
          requests.length = 0
          const { result, spans } = await capture(async () => aiResult(await ask(asked, options)))
          const { steps, responseMessages } = result
          messages = [...before, ...(responseMessages ?? steps.at(-1)?.response.messages ?? [])]
          const sent = toldInAll(requests) ?? toldInSpans(spans) ?? toldInSteps(steps)
          return { events: aiEvents(steps, name), agents: { [name ?? 'agent']: { ...told, ...sent } } }
        }
      },
    }
  },
  async reply(said) {
    const isResult = fieldOf(said, 'totalUsage') !== undefined && fieldOf(said, 'runId') === undefined
    if (!isResult) return undefined
    const { steps } = await aiResult(said)
    const sent = toldInSteps(steps)
    return { events: aiEvents(steps), ...(sent !== undefined && { agents: { agent: sent } }) }
  },
}

/** Some agents support only streaming. */
function ask(agent: unknown, options: object): unknown {
  if (hasMethods(agent, 'generate')) return agent.generate(options)
  if (hasMethods(agent, 'stream')) return agent.stream(options)
  throw new TypeError('this agent has neither generate nor stream')
}

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
const AiSteps = z.array(AiStep)
const AiResult = z.object({ steps: AiSteps.min(1), responseMessages: z.array(z.unknown()).optional() })

/** Reads the result of `generate` and `generateText`, or of `stream` and `streamText` when it is complete. */
async function aiResult(said: unknown): Promise<z.infer<typeof AiResult>> {
  return AiResult.parse({
    steps: await fieldOf(said, 'steps'),
    responseMessages: await fieldOf(said, 'responseMessages'),
  })
}

function aiEvents(steps: readonly z.infer<typeof AiStep>[], author = 'agent'): object[] {
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
