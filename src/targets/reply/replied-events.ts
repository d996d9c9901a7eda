import { z } from 'zod'
import {
  AgentEvent,
  Content,
  EvalError,
  finishReasonOf,
  isCut,
  JsonObject,
  message,
  stringifyJson,
  type FinishReason,
  type Invocation,
  type Part,
  type ToolResponse,
} from '../../core/index.ts'
import { withInputAndOutput } from '../../formats/wire/adk-usage.ts'
import { addUsage, hasTokens } from '../../messages/counted-tokens.ts'
import { RepliedPart } from './replied-parts.ts'
import { excerpt } from '../excerpt.ts'
import { RepliedUsage } from './replied-usage.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { wireObject, withoutAbsent } from './wire-object.ts'

const RepliedContent = wireObject({ ...Content.shape, parts: z.array(RepliedPart).optional() })

const Transcription = z.looseObject({ text: z.string().optional(), finished: z.boolean().optional() })

/** An event of an exchange, in our format or ADK's; fields for ADK's own use are ignored. */
export const RepliedEvent = wireObject(
  {
    ...AgentEvent.shape,
    author: z.string().optional(),
    content: RepliedContent.optional(),
    usage: RepliedUsage.optional(),
    finishReason: z.unknown().optional(),
    partial: z.boolean().optional(),
    actions: JsonObject.optional(),
    skipSummarization: z.boolean().optional(),
    longRunningToolIds: z.unknown().optional(),
    errorCode: z.unknown().optional(),
    errorMessage: z.string().optional(),
    groundingMetadata: z.unknown().optional(),
    outputTranscription: Transcription.optional(),
    timestamp: z.unknown().optional(),
    /** The result of a workflow's node. */
    output: z.unknown().optional(),
  },
  {
    aliases: { usageMetadata: 'usage', modelVersion: 'model' },
    passedOver: [
      'id',
      'invocationId',
      'time',
      'branch',
      'turnComplete',
      'turnCompleteReason',
      'interrupted',
      'customMetadata',
      'metadata',
      'liveSessionId',
      'liveSessionResumptionUpdate',
      'goAway',
      'inputTranscription',
      'avgLogprobs',
      'logprobsResult',
      'cacheMetadata',
      'citationMetadata',
      'interactionId',
      'environmentId',
      'nodeInfo',
      'nodeName',
      'isolationScope',
      'route',
    ],
    meant: {
      role: 'author',
      agent: 'author',
      parts: 'content',
      text: 'content',
      message: 'content',
      toolCalls: 'content',
      functionCall: 'content',
      functionResponse: 'content',
    },
  },
)
type RepliedEvent = z.infer<typeof RepliedEvent>

export type EventExchange = Pick<Invocation, 'steps' | 'finalResponse' | 'usage' | 'modelCalls' | 'finishReason'> & {
  /** True when some of the model calls told no tokens. */
  readonly isPartialUsage: boolean
  readonly stateDelta?: JsonObject
  /** The agent that spoke first. */
  readonly author?: string
}

/**
 * Makes an exchange of its events by ADK's rule: the last final event is the response, the others are the steps. A
 * given `response` takes precedence, and an event with the same text is no step.
 *
 * @throws {EvalError} `agent` when the events end in an error instead of a response
 */
export function exchangeFromEvents(replied: readonly RepliedEvent[], response?: string): EventExchange {
  const told = withIds(wholeEvents(thisExchange(replied)))
  // Only events of a model have a usage, even one of zeros.
  const modelCalls = told.filter((event) => event.usage !== undefined || event.model !== undefined).length
  const events = told.map(withoutEmptyCount)
  const final = finalEvent(events)
  const isResponse = final !== undefined && (response === undefined || textIn(final) === response.trim())
  if (final === undefined && response === undefined) refuseError(events)
  const steps = events.filter((event) => hasSubstance(event) && (!isResponse || event !== final || hasCall(event)))
  const usage = addUsage(events.flatMap((event) => event.usage ?? []))
  const deltas = events.flatMap((event) => stateDeltaOf(event) ?? [])
  return withoutAbsent({
    steps: { form: 'events', events: steps.map(toAgentEvent) } as const,
    finalResponse: isResponse && response === undefined ? { role: 'model', ...final.content } : undefined,
    usage: usage === undefined ? undefined : withInputAndOutput(usage),
    isPartialUsage: events.filter((event) => event.usage !== undefined).length < modelCalls,
    modelCalls: modelCalls === 0 ? undefined : modelCalls,
    finishReason: lastReason(isResponse ? events.slice(events.indexOf(final)) : events),
    stateDelta: deltas.length === 0 ? undefined : Object.assign({}, ...deltas),
    author: events[0]?.author,
  })
}

type KnownEvent = RepliedEvent & { readonly author: string }

function withoutEmptyCount<Event extends KnownEvent>(event: Event): Event {
  return event.usage === undefined || hasTokens(event.usage) ? event : { ...event, usage: undefined }
}

/** A session's events include earlier exchanges; this one begins after the last user message. */
function thisExchange(events: readonly RepliedEvent[]): readonly KnownEvent[] {
  const start = events.findLastIndex(isUserMessage) + 1
  return events.slice(start).map((event) => ({ ...spoken(event), author: event.author ?? 'agent' }))
}

// Results that a person or a long-running tool sends back belong to the exchange, even with the user as author.
function isUserMessage({ author, content }: RepliedEvent): boolean {
  const parts = content?.parts ?? []
  const isTheirs = author === undefined ? content?.role === 'user' : author.toLowerCase() === 'user'
  return isTheirs && parts.length > 0 && parts.every(({ toolCall, toolResponse }) => !toolCall && !toolResponse)
}

/** The words of an agent that speaks are in the transcription. */
function spoken(event: RepliedEvent): RepliedEvent {
  const { content, outputTranscription: heard } = event
  if (!heard?.text || heard.finished === false || (content?.parts ?? []).some(({ text }) => text)) return event
  return { ...event, content: { role: 'model', ...content, parts: [...(content?.parts ?? []), { text: heard.text }] } }
}

/** Drops the pieces of a stream when the complete event follows; otherwise joins those of one author. */
function wholeEvents(events: readonly KnownEvent[]): readonly KnownEvent[] {
  const whole: KnownEvent[] = []
  for (const [index, event] of events.entries()) {
    if (event.partial !== true) whole.push(event)
    else if (!isRepeated(event, events.slice(index + 1))) addPiece(whole, event)
  }
  return whole
}

function isRepeated({ author }: KnownEvent, later: readonly KnownEvent[]): boolean {
  return later.some((other) => other.partial !== true && other.author === author && hasSubstance(other))
}

function addPiece(whole: KnownEvent[], piece: KnownEvent): void {
  const last = whole.at(-1)
  const previous = last?.partial === true && last.author === piece.author ? last : undefined
  if (previous !== undefined) whole.pop()
  const parts = joinTexts([...(previous?.content?.parts ?? []), ...(piece.content?.parts ?? [])])
  // Token counters of a stream are cumulative.
  whole.push({ ...previous, ...piece, content: { role: 'model', ...piece.content, parts } })
}

function joinTexts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const continues = last?.text !== undefined && part.text !== undefined && last.thought === part.thought
    if (continues) joined[joined.length - 1] = { ...last, text: `${last.text}${part.text}` }
    else joined.push(part)
  }
  return joined
}

/** Adds missing ids to calls, and to each result the id of the earliest open call of its name. */
function withIds(events: readonly KnownEvent[]): readonly KnownEvent[] {
  const open: OpenCall[] = []
  let count = 0
  return events.map((event) => {
    const parts = event.content?.parts?.map((part) => {
      if (part.toolCall !== undefined) {
        count += 1
        const { id = `call-${count}`, name } = part.toolCall
        open.push({ id, name, given: part.toolCall.id !== undefined })
        return { ...part, toolCall: { ...part.toolCall, id } }
      }
      if (part.toolResponse === undefined) return part
      return { ...part, toolResponse: { ...part.toolResponse, ...callAnsweredBy(part.toolResponse, open) } }
    })
    return parts === undefined ? event : { ...event, content: { ...event.content, parts } }
  })
}

type OpenCall = { readonly id: string; readonly name: string; readonly given: boolean }

function callAnsweredBy(
  { id, name }: ToolResponse,
  open: OpenCall[],
): { readonly id?: string; readonly name?: string } {
  const byId = id === undefined ? -1 : open.findIndex((call) => call.id === id)
  const inTurn = open.findIndex((call) => (name === '' || call.name === name) && (id === undefined || !call.given))
  const index = byId >= 0 ? byId : inTurn
  const [call] = index < 0 ? [] : open.splice(index, 1)
  if (call === undefined) return {}
  return name === '' ? { id: call.id, name: call.name } : { id: call.id }
}

/** The response is the last final event with content. */
function finalEvent(events: readonly KnownEvent[]): KnownEvent | undefined {
  const finals = events.filter((event) => event.author.toLowerCase() !== 'user' && isFinal(event))
  const saying = finals.findLast((event) => textIn(event) !== '' || event.content?.parts?.some(({ media }) => media))
  return saying ?? finals.at(-1) ?? outputOf(events.at(-1))
}

/** A workflow may end with a value and no text. */
function outputOf(last: KnownEvent | undefined): KnownEvent | undefined {
  if (last?.output === undefined || hasSubstance(last)) return undefined
  const text = typeof last.output === 'string' ? last.output : stringifyJson(last.output)
  return { ...last, content: { role: 'model', parts: [{ text }] } }
}

function isFinal(event: KnownEvent): boolean {
  const parts = event.content?.parts ?? []
  if (parts.length === 0) return false
  if (event.skipSummarization === true || actionOf(event, 'skipSummarization', 'skip_summarization') === true)
    return true
  if (Array.isArray(event.longRunningToolIds) && event.longRunningToolIds.length > 0) return true
  const isToolTraffic = parts.some(({ toolCall, toolResponse }) => toolCall !== undefined || toolResponse !== undefined)
  return !isToolTraffic && parts.at(-1)?.extra?.['code_execution_result'] === undefined
}

function refuseError(events: readonly KnownEvent[]): void {
  const failed = events.findLast(({ errorCode, errorMessage }) => errorCode !== undefined || errorMessage !== undefined)
  if (failed === undefined) return
  const problem = [failed.errorCode, failed.errorMessage].filter((part) => part !== undefined).join(': ')
  throw new EvalError(
    'agent',
    message('The agent’s events end in an error: {problem}', { problem: excerpt(problem, 300) }),
  )
}

function hasSubstance({ content }: KnownEvent): boolean {
  return (content?.parts ?? []).some(
    ({ text, toolCall, toolResponse, media, extra }) => text || toolCall || toolResponse || media || extra,
  )
}

function hasCall({ content }: KnownEvent): boolean {
  return content?.parts?.some(({ toolCall }) => toolCall !== undefined) ?? false
}

function textIn({ content }: KnownEvent): string {
  const said = (content?.parts ?? []).filter(({ thought }) => thought !== true).flatMap(({ text }) => text || [])
  return said.join('\n').trim()
}

function stateDeltaOf(event: KnownEvent): JsonObject | undefined {
  const delta = actionOf(event, 'stateDelta', 'state_delta')
  if (!isObject(delta)) return undefined
  // ADK keeps keys with `temp:` for one exchange only.
  return Object.fromEntries(Object.entries(delta).filter(([name]) => !name.startsWith('temp:')))
}

function actionOf({ actions }: KnownEvent, camel: string, snake: string): unknown {
  return actions?.[camel] ?? actions?.[snake]
}

/** ADK reports a truncated answer as an error too, in the event of the answer or after it. */
function reasonOf({ finishReason, errorCode }: Pick<RepliedEvent, 'finishReason' | 'errorCode'>) {
  const failed = finishReasonOf(errorCode)
  return finishReasonOf(finishReason) ?? (isCut(failed) ? failed : undefined)
}

function lastReason(events: readonly KnownEvent[]): FinishReason | undefined {
  return events.map(reasonOf).findLast((reason) => reason !== undefined)
}

function toAgentEvent({ author, content, usage, model, groundingMetadata, extra, ...event }: KnownEvent): AgentEvent {
  const kept = groundingMetadata === undefined ? extra : { ...extra, grounding_metadata: groundingMetadata }
  const { endedAt = secondsOf(event.timestamp), durationSeconds } = event
  const finishReason = reasonOf(event)
  return withoutAbsent({ author, content, usage, model, finishReason, endedAt, durationSeconds, extra: kept })
}

/** Python writes seconds, JavaScript milliseconds (in seconds, 10¹¹ is the year 5138), others a date. */
function secondsOf(timestamp: unknown): number | undefined {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp
  if (typeof time !== 'number' || !Number.isFinite(time) || time <= 0) return undefined
  return time > 1e11 ? time / 1000 : time
}
