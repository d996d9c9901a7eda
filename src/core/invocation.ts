import { z } from 'zod'
import { JsonObject } from './basics/json.ts'
import { FinishReason } from './finish-reason.ts'
import { splitThoughts } from './thoughts.ts'

/**
 * Describes a call of a tool by the agent. Arguments that were not readable as an object are kept as text in `malformed`.
 *
 * @example ToolCall.parse({ name: 'get_weather', args: { city: 'Kyoto' } })
 */
export const ToolCall = z.object({
  id: z.string().optional(),
  name: z.string(),
  args: JsonObject.optional(),
  malformed: z.string().optional(),
  extra: JsonObject.optional(),
})
export type ToolCall = z.infer<typeof ToolCall>

/** The response of a tool. `id` is that of the call that it answers. */
export const ToolResponse = z.object({
  id: z.string().optional(),
  name: z.string(),
  response: JsonObject.optional(),
  extra: JsonObject.optional(),
})
export type ToolResponse = z.infer<typeof ToolResponse>

/** One piece of a content. `extra` keeps, unchanged, what a foreign format holds beyond these fields. */
export const Part = z.object({
  text: z.string().optional(),
  /** True for a model's reasoning, which the user does not see. */
  thought: z.boolean().optional(),
  toolCall: ToolCall.optional(),
  toolResponse: ToolResponse.optional(),
  /** `data` is base64. */
  media: z.object({ mimeType: z.string(), data: z.string(), extra: JsonObject.optional() }).optional(),
  extra: JsonObject.optional(),
})
export type Part = z.infer<typeof Part>

export const Content = z.object({ role: z.string().optional(), parts: z.array(Part).optional() })
export type Content = z.infer<typeof Content>

/** Tokens of one or more model calls. A counter that nobody reported is absent, not 0. */
const tokens = z.number().nonnegative().optional()
export const Usage = z.object({
  inputTokens: tokens,
  promptTokens: tokens,
  cachedTokens: tokens,
  toolUseTokens: tokens,
  outputTokens: tokens,
  candidatesTokens: tokens,
  reasoningTokens: tokens,
  totalTokens: tokens,
})
export type Usage = z.infer<typeof Usage>

/** Something that happened between the user's message and the final response, in order of time. */
export const AgentEvent = z.object({
  author: z.string(),
  content: Content.optional(),
  usage: Usage.optional(),
  model: z.string().optional(),
  finishReason: FinishReason.optional(),
  endedAt: z.number().optional(),
  /** How long the model call or tool call behind this event took. */
  durationSeconds: z.number().optional(),
  extra: JsonObject.optional(),
})
export type AgentEvent = z.infer<typeof AgentEvent>

/**
 * The agent's way from the message to the response. `lists` is written by hand and has no order between calls and
 * texts; `events` is recorded in order.
 */
export const Steps = z.discriminatedUnion('form', [
  z.object({
    form: z.literal('lists'),
    toolCalls: z.array(ToolCall),
    toolResponses: z.array(ToolResponse),
    responses: z.array(z.object({ author: z.string(), parts: z.array(Part) })),
  }),
  z.object({ form: z.literal('events'), events: z.array(AgentEvent) }),
])
export type Steps = z.infer<typeof Steps>

/** A property that a judge checks, in free text. `type` names the metric family it is meant for. */
export const Rubric = z.object({
  id: z.string(),
  property: z.string(),
  description: z.string().optional(),
  type: z.string().optional(),
})
export type Rubric = z.infer<typeof Rubric>

/**
 * An agent's instructions and tools. An absent field is unknown; an empty one says that there were none. Tool
 * declarations are not interpreted.
 */
export const AgentDetails = z.object({
  name: z.string(),
  instructions: z.string().optional(),
  toolDeclarations: z.array(z.unknown()).optional(),
})
export type AgentDetails = z.infer<typeof AgentDetails>

export const Citation = z.object({
  /** Unique within the answer. */
  id: z.string(),
  /** Word for word, as the agent read it. */
  text: z.string(),
  /** Relevance to the question, 0–1; never a rank. */
  score: z.number().optional(),
  file: z.string().optional(),
  heading: z.string().optional(),
  /** First and last page, counted from 1. */
  pages: z.tuple([z.number(), z.number()]).optional(),
  /** When the file was last changed; ISO 8601. */
  updatedAt: z.string().optional(),
})
export type Citation = z.infer<typeof Citation>

/** The trace span of an exchange; ids are as their source wrote them. */
export const TracePlace = z.object({ traceId: z.string(), spanId: z.string() })
export type TracePlace = z.infer<typeof TracePlace>

/**
 * How evidence of an exchange is known: the agent reported it, an instrumentation of the agent's library observed it,
 * or it is unknown. Unknown does not mean that it did not happen.
 */
export const KnownBy = z.enum(['reported', 'observed', 'unknown'])
export type KnownBy = z.infer<typeof KnownBy>

/**
 * How each kind of evidence of an exchange is known. A kind that is absent here counts as reported when its field is
 * present and as unknown otherwise.
 */
export const Provenance = z.object({
  toolCalls: KnownBy.optional(),
  instructions: KnownBy.optional(),
  toolDeclarations: KnownBy.optional(),
  usage: KnownBy.optional(),
  cost: KnownBy.optional(),
  finishReason: KnownBy.optional(),
  state: KnownBy.optional(),
  /** The instrumentation that observed it, such as "AI SDK" or "OpenTelemetry". */
  listener: z.string().optional(),
  /** True when the answer broke off, so that what the agent did afterwards is unknown. */
  brokenOff: z.boolean().optional(),
  /** True when nothing recorded the answer. Without this mark, an absent answer is none. */
  answerUnknown: z.boolean().optional(),
  /** True when some of the model calls told no tokens, so that the usage is the least that it can be. */
  partialUsage: z.boolean().optional(),
})
export type Provenance = z.infer<typeof Provenance>

export type EvidenceKind = Exclude<keyof Provenance, 'listener' | 'brokenOff' | 'answerUnknown' | 'partialUsage'>

/**
 * Describes one exchange: user content → steps → final response. In a dataset it is the reference, in a transcript what
 * really happened. A field that is absent is unknown; durations are in seconds, `dollars` are US dollars.
 *
 * @example
 * const exchange: Invocation = {
 *   userContent: { parts: [{ text: 'How warm is it in Kyoto?' }] },
 *   finalResponse: { parts: [{ text: '34 °C' }] },
 *   durationSeconds: 1.2,
 * }
 */
export const Invocation = z.object({
  id: z.string().optional(),
  userContent: Content,
  finalResponse: Content.optional(),
  /** In a reference: further right responses. The one closest to the answer counts. */
  otherReferences: z.array(z.string()).optional(),
  steps: Steps.optional(),
  rubrics: z.array(Rubric).optional(),
  agents: z.record(z.string(), AgentDetails).optional(),
  /** Seconds since 1970. */
  createdAt: z.number().optional(),
  durationSeconds: z.number().optional(),
  modelCalls: z.number().optional(),
  usage: Usage.optional(),
  /** US dollars, as the agent reported them. */
  dollars: z.number().optional(),
  /** Why the model behind the final response stopped; it tells whether the answer was cut. */
  finishReason: FinishReason.optional(),
  /** The sources of the answer in the order of its marks: the first is [1]. Empty when it cites nothing. */
  citations: z.array(Citation).optional(),
  flags: z.record(z.string(), z.boolean()).optional(),
  /** The session's state after this exchange, when the target reports it. */
  sessionState: JsonObject.optional(),
  metadata: JsonObject.optional(),
  trace: TracePlace.optional(),
  /** How the evidence became known, unless the agent reported it. */
  provenance: Provenance.optional(),
})
export type Invocation = z.infer<typeof Invocation>

/** Returns how a kind of evidence is known; unknown when its field is absent. */
export function knownBy(invocation: Invocation, kind: EvidenceKind): KnownBy {
  return isThere[kind](invocation) ? (invocation.provenance?.[kind] ?? 'reported') : 'unknown'
}

const isThere: Readonly<Record<EvidenceKind, (invocation: Invocation) => boolean>> = {
  toolCalls: ({ steps }) => steps !== undefined,
  instructions: ({ agents }) => Object.values(agents ?? {}).some(({ instructions }) => instructions !== undefined),
  toolDeclarations: ({ agents }) =>
    Object.values(agents ?? {}).some(({ toolDeclarations }) => toolDeclarations !== undefined),
  usage: ({ usage, steps }) =>
    usage !== undefined || (steps?.form === 'events' && steps.events.some((event) => event.usage !== undefined)),
  cost: ({ dollars }) => dollars !== undefined,
  finishReason: ({ finishReason }) => finishReason !== undefined,
  state: ({ sessionState }) => sessionState !== undefined,
}

export const evidenceKinds = Object.keys(isThere) as readonly EvidenceKind[]

/**
 * Lists the tool calls of an exchange, in the order in which they were made.
 *
 * @returns undefined where the calls are unknown, which is not the same as none
 * @example
 * const steps = { form: 'lists' as const, toolCalls: [{ name: 'get_weather' }], toolResponses: [], responses: [] }
 * toolCallsOf({ userContent: { parts: [{ text: 'How warm is it in Kyoto?' }] }, steps })
 * // => [{ name: 'get_weather' }]
 */
export function toolCallsOf(invocation: Invocation): readonly ToolCall[] | undefined {
  const { steps } = invocation
  if (steps === undefined || knownBy(invocation, 'toolCalls') === 'unknown') return undefined
  if (steps.form === 'lists') return steps.toolCalls
  return steps.events.flatMap((event) => (event.content?.parts ?? []).flatMap((part) => part.toolCall ?? []))
}

/** Lists the tool calls of an exchange like `toolCallsOf`; undefined where there may be further, unknown ones too. */
export function allToolCallsOf(invocation: Invocation): readonly ToolCall[] | undefined {
  return invocation.provenance?.brokenOff === true || lacksCalls(invocation) ? undefined : toolCallsOf(invocation)
}

/** True where a tool answered a call that is not among the known ones, so that there may be further ones too. */
export function lacksCalls(invocation: Invocation): boolean {
  const { steps } = invocation
  const calls = toolCallsOf(invocation) ?? []
  const ids = new Set(calls.map(({ id }) => id).filter((id) => id !== undefined))
  // What a person hands in later answers a call of an earlier exchange.
  const events = steps?.form === 'events' ? steps.events.filter(({ author }) => author.toLowerCase() !== 'user') : []
  const own = steps?.form === 'events' ? { ...invocation, steps: { ...steps, events } } : invocation
  const open = toolResponsesOf(own).filter(({ id }) => id === undefined || !ids.has(id))
  const named = Map.groupBy(open, ({ name }) => name)
  return [...named].some(([name, responses]) => responses.length > calls.filter((one) => one.name === name).length)
}

/** Lists the responses of tools in an exchange, in order; empty where they are unknown. */
export function toolResponsesOf({ steps }: Invocation): readonly ToolResponse[] {
  if (steps?.form === 'lists') return steps.toolResponses
  const parts = (steps?.events ?? []).flatMap(({ content }) => content?.parts ?? [])
  return parts.flatMap(({ toolResponse }) => toolResponse ?? [])
}

/** Lists the tool calls that a reference expects, in order; a reference without calls expects none. */
export function expectedCallsOf(reference: Invocation | undefined): readonly ToolCall[] {
  return (reference && toolCallsOf(reference)) ?? []
}

/**
 * Joins all texts of a content by newlines; undefined when there is no content or it has no parts. Thoughts, which the
 * user never reads, are left out unless `thoughts` is set. (ADK counts them as answer text.)
 *
 * @example textOf({ parts: [{ text: 'Let me see.', thought: true }, { text: '34 °C' }] }) // => '34 °C'
 */
export function textOf(content: Content | undefined, options: { thoughts?: boolean } = {}): string | undefined {
  const parts = content?.parts
  if (parts === undefined || parts.length === 0) return undefined
  const shown = options.thoughts === true ? parts : parts.filter((part) => part.thought !== true)
  return shown.flatMap((part) => part.text || []).join('\n')
}

/**
 * Returns the text of the final response, with `intermediate` also the texts before it, and with `thoughts` the model's
 * reasoning. It is undefined when there is no response at all.
 *
 * @example
 * responseTextOf({ userContent: {}, finalResponse: { parts: [{ text: '34 °C' }] } }) // => '34 °C'
 */
export function responseTextOf(
  invocation: Invocation,
  options: { thoughts?: boolean; intermediate?: boolean } = {},
): string | undefined {
  const contents = [
    ...(options.intermediate === true ? intermediateContents(invocation) : []),
    invocation.finalResponse,
  ]
  const texts = contents.flatMap((content) => textOf(content, options) || [])
  if (texts.length > 0) return texts.join('\n')
  return options.intermediate === true ? undefined : textOf(invocation.finalResponse, options)
}

/** Lists all right answers of a reference, its final response first; empty where it has no text. */
export function referencesOf(
  reference: Invocation,
  options: { thoughts?: boolean; intermediate?: boolean } = {},
): readonly string[] {
  const written = [responseTextOf(reference, options) ?? '', ...(reference.otherReferences ?? [])]
  const texts = options.thoughts === true ? written : written.map((text) => splitThoughts(text).answer)
  return texts.filter((text) => text.trim() !== '')
}

/** Splits thoughts inside the texts of a content into parts of their own; without thoughts the content is unchanged. */
export function withThoughtsApart<Known extends Content | undefined>(content: Known): Known {
  const first = content?.parts?.find((part) => part.text !== undefined && part.thought !== true)
  if (content === undefined || first?.text === undefined) return content
  const { thoughts, answer } = splitThoughts(first.text)
  if (answer === first.text) return content
  const apart = (content.parts ?? []).flatMap((part): Part[] => {
    if (part !== first) return [part]
    return [...thoughts.map((text) => ({ text, thought: true })), { ...part, text: answer }]
  })
  return { ...content, parts: apart }
}

function intermediateContents(invocation: Invocation): readonly (Content | undefined)[] {
  const { steps } = invocation
  if (steps === undefined) return []
  if (steps.form === 'events') return steps.events.map((event) => event.content)
  return steps.responses.map((response) => ({ parts: response.parts }))
}

// A symbol property is copied along with the call but left out of JSON.
const wantedArgs = Symbol('wanted arguments')
type Wanting = { readonly [wantedArgs]?: WantedArgs }

/** The arguments that a case in code expects: undefined accepts any, and a regular expression any matching text. */
export type WantedArgs = { readonly args: Readonly<Record<string, unknown>> | undefined }

/** Returns a call whose arguments are compared with patterns instead of for equality. */
export function wantingArgs(call: ToolCall, wanted: WantedArgs): ToolCall {
  return { ...call, [wantedArgs]: wanted } as ToolCall
}

export function wantedArgsOf(call: ToolCall): WantedArgs | undefined {
  return (call as Wanting)[wantedArgs]
}
