import { z } from 'zod'
import { EvalError, message, stringifyJson } from '../../../core/index.ts'
import { answered, spoke } from '../agent-events.ts'
import { fieldOf } from '../shape.ts'

const Block = z.object({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  id: z.string().optional(),
  name: z.string().default(''),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  content: z.unknown().optional(),
})
const Said = z.object({
  type: z.string(),
  parent_tool_use_id: z.string().nullish(),
  message: z.object({ id: z.string().optional(), content: z.union([z.string(), z.array(Block)]) }),
})
const Counters = z.object({
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_read_input_tokens: z.number().default(0),
  cache_creation_input_tokens: z.number().default(0),
})
const End = z.object({
  type: z.literal('result'),
  subtype: z.string(),
  is_error: z.boolean().default(false),
  stop_reason: z.string().nullish(),
  session_id: z.string().optional(),
  result: z.string().optional(),
  errors: z.array(z.string()).optional(),
  structured_output: z.unknown().optional(),
  total_cost_usd: z.number().optional(),
  usage: Counters,
})

/**
 * Makes a reply of the messages of a `query`.
 *
 * @throws {EvalError} `agent` when the program ended without a result, or with an error
 */
export function claudeReply(messages: readonly unknown[]) {
  const end = messages.map((one) => End.safeParse(one).data).findLast((one) => one !== undefined)
  // At the limit of turns or budget the work so far is reported, as incomplete.
  const isStopped = end?.subtype.startsWith('error_max_') === true
  if (end === undefined || (!isStopped && (end.is_error || end.subtype !== 'success'))) throw failed(end)
  const { usage, result, structured_output: structured } = end
  const init = messages.find((one) => fieldOf(one, 'subtype') === 'init')
  const toolDeclarations = z.array(z.string()).safeParse(fieldOf(init, 'tools')).data
  const spoken = spokenIn(messages)
  return {
    response: structured === undefined ? result : stringifyJson(structured),
    events: [...claudeEvents(messages), sessionEvent(end.session_id)],
    agents: { agent: { toolDeclarations } },
    usage: {
      inputTokens: usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens,
      cachedTokens: usage.cache_read_input_tokens,
      outputTokens: usage.output_tokens,
    },
    // The pieces of an answer share its id.
    modelCalls: new Set(spoken.filter(({ type }) => type === 'assistant').map(({ message: { id } }) => id)).size,
    dollars: end.total_cost_usd,
    finishReason: isStopped ? 'error' : (end.stop_reason ?? undefined),
  }
}

/** The function can resume in the next turn: query({ prompt, options: { resume: session.state.claude_session } }). */
function sessionEvent(id: string | undefined): object {
  return { author: 'agent', actions: { stateDelta: { claude_session: id } } }
}

export function claudeEvents(messages: readonly unknown[]): object[] {
  const names = new Map<string | undefined, string>()
  return spokenIn(messages).flatMap(({ type, parent_tool_use_id: parent, message: { content } }) => {
    const blocks = typeof content === 'string' ? [] : content
    // The messages of a sub-agent have the id of the call that started it.
    const author = parent === undefined || parent === null ? 'agent' : `${names.get(parent) ?? 'agent'} ${parent}`
    for (const { type: kind, id, name } of blocks) if (kind === 'tool_use') names.set(id, name)
    const answers = blocks.flatMap(({ type: kind, tool_use_id: id, content: response }) =>
      kind === 'tool_result' ? { id, name: names.get(id), response: plain(response) } : [],
    )
    if (answers.length > 0) return [answered(author, answers)]
    if (type !== 'assistant') return []
    const said = blocks.flatMap(({ type: kind, text = '', thinking, id, name, input }) => {
      if (kind === 'tool_use') return { id, name, args: input }
      return thinking === undefined ? text : { thought: thinking }
    })
    return [spoke(author, said)]
  })
}

function spokenIn(messages: readonly unknown[]) {
  return messages.flatMap((one) => Said.safeParse(one).data ?? [])
}

function plain(response: unknown): unknown {
  const texts = z.array(z.object({ type: z.literal('text'), text: z.string() })).safeParse(response)
  return texts.success ? texts.data.map(({ text }) => text).join('\n') : response
}

function failed(end: z.infer<typeof End> | undefined): EvalError {
  const problem = end === undefined ? 'no result' : [end.subtype, ...(end.errors ?? [end.result ?? ''])].join(': ')
  return new EvalError('agent', message('Claude Agent SDK ended without an answer: {problem}', { problem }))
}
