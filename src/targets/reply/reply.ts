import { z } from 'zod'
import {
  Citation,
  EvalError,
  JsonObject,
  Provenance,
  finishReasonOf,
  message,
  nestingDepth,
  stringifyJson,
  toolCallsOf,
  type Content,
  type Invocation,
  type Message,
  type Steps,
  type Usage,
} from '../../core/index.ts'
import { hasTokens } from '../../messages/counted-tokens.ts'
import { excerpt } from '../excerpt.ts'
import { agentsOf, RepliedAgents, RepliedAppDetails } from './replied-agents.ts'
import { type EventExchange, exchangeFromEvents, RepliedEvent } from './replied-events.ts'
import { asObject, RepliedCall, toToolCall } from './replied-parts.ts'
import { type AnswerOfOpenAi, fromMessages } from './replied-messages.ts'
import { RepliedUsage } from './replied-usage.ts'
import { deepest } from '../json-copy.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { UnknownField, wireObject, withoutAbsent } from './wire-object.ts'

export const replyShape = {
  response: z.string().optional(),
  /** The calls in order, each with the tool's response. */
  toolCalls: z.array(RepliedCall).optional(),
  /** Replaces `toolCalls` for agents that report the order of calls, texts and sub-agents; ADK's events too. */
  events: z.array(RepliedEvent).optional(),
  /** The developers' instructions to the agent. */
  instructions: z.string().optional(),
  /** The agent's tools, described as for Gemini, OpenAI, Anthropic or MCP. */
  toolDeclarations: z.array(z.unknown()).optional(),
  agents: RepliedAgents.optional(),
  /** Instructions and tools in ADK's format. */
  appDetails: RepliedAppDetails.optional(),
  usage: RepliedUsage.optional(),
  /** The whole state of the session after the exchange. */
  state: JsonObject.optional(),
  modelCalls: z.number().optional(),
  /** The model's reason to stop, in the terms of its API: `length`, `MAX_TOKENS`, `max_tokens` … */
  finishReason: z.string().optional(),
  /** Cost of the agent's models, in US dollars. */
  dollars: z.number().nonnegative().optional(),
  citations: z.array(wireObject(Citation.shape)).optional(),
  /** The agent's statements about its response; their names stay unchanged. */
  flags: z.record(z.string(), z.boolean()).optional(),
  /** The origin of the reported facts, where it is not a plain report. A missing call may prove nothing. */
  provenance: Provenance.optional(),
  /** Further information, which is stored and not judged. */
  metadata: JsonObject.optional(),
}

const ReplyObject = wireObject(replyShape, {
  // Programs that serve several conversations name the one that they answer.
  passedOver: ['conversation'],
  meant: {
    answer: 'response',
    content: 'response',
    finalOutput: 'response',
    finalResponse: 'response',
    message: 'response',
    messages: 'events',
    output: 'response',
    reply: 'response',
    result: 'response',
    text: 'response',
    functionCalls: 'toolCalls',
    tools: 'toolDeclarations',
    toolUses: 'toolCalls',
    steps: 'events',
    systemPrompt: 'instructions',
    sessionState: 'state',
    cost: 'dollars',
    stopReason: 'finishReason',
    sources: 'citations',
    extra: 'metadata',
  },
}).refine((reply) => reply.events === undefined || (reply.toolCalls ?? []).length === 0, {
  error: 'give the tool calls either here or in events, not in both',
  path: ['toolCalls'],
})
type ReplyObject = z.infer<typeof ReplyObject>

const schema = z.union([z.string(), ReplyObject])

/** The answer of an agent: its response, an object with further facts, or the events of ADK. */
export const Reply = schema
export type Reply = string | ReplyFields | readonly object[] | AnswerOfOpenAi

/** The fields of an answer, all optional; one of `response`, `toolCalls` and `events` is required. */
export type ReplyFields = Partial<Omit<ReplyObject, 'response' | 'events' | 'agents' | 'appDetails'>> & {
  /** The answer; an object or a list is written as JSON. */
  readonly response?: string | object | undefined
  readonly events?: readonly object[] | undefined
  readonly agents?: Readonly<Record<string, Partial<RepliedAgents[string]>>> | undefined
  readonly appDetails?: object | undefined
}

/**
 * Checks an agent's answer. `redact` removes secrets from the text in errors.
 *
 * @throws {EvalError} `agent` with the invalid field and the beginning of the answer
 */
export function readAgentReply(answer: unknown, redact: (text: string) => string = (text) => text): ReplyObject {
  if (typeof answer === 'string') return { response: answer }
  if (nestingDepth(answer, deepest + 1) > deepest) {
    throw new EvalError(
      'agent',
      message('The agent’s answer is nested more than {limit} levels deep', { limit: deepest }),
    )
  }
  const isList = Array.isArray(answer) && answer.length > 0
  const fields = withWrittenResponse(fromMessages(answer) ?? (isList ? { events: answer as unknown[] } : answer))
  const parsed = ReplyObject.safeParse(fields)
  const beginning = () => excerpt(redact(stringifyJson(answer) ?? 'nothing'), 200)
  if (!parsed.success && !isObject(fields)) throw noObject(answer, beginning())
  if (!parsed.success) throw schemaError(parsed.error, beginning())
  if (isReply(fields)) return parsed.data
  throw notAnAnswer(isObject(fields) ? Object.keys(fields) : [], beginning())
}

function withWrittenResponse(fields: unknown): unknown {
  if (!isObject(fields) || typeof fields['response'] !== 'object' || fields['response'] === null) return fields
  return { ...fields, response: stringifyJson(fields['response']) }
}

/** An agent with a structured task may answer with an object that is no reply; it becomes the response. */
export function structuredReply(answer: unknown): unknown {
  return isObject(answer) && !isReply(answer) && fromMessages(answer) === undefined ? { response: answer } : answer
}

/**
 * Makes the exchange of an agent's reply, for targets of your own. `durationSeconds` is in seconds, `createdAt` in
 * seconds since 1970.
 *
 * @throws {EvalError} `agent` for an invalid reply
 * @example
 * const timing = { durationSeconds: 0.4, createdAt: 1767225600 }
 * const exchange = toInvocation({ parts: [{ text: 'How warm is it?' }] }, { response: '34 °C' }, timing)
 * responseTextOf(exchange) // => '34 °C'
 */
export function toInvocation(userContent: Content, reply: Reply, timing: Timing): Invocation {
  return exchangeFrom(userContent, readAgentReply(reply), timing)
}

export type Timing = { readonly durationSeconds: number; readonly createdAt: number }

/** Like `toInvocation`, for a reply that was read already; `state` is the session's before the exchange. */
export function exchangeFrom(
  userContent: Content,
  reply: ReplyObject,
  { createdAt, durationSeconds }: Timing,
  before: JsonObject = {},
): Invocation {
  const { response, usage, state, modelCalls, finishReason, dollars, citations, flags, metadata, provenance, ...how } =
    reply
  const told = how.events === undefined ? undefined : exchangeFromEvents(how.events, response)
  const given: Content | undefined = response === undefined ? undefined : { role: 'model', parts: [{ text: response }] }
  const delta = told?.stateDelta
  return withKnownCalls({
    userContent,
    finalResponse: given ?? told?.finalResponse,
    steps: told?.steps ?? listsOf(how.toolCalls),
    agents: agentsOf(how, told?.author ?? 'agent'),
    createdAt,
    durationSeconds,
    modelCalls: modelCalls ?? told?.modelCalls,
    finishReason: finishReasonOf(finishReason) ?? told?.finishReason,
    dollars,
    citations: citations?.map(withoutAbsent),
    flags,
    sessionState: state ?? (delta === undefined ? undefined : { ...before, ...delta }),
    metadata,
    ...usageOf({ usage, modelCalls, provenance }, told),
  })
}

function usageOf(
  { usage, modelCalls, provenance }: Pick<ReplyObject, 'usage' | 'modelCalls' | 'provenance'>,
  told: EventExchange | undefined,
): Pick<Invocation, 'usage' | 'provenance'> {
  if (isCounted(usage, modelCalls)) return { usage: withoutAbsent(usage), provenance }
  if (told?.usage === undefined || !told.isPartialUsage) return { usage: told?.usage, provenance }
  return { usage: told.usage, provenance: { ...provenance, partialUsage: true } }
}

function isCounted<Counts extends Usage>(usage: Counts | undefined, modelCalls = 0): usage is Counts {
  return usage !== undefined && (modelCalls === 0 || hasTokens(usage))
}

/** Reported calls are known, whatever the agent's `provenance` says. */
function withKnownCalls(fields: Invocation): Invocation {
  const invocation = withoutAbsent(fields)
  const { toolCalls, ...others } = invocation.provenance ?? {}
  if (toolCalls !== 'unknown') return invocation
  const reported = { ...invocation, provenance: others }
  return (toolCallsOf(reported) ?? []).length > 0 ? reported : invocation
}

function listsOf(toolCalls: ReplyObject['toolCalls']): Steps | undefined {
  if (toolCalls === undefined) return undefined
  // A response must name its call; calls without an id get one from their position.
  const calls = toolCalls.map((call, index) =>
    call.id === undefined && call.response !== undefined ? { ...call, id: `call-${index + 1}` } : call,
  )
  return {
    form: 'lists',
    toolCalls: calls.map(toToolCall),
    toolResponses: calls.flatMap(({ id, name, response }) =>
      response === undefined ? [] : { id, name, response: asObject(response) },
    ),
    responses: [],
  }
}

// Every other field accompanies one of these. The `state` of a framework's result may mean something else.
export function isReply(fields: unknown): boolean {
  return ['response', 'toolCalls', 'tool_calls', 'events'].some(
    (name) => isObject(fields) && Object.hasOwn(fields, name),
  )
}

export function notAnAnswer(
  names: readonly string[],
  beginning: string,
  { hint }: { readonly hint: Message } = { hint: whatAnAnswerIs },
): EvalError {
  const values = { names: excerpt(names.join(', '), 100), beginning }
  return new EvalError(
    'agent',
    names.length === 0
      ? message('The agent’s answer does not fit: it is empty. It begins with {beginning}', values)
      : message(
          'The agent’s answer has {names}, but no response, toolCalls or events. It begins with {beginning}',
          values,
        ),
    { hint },
  )
}

function noObject(answer: unknown, beginning: string): EvalError {
  if (answer === undefined || answer === null) {
    const hint = message('Return the answer: the text, or an object such as { response, toolCalls }.')
    return new EvalError(
      'agent',
      message('The agent answered nothing: it returned {answer}', { answer: String(answer) }),
      { hint },
    )
  }
  const sentence = message('The agent’s answer is neither a text nor an object with response: {beginning}', {
    beginning,
  })
  return new EvalError('agent', sentence, { hint: whatAnAnswerIs })
}

function schemaError(error: z.ZodError, beginning: string): EvalError {
  const [issue] = error.issues
  const unknown = UnknownField.safeParse(issue?.code === 'custom' ? issue.params : undefined).data
  if (issue === undefined || unknown === undefined) {
    const sentence = message('The agent’s answer does not fit: {problem}. It begins with {beginning}', {
      problem: issue === undefined ? 'unknown' : problemOf(issue),
      beginning,
    })
    return new EvalError('agent', sentence, { hint: whatAnAnswerIs })
  }
  return new EvalError(
    'agent',
    message('The agent’s answer has a field that nobody here knows: {field}. It begins with {beginning}', {
      field: excerpt(placeOf(issue), 100),
      beginning,
    }),
    { hint: hintFor(issue, unknown) },
  )
}

function hintFor({ path }: Issue, { meant, known }: UnknownField): Message {
  if (meant !== undefined) {
    return message('Did you mean "{name}"? What is only to be kept belongs into metadata.', { name: meant })
  }
  return path.length <= 1 ? whatAnAnswerIs : message('Known here: {names}.', { names: known.join(', ') })
}

const whatAnAnswerIs: Message = message(
  'An answer is a text, messages of OpenAI, a list of ADK’s events, or an object with response, toolCalls or events, and if wanted instructions, toolDeclarations, agents, usage, state, modelCalls, dollars, citations, flags and, for anything else, metadata',
)

function problemOf(issue: Issue): string {
  const place = placeOf(issue)
  return place === '' ? issue.message : `${place}: ${issue.message}`
}

type Issue = z.core.$ZodIssue

function placeOf({ path }: Issue): string {
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
  return steps.join('').replace(/^\./, '')
}
