import { z } from 'zod'
import {
  AgentEvent,
  Citation,
  Content,
  EvalError,
  JsonObject,
  Part,
  ToolResponse,
  Usage,
  message,
  nestingDepth,
  stringifyJson,
} from '../core/index.ts'
import type { Invocation, Steps, ToolCall } from '../core/index.ts'
import { excerpt } from './excerpt.ts'
import { deepest, shallowJson } from './shallow-json.ts'

const Args = z.custom<JsonObject | string>((value) => typeof value === 'string' || isObject(value), {
  error: 'expected an object, or an object as JSON text',
})

const RepliedCall = wireObject(
  {
    id: z.string().optional(),
    name: z.string(),
    args: Args.optional(),
    malformed: z.string().optional(),
    response: z.unknown().optional(),
  },
  { arguments: 'args' },
)

const RepliedPart = wireObject({
  ...Part.shape,
  toolCall: RepliedCall.transform(toToolCall).optional(),
  toolResponse: wireObject(ToolResponse.shape).optional(),
  media: wireObject(Part.shape.media.unwrap().shape).optional(),
})

const RepliedEvent = wireObject({
  ...AgentEvent.shape,
  author: z.string().default('agent'),
  content: wireObject({ ...Content.shape, parts: z.array(RepliedPart).optional() }).optional(),
  usage: wireObject(Usage.shape).optional(),
})

const replyShape = {
  response: z.string().optional(),
  /** The calls in order, each with what the tool gave back. */
  toolCalls: z.array(RepliedCall).optional(),
  /** Instead of `toolCalls`, for agents that can tell the order of calls, texts and sub-agents. */
  events: z.array(RepliedEvent).optional(),
  usage: wireObject(Usage.shape).optional(),
  /** The session's whole state after the exchange. */
  state: JsonObject.optional(),
  /** How often the agent asked a model. */
  modelCalls: z.number().optional(),
  /** What its models cost, in US dollars. */
  dollars: z.number().nonnegative().optional(),
  /** The passages that the response was made from. */
  citations: z.array(wireObject(Citation.shape)).optional(),
  /** What the agent says of its response. Names stay as they are written. */
  flags: z.record(z.string(), z.boolean()).optional(),
}

const ReplyObject = wireObject(replyShape).refine(
  (reply) => reply.events === undefined || (reply.toolCalls ?? []).length === 0,
  { error: 'give the tool calls either here or in events, not in both', path: ['toolCalls'] },
)
type ReplyObject = z.infer<typeof ReplyObject>

/** What a simple agent answers: its response, or an object that also tells how it got there. */
export const Reply = z.union([z.string(), ReplyObject])
export type Reply = z.infer<typeof Reply>

/**
 * Checks what an agent answered. `redact` takes secrets out of the text that an error shows.
 *
 * @throws {EvalError} `agent`, with the field that was wrong and the beginning of the answer
 */
export function readReply(answer: unknown, redact: (text: string) => string = (text) => text): ReplyObject {
  if (typeof answer === 'string') return { response: answer }
  if (nestingDepth(answer, deepest + 1) > deepest) {
    throw new EvalError(
      'agent',
      message('The agent’s answer is nested more than {limit} levels deep', { limit: deepest }),
    )
  }
  const parsed = ReplyObject.safeParse(answer)
  const problem = parsed.success ? unknownWords(answer) : firstProblem(parsed.error)
  if (problem === undefined && parsed.success) return parsed.data
  throw new EvalError(
    'agent',
    message('The agent’s answer does not fit: {problem}. It begins with {beginning}', {
      problem: problem ?? '',
      beginning: excerpt(redact(stringifyJson(answer) ?? 'nothing'), 200),
    }),
    {
      hint: message(
        'An answer is a text, or an object with response, toolCalls, events, usage, state, modelCalls, dollars, citations or flags',
      ),
    },
  )
}

/** The exchange that a reply stands for. `createdAt` is in seconds since 1970. */
export function toInvocation(
  userContent: Content,
  reply: Reply,
  timing: { readonly durationSeconds: number; readonly createdAt: number },
): Invocation {
  const { response, usage, state, modelCalls, dollars, citations, flags, ...how } =
    typeof reply === 'string' ? { response: reply } : reply
  return withoutAbsent({
    userContent,
    finalResponse: response === undefined ? undefined : { role: 'model', parts: [{ text: response }] },
    steps: stepsOf(how),
    createdAt: timing.createdAt,
    durationSeconds: timing.durationSeconds,
    modelCalls,
    dollars,
    citations: citations?.map(withoutAbsent),
    flags,
    usage: usage === undefined ? undefined : withoutAbsent(usage),
    sessionState: state,
  })
}

function stepsOf({ events, toolCalls }: Pick<ReplyObject, 'events' | 'toolCalls'>): Steps | undefined {
  if (events !== undefined) return { form: 'events', events }
  if (toolCalls === undefined) return undefined
  // A response has to name its call; where the agent gave no id, the position does.
  const calls = toolCalls.map((call, index) =>
    call.id === undefined && call.response !== undefined ? { ...call, id: `call-${index + 1}` } : call,
  )
  return {
    form: 'lists',
    toolCalls: calls.map(toToolCall),
    toolResponses: calls.flatMap(({ id, name, response }) =>
      response === undefined ? [] : { id, name, response: isObject(response) ? response : { result: response } },
    ),
    responses: [],
  }
}

function toToolCall({ id, name, args, malformed }: z.infer<typeof RepliedCall>): ToolCall {
  return withoutAbsent({ id, name, malformed, ...(typeof args === 'string' ? argsFromText(args) : { args }) })
}

function argsFromText(text: string): Pick<ToolCall, 'args' | 'malformed'> {
  // Some servers write nothing at all for a tool without parameters.
  if (text.trim() === '') return { args: {} }
  const args = shallowJson(text)
  return isObject(args) ? { args } : { malformed: text }
}

// Every field is optional, so an object with other words in it would pass for an agent that said nothing.
function unknownWords(answer: unknown): string | undefined {
  const words = Object.keys(answer ?? {})
  const known = Object.keys(replyShape)
  if (words.some((word) => known.includes(camelCase(word)))) return undefined
  return words.length === 0 ? 'it is empty' : `none of its fields is known (${excerpt(words.join(', '), 100)})`
}

function firstProblem(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'unknown'
  const path = issue.path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
  return path === '' ? issue.message : `${path}: ${issue.message}`
}

/** An object as it comes over a wire: `null` is absent, and `tool_calls` is another spelling of `toolCalls`. */
function wireObject<Shape extends z.ZodRawShape>(shape: Shape, aliases: Readonly<Record<string, string>> = {}) {
  const ourWord = (word: string) => [aliases[word], camelCase(word)].find((ours) => ours !== undefined && ours in shape)
  return z.preprocess((value) => {
    if (!isObject(value)) return value
    const entries = Object.entries(value).filter(([, field]) => field !== null)
    return Object.fromEntries(entries.map(([word, field]) => [word in shape ? word : (ourWord(word) ?? word), field]))
  }, z.object(shape))
}

function camelCase(word: string): string {
  return word.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

function isObject(value: unknown): value is JsonObject {
  return JsonObject.safeParse(value).success
}

function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  // Only keys whose value is undefined go, and those are optional in every type that comes through here.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
