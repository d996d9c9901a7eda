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

/** What a tool gave back. `id` names the call it answers. */
export const ToolResponse = z.object({
  id: z.string().optional(),
  name: z.string(),
  response: JsonObject.optional(),
  extra: JsonObject.optional(),
})
export type ToolResponse = z.infer<typeof ToolResponse>

/** One piece of a content. `extra` holds what a foreign format says beyond our words, as it stood there. */
export const Part = z.object({
  text: z.string().optional(),
  /** Reasoning of a model, not meant for the user. */
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
export const Usage = z.object({
  inputTokens: z.number().optional(),
  promptTokens: z.number().optional(),
  cachedTokens: z.number().optional(),
  toolUseTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  candidatesTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
  totalTokens: z.number().optional(),
})
export type Usage = z.infer<typeof Usage>

/** Something that happened between the user's message and the final response, in order of time. */
export const AgentEvent = z.object({
  author: z.string(),
  content: Content.optional(),
  usage: Usage.optional(),
  model: z.string().optional(),
  /** Why the model that said it stopped. */
  finishReason: FinishReason.optional(),
  /** Seconds since 1970, where it is known. */
  endedAt: z.number().optional(),
  /** How long it took until then: what the model said, or the tool gave back. */
  durationSeconds: z.number().optional(),
  extra: JsonObject.optional(),
})
export type AgentEvent = z.infer<typeof AgentEvent>

/**
 * How the agent got from the message to the response. `lists` is how people write it down by hand (no order between
 * calls and texts); `events` is what is recorded.
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
 * What an agent was told and which tools it had. A field that is absent is unknown; an empty one says that there was
 * nothing. Tool declarations are opaque.
 */
export const AgentDetails = z.object({
  name: z.string(),
  instructions: z.string().optional(),
  toolDeclarations: z.array(z.unknown()).optional(),
})
export type AgentDetails = z.infer<typeof AgentDetails>

/** A passage that an answer was made from and points to. */
export const Citation = z.object({
  /** Unique within the answer. */
  id: z.string(),
  /** Word by word, as the agent had it. */
  text: z.string(),
  /** How much the passage has of what was asked, 0–1; a rank is none. */
  score: z.number().optional(),
  file: z.string().optional(),
  heading: z.string().optional(),
  /** First and last page, from 1. */
  pages: z.tuple([z.number(), z.number()]).optional(),
  /** Of the file; ISO 8601. */
  updatedAt: z.string().optional(),
})
export type Citation = z.infer<typeof Citation>

/** The span of an exchange, where it was traced; ids as their source wrote them. */
export const TracePlace = z.object({ traceId: z.string(), spanId: z.string() })
export type TracePlace = z.infer<typeof TracePlace>

/**
 * How something of an exchange is known: the agent said so, a listener heard it that hears what this agent's library
 * publishes, or nobody knows it. What is unknown is not what did not happen.
 */
export const KnownBy = z.enum(['reported', 'observed', 'unknown'])
export type KnownBy = z.infer<typeof KnownBy>

/**
 * How each kind of evidence of an exchange is known. A kind that is not listed is reported where its field is there and
 * unknown where it is not.
 */
export const Provenance = z.object({
  toolCalls: KnownBy.optional(),
  instructions: KnownBy.optional(),
  toolDeclarations: KnownBy.optional(),
  usage: KnownBy.optional(),
  cost: KnownBy.optional(),
  finishReason: KnownBy.optional(),
  state: KnownBy.optional(),
  /** What was listened to, such as "AI SDK" or "OpenTelemetry". */
  listener: z.string().optional(),
})
export type Provenance = z.infer<typeof Provenance>

export type EvidenceKind = Exclude<keyof Provenance, 'listener'>

export const evidenceKinds: readonly EvidenceKind[] = [
  'toolCalls',
  'instructions',
  'toolDeclarations',
  'usage',
  'cost',
  'finishReason',
  'state',
]

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
  /** Of a reference: other final responses that are as right; the one nearest to an answer counts. */
  otherReferences: z.array(z.string()).optional(),
  steps: Steps.optional(),
  rubrics: z.array(Rubric).optional(),
  agents: z.record(z.string(), AgentDetails).optional(),
  /** Seconds since 1970. */
  createdAt: z.number().optional(),
  durationSeconds: z.number().optional(),
  modelCalls: z.number().optional(),
  usage: Usage.optional(),
  /** What the agent's models cost, in US dollars, where it knows. */
  dollars: z.number().optional(),
  /** Why the model that gave the final response stopped: an answer may have been cut. */
  finishReason: FinishReason.optional(),
  /** What the answer points to, in the order of its marks: the first is [1]. Empty where it points to nothing. */
  citations: z.array(Citation).optional(),
  /** What the agent says of its own answer, such as `dangerous_operation`. */
  flags: z.record(z.string(), z.boolean()).optional(),
  /** The session's state after this exchange, where the target tells it. */
  sessionState: JsonObject.optional(),
  /** What else the agent told; nothing judges it. */
  metadata: JsonObject.optional(),
  trace: TracePlace.optional(),
  /** How what is told here is known, where it was not the agent that reported it. */
  provenance: Provenance.optional(),
})
export type Invocation = z.infer<typeof Invocation>

/** How a kind of evidence of an exchange is known; unknown wherever nothing is there to be known. */
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

/**
 * Lists the tool calls of an exchange, in the order in which they were made.
 *
 * @returns undefined where nobody knows them: that is not the same as none
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

/** The calls that a reference lists, in their order; a reference that lists none expects none. */
export function expectedCallsOf(reference: Invocation | undefined): readonly ToolCall[] {
  return (reference && toolCallsOf(reference)) ?? []
}

/**
 * Joins all texts of a content by newlines; undefined when there is no content or it has no parts. Thoughts are left out
 * unless asked for: the user never reads them. (ADK counts them as answer text.)
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
 * Gives the final response's text, with `intermediate` also what the agent said on the way before it, and with `thoughts`
 * its reasoning. It is undefined when there is no response at all.
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

/** All texts that are a right answer to a reference's message, the final response first; none where it has no text. */
export function referencesOf(
  reference: Invocation,
  options: { thoughts?: boolean; intermediate?: boolean } = {},
): readonly string[] {
  const written = [responseTextOf(reference, options) ?? '', ...(reference.otherReferences ?? [])]
  const texts = options.thoughts === true ? written : written.map((text) => splitThoughts(text).answer)
  return texts.filter((text) => text.trim() !== '')
}

/** A content in which thoughts within its texts are parts of their own; the same content where there are none. */
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

// A symbol goes along wherever a call is copied, and into no JSON.
const wantedArgs = Symbol('wanted arguments')
type Wanting = { readonly [wantedArgs]?: WantedArgs }

/** Arguments as a case in code has them: undefined asks for none in particular, patterns stand for the texts that fit. */
export type WantedArgs = { readonly args: Readonly<Record<string, unknown>> | undefined }

/** A call whose arguments are not compared letter by letter. */
export function wantingArgs(call: ToolCall, wanted: WantedArgs): ToolCall {
  return { ...call, [wantedArgs]: wanted } as ToolCall
}

export function wantedArgsOf(call: ToolCall): WantedArgs | undefined {
  return (call as Wanting)[wantedArgs]
}
