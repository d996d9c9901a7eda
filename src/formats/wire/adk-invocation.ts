import {
  type AgentDetails,
  type AgentEvent,
  type Citation,
  type FinishReason,
  type Invocation,
  type Origin,
  type Rubric,
  type Steps,
  type TracePlace,
  Provenance,
  finishReasonOf,
  knownBy,
  message,
} from '../../core/index.ts'
import { adkContent, adkPart, adkToolCall, adkToolResponse } from './adk-content.ts'
import { adkTokenUsage, adkUsageMetadata } from './adk-usage.ts'
import { defaulted, object, optional, recent, required } from '../kit/foreign-object.ts'
import { report } from '../kit/foreign-reading.ts'
import {
  type Codec,
  anything,
  valueExcerpt,
  flag,
  jsonObject,
  leaf,
  list,
  mapped,
  number,
  readForeign,
  record,
  string,
  wholeNumber,
} from '../kit/foreign-value.ts'
import { isObject } from '../../core/basics/is-object.ts'

export const adkRubric: Codec<Rubric> = mapped(
  object(
    {
      id: required('rubric_id', string),
      content: required(
        'rubric_content',
        object({ property: required('text_property', string) }, { unknown: 'reject' }),
      ),
      description: optional('description', string),
      type: optional('type', string),
    },
    { unknown: 'reject' },
  ),
  ({ content, ...rubric }) => ({ ...rubric, property: content.property }),
  ({ property, ...rubric }) => ({ ...rubric, content: { property } }),
)

type IntermediateResponse = Extract<Steps, { form: 'lists' }>['responses'][number]

const intermediateResponse: Codec<IntermediateResponse> = {
  read: (value, reading) => {
    if (!Array.isArray(value) || value.length !== 2) {
      return report(reading, (place) =>
        message('{place}: expected a pair of author and parts, got {actual}', { place, actual: valueExcerpt(value) }),
      )
    }
    const [author, parts] = value as unknown[]
    return { author: string.read(author, reading), parts: list(adkPart).read(parts, reading) }
  },
  write: ({ author, parts }, style) => [author, list(adkPart).write(parts, style)],
}

const intermediateData = object(
  {
    toolCalls: defaulted('tool_uses', list(adkToolCall), []),
    toolResponses: defaulted('tool_responses', list(adkToolResponse), []),
    responses: defaulted('intermediate_responses', list(intermediateResponse), []),
  },
  { unknown: 'reject' },
)

const adkAgentEvent: Codec<AgentEvent> = mapped(
  object(
    {
      author: required('author', string),
      content: optional('content', adkContent),
      metadata: recent('usage_metadata', adkUsageMetadata),
      model: recent('model_version', string),
    },
    { unknown: 'keep-noted', keepIn: 'extra', alsoKeeps: { grounding_metadata: anything } },
  ),
  ({ metadata, ...event }): AgentEvent => {
    if (metadata === undefined) return event
    const { details, ...usage } = metadata
    const extra = details === undefined ? event.extra : { ...event.extra, usage_metadata: details }
    return { ...event, usage, ...(extra === undefined ? {} : { extra }) }
  },
  ({ usage, extra, ...event }) => {
    const { usage_metadata: details, ...others } = extra ?? {}
    const metadata = { ...usage, ...(isObject(details) ? { details } : {}) }
    // Counters without a name in ADK, such as those of spans, would leave the metadata empty.
    const saysSomething = Object.keys(adkUsageMetadata.write(metadata, 'brief') as object).length > 0
    return {
      ...event,
      ...(saysSomething ? { metadata } : {}),
      ...(extra === undefined ? {} : { extra: others }),
    }
  },
)

const invocationEvents = object({ events: required('invocation_events', list(adkAgentEvent)) }, { unknown: 'reject' })

/** The keys decide between ADK's two forms; `{}` is the flat one. */
export const adkSteps: Codec<Steps> = {
  read: (value, reading) =>
    isObject(value) && ('invocation_events' in value || 'invocationEvents' in value)
      ? { form: 'events', ...invocationEvents.read(value, reading) }
      : { form: 'lists', ...intermediateData.read(value, reading) },
  write: (steps, style) =>
    steps.form === 'events' ? invocationEvents.write(steps, style) : intermediateData.write(steps, style),
}

/** ADK omits empty values and cannot express that one is unknown. */
const agentDetails: Codec<AgentDetails> = mapped(
  object(
    {
      name: required('name', string),
      instructions: defaulted('instructions', string, ''),
      toolDeclarations: defaulted('tool_declarations', list(anything), []),
    },
    { unknown: 'reject' },
  ),
  (details): AgentDetails => details,
  ({ name, instructions = '', toolDeclarations = [] }) => ({ name, instructions, toolDeclarations }),
)

const appDetails: Codec<Record<string, AgentDetails>> = mapped(
  object({ agents: defaulted('agent_details', record(agentDetails), {}) }, { unknown: 'reject' }),
  ({ agents }) => agents,
  (agents) => ({ agents }),
)

/** Our own key in lines: read everywhere, but never written into eval sets, which ADK would refuse. */
const otherReferences: Codec<string[]> = { read: list(string).read, write: () => undefined }

const invocationFields = {
  id: optional('invocation_id', string, ''),
  userContent: required('user_content', adkContent),
  finalResponse: optional('final_response', adkContent),
  otherReferences: recent('other_references', otherReferences),
  steps: optional('intermediate_data', adkSteps),
  createdAt: optional('creation_timestamp', number, 0),
  rubrics: optional('rubrics', list(adkRubric)),
  agents: optional('app_details', appDetails),
  durationSeconds: recent('duration', number),
  modelCalls: recent('inference_call_count', wholeNumber(0)),
}

export const adkInvocation: Codec<Invocation> = object(invocationFields, { unknown: 'reject' })

const pages: Codec<[number, number]> = {
  read: (value, reading) => {
    const read = list(number).read(value, reading)
    if (!Array.isArray(value) || value.length === 2) return read as [number, number] // a pair, or a problem was noted
    return report(reading, (place) =>
      message('{place}: expected the first and the last page, got {actual}', { place, actual: valueExcerpt(value) }),
    )
  },
  write: (value) => value,
}

const citation: Codec<Citation> = object(
  {
    id: required('id', string),
    text: required('text', string),
    score: optional('score', number),
    file: optional('file', string),
    heading: optional('heading', string),
    pages: optional('pages', pages),
    updatedAt: optional('updated_at', string),
  },
  { unknown: 'reject' },
)

const tracePlace: Codec<TracePlace> = object(
  { traceId: required('trace_id', string), spanId: required('span_id', string) },
  { unknown: 'reject' },
)

const provenance = leaf(
  (value) => Provenance.safeParse(value).data,
  (found) => message('{place}: expected how each kind of evidence is known, got {actual}', found),
)

const finishReason: Codec<FinishReason> = mapped(string, (said) => finishReasonOf(said) ?? 'other', String)

const transcriptFields = object(
  {
    ...invocationFields,
    usage: recent('usage', adkTokenUsage),
    dollars: recent('dollars', number),
    sessionState: recent('session_state', jsonObject),
    citations: recent('citations', list(citation)),
    flags: recent('flags', record(flag)),
    metadata: recent('metadata', jsonObject),
    trace: recent('trace', tracePlace),
    finishReason: recent('finish_reason', finishReason),
    provenance: recent('provenance', provenance),
  },
  { unknown: 'reject' },
)

/**
 * Extends ADK's invocation with what transcripts record beyond it. Unknown instructions and tool declarations are
 * marked in `provenance`, because their absence would read as empty.
 */
export const transcriptInvocation: Codec<Invocation> = mapped(
  transcriptFields,
  (invocation) => invocation,
  (invocation) => {
    if (invocation.agents === undefined) return invocation
    const kinds = (['instructions', 'toolDeclarations'] as const).filter(
      (kind) => knownBy(invocation, kind) === 'unknown',
    )
    if (kinds.length === 0) return invocation
    const unknown = Object.fromEntries(kinds.map((kind) => [kind, 'unknown' as const]))
    return { ...invocation, provenance: { ...invocation.provenance, ...unknown } }
  },
)

export function adkInvocationFrom(value: unknown, origin: Origin): Invocation {
  return readForeign(adkInvocation, value, origin)
}

/** Writes an invocation as ADK does: in snake_case, without absent or empty values. */
export function toAdkInvocation(invocation: Invocation): unknown {
  return adkInvocation.write(invocation, 'brief')
}

/** Reads ADK's `intermediate_data`; undefined when there is none. */
export function adkStepsFrom(value: unknown, origin: Origin): Steps | undefined {
  return value === null || value === undefined ? undefined : readForeign(adkSteps, value, origin)
}
