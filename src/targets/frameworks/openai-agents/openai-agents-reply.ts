import { z } from 'zod'
import { stringifyJson } from '../../../core/index.ts'
import { answered, spoke } from '../agent-events.ts'
import { fieldOf, listField, textField } from '../shape.ts'

const Item = z.object({
  type: z.string(),
  agent: z.object({ name: z.string() }).optional(),
  sourceAgent: z.object({ name: z.string() }).optional(),
  output: z.unknown().optional(),
  rawItem: z
    .object({
      type: z.string().optional(),
      callId: z.string().optional(),
      id: z.string().optional(),
      name: z.string().optional(),
      arguments: z.unknown().optional(),
      content: z.array(z.object({ text: z.string().optional(), refusal: z.string().optional() })).catch([]),
      output: z.unknown().optional(),
    })
    .prefault({ content: [] }),
})
const Counters = z.array(z.record(z.string(), z.number().catch(0))).catch([])
const RunResult = z.object({
  newItems: z.array(Item),
  history: z.array(z.unknown()),
  finalOutput: z.unknown().optional(),
  finishReason: z.string().optional(),
  state: z.object({
    usage: z.object({
      requests: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      totalTokens: z.number(),
      inputTokensDetails: Counters,
      outputTokensDetails: Counters,
    }),
  }),
})

/** Reads the result of `run`, when a streamed one is complete. */
export async function openaiResult(said: unknown): Promise<z.infer<typeof RunResult>> {
  await fieldOf(said, 'completed')
  // The output of a run that waits for an approval must not be read.
  const isWaiting = listField(said, 'interruptions').length > 0
  const { newItems, history, state } = Object(said)
  return RunResult.parse({
    newItems,
    history,
    state,
    finalOutput: isWaiting ? undefined : fieldOf(said, 'finalOutput'),
    finishReason: saidReason(fieldOf(listField(said, 'rawResponses').at(-1), 'providerData')),
  })
}

/** The last model's reason to stop, in the terms of OpenAI's Responses or chat API. */
function saidReason(response: unknown): string | undefined {
  const [choice] = listField(response, 'choices')
  const reason = textField(fieldOf(response, 'incomplete_details'), 'reason')
  return textField(choice, 'finish_reason') ?? reason ?? textField(response, 'status')
}

/** Makes a reply of the run's items. The tokens include those of sub-agents that ran as tools. */
export function openaiReply({ newItems, finalOutput, finishReason, state: { usage } }: z.infer<typeof RunResult>) {
  const { requests, inputTokensDetails, outputTokensDetails, ...tokens } = usage
  const cachedTokens = sum(inputTokensDetails, 'cached_tokens')
  const reasoningTokens = sum(outputTokensDetails, 'reasoning_tokens')
  const response = typeof finalOutput === 'string' ? finalOutput : stringifyJson(finalOutput)
  return {
    ...(response !== undefined && { response }),
    events: newItems.flatMap(eventOf),
    usage: { ...tokens, cachedTokens, reasoningTokens },
    modelCalls: requests,
    ...(finishReason !== undefined && { finishReason }),
  }
}

function eventOf({ type, agent, sourceAgent, rawItem, output }: z.infer<typeof Item>): readonly object[] {
  const author = (agent ?? sourceAgent)?.name ?? 'agent'
  const { id, callId = id, name = rawItem.type ?? type } = rawItem
  const text = rawItem.content.map((part) => part.text ?? part.refusal ?? '').join('')
  if (type === 'message_output_item') return [spoke(author, [text])]
  if (type === 'reasoning_item') return [spoke(author, [{ thought: text }])]
  if (type.endsWith('_output_item'))
    return [
      answered(author, [{ id: callId, name, response: output ?? textField(rawItem.output, 'text') ?? rawItem.output }]),
    ]
  const isCall = /^(tool|handoff|.*_tool)_call_item$/.test(type)
  return isCall ? [spoke(author, [{ id: callId, name, args: rawItem.arguments ?? {} }])] : []
}

function sum(counters: z.infer<typeof Counters>, name: string): number {
  return counters.reduce((total, counter) => total + (counter[name] ?? 0), 0)
}
