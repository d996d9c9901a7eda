import type { AgentEvent, Content, Invocation, Origin, Part, Usage } from '../../core/index.ts'
import { adkContent, adkPart } from '../../formats/wire/adk-content.ts'
import { adkUsageMetadata, withInputAndOutput } from '../../formats/wire/adk-usage.ts'
import { addUsage } from '../../messages/counted-tokens.ts'
import { object, optional, required } from '../../formats/kit/foreign-object.ts'
import { type CodecValue, anything, flag, list, number, readForeign, string } from '../../formats/kit/foreign-value.ts'

const eventRow = object(
  {
    invocationId: optional('invocation_id', string, ''),
    author: required('author', string),
    content: optional('content', adkContent),
    parts: optional('parts', list(adkPart)),
    timestamp: optional('timestamp', number),
    partial: optional('partial', flag),
    longRunning: optional('long_running_tool_ids', list(anything)),
    skipsSummary: optional('skip_summarization', flag),
    actions: optional('actions', object({ skipsSummary: optional('skip_summarization', flag) }, { unknown: 'ignore' })),
    metadata: optional('usage_metadata', adkUsageMetadata),
    model: optional('model_version', string),
    grounding: optional('grounding_metadata', anything),
  },
  { unknown: 'ignore' },
)
type EventRow = CodecValue<typeof eventRow>

/**
 * Groups the events of a session, in order and in either spelling, into exchanges by invocation id; the last final
 * event is the response. Set `skipPartial` for events of a stream.
 *
 * @throws {EvalError} for a row that is no event
 */
export function invocationsFromEvents(
  events: readonly unknown[],
  options: { readonly origin?: Origin; readonly skipPartial?: boolean } = {},
): Invocation[] {
  const rows = readForeign(list(eventRow), events, { file: 'events', lenient: true, ...options.origin })
  const whole = rows.filter(({ partial }) => options.skipPartial !== true || partial !== true)
  const groups = Map.groupBy(whole, ({ invocationId = '' }) => invocationId)
  return [...groups].map(([id, group]) => invocationFrom(id, group))
}

function isFinal(row: EventRow): boolean {
  if (row.skipsSummary === true || row.actions?.skipsSummary === true) return true
  if (row.longRunning !== undefined && row.longRunning.length > 0) return true
  const parts = contentOf(row)?.parts ?? []
  const isToolTraffic = parts.some(({ toolCall, toolResponse }) => toolCall !== undefined || toolResponse !== undefined)
  return !isToolTraffic && row.partial !== true && parts.at(-1)?.extra?.code_execution_result === undefined
}

function invocationFrom(id: string, group: readonly EventRow[]): Invocation {
  const saying = group.filter((row) => (contentOf(row)?.parts ?? []).length > 0)
  const user = saying.filter(({ author }) => author === 'user').at(-1)
  const agents = saying.filter(({ author }) => author !== 'user')
  const final = agents.filter(isFinal).at(-1)
  const steps = agents.filter((row) => {
    const parts = contentOf(row)?.parts ?? []
    return parts.some(isSubstance) && (row !== final || parts.some(({ toolCall }) => toolCall !== undefined))
  })
  const usages = group.flatMap(({ metadata }) => (metadata === undefined ? [] : [usageOf(metadata)]))
  const usage = addUsage(usages)
  const modelCalls = group.filter(({ metadata, model }) => metadata !== undefined || model !== undefined).length
  const finalResponse = final === undefined ? undefined : contentOf(final)
  return {
    ...(id === '' ? {} : { id }),
    userContent: (user === undefined ? undefined : contentOf(user)) ?? { parts: [] },
    ...(finalResponse === undefined ? {} : { finalResponse }),
    steps: { form: 'events', events: steps.map(toAgentEvent) },
    ...(user?.timestamp === undefined ? {} : { createdAt: seconds(user.timestamp) }),
    ...(usage === undefined ? {} : { usage: withInputAndOutput(usage) }),
    ...(modelCalls === 0 ? {} : { modelCalls }),
  }
}

function contentOf({ content, parts, author }: EventRow): Content | undefined {
  if (content !== undefined || parts === undefined) return content
  return { role: author === 'user' ? 'user' : 'model', parts }
}

function isSubstance({ text: said, toolCall, toolResponse, media }: Part): boolean {
  return (
    (said !== undefined && said !== '') || toolCall !== undefined || toolResponse !== undefined || media !== undefined
  )
}

function toAgentEvent(row: EventRow): AgentEvent {
  const { author, metadata, model, grounding, timestamp } = row
  const content = contentOf(row)
  return {
    author,
    ...(content === undefined ? {} : { content }),
    ...(metadata === undefined ? {} : { usage: usageOf(metadata) }),
    ...(model === undefined ? {} : { model }),
    ...(timestamp === undefined ? {} : { endedAt: seconds(timestamp) }),
    ...(grounding === undefined ? {} : { extra: { grounding_metadata: grounding } }),
  }
}

function usageOf(metadata: NonNullable<EventRow['metadata']>): Usage {
  const { details: _, ...usage } = metadata
  return usage
}

// Python servers send seconds, JavaScript ones milliseconds; in seconds, 10¹¹ is the year 5138.
function seconds(timestamp: number): number {
  return timestamp > 1e11 ? timestamp / 1000 : timestamp
}
