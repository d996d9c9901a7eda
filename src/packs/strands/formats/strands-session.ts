import type { AgentDetails, AgentEvent, Part } from '../../../core/index.ts'
import { defaulted, object, optional, required } from '../../../formats/kit/foreign-object.ts'
import type { Reading } from '../../../formats/kit/foreign-reading.ts'
import { type CodecValue, anything, jsonObject, list, string } from '../../../formats/kit/foreign-value.ts'
import { isObject } from '../../../core/basics/is-object.ts'

const toolCall = object(
  {
    name: required('name', string),
    args: optional('arguments', jsonObject),
    id: optional('tool_call_id', string),
  },
  { unknown: 'ignore', spelling: 'snake' },
)

const span = object(
  {
    info: optional(
      'span_info',
      object(
        { start: optional('start_time', string), parent: optional('parent_span_id', string) },
        { unknown: 'ignore', spelling: 'snake' },
      ),
    ),
    call: optional('tool_call', toolCall),
    result: optional(
      'tool_result',
      object(
        { content: optional('content', anything), error: optional('error', string) },
        { unknown: 'ignore', spelling: 'snake' },
      ),
    ),
    asked: optional('user_prompt', string),
    answered: optional('agent_response', string),
    instructions: optional('system_prompt', string),
    tools: optional('available_tools', list(anything)),
  },
  { unknown: 'ignore', spelling: 'snake' },
)
type Span = CodecValue<typeof span>

const session = object(
  {
    traces: required(
      'traces',
      list(object({ spans: defaulted('spans', list(span), []) }, { unknown: 'ignore', spelling: 'snake' })),
    ),
  },
  { unknown: 'ignore', spelling: 'snake' },
)

/** The events of a session between the user's first message and the last answer. */
export type SessionEvents = {
  readonly events: AgentEvent[]
  readonly lastAnswer?: string
  readonly agents?: Record<string, AgentDetails>
}

export function isStrandsSession(trajectory: unknown): trajectory is Record<string, unknown> {
  return isObject(trajectory) && 'traces' in trajectory
}

/** Reads a recorded session, one turn per trace, in order of time. Spans of model calls only repeat other spans. */
export function readSession(value: unknown, reading: Reading): SessionEvents {
  const before = reading.problems.length
  const { traces } = session.read(value, reading)
  if (reading.problems.length > before) return { events: [] }
  const turns = traces.map(({ spans }) => {
    const inOrder = spans.toSorted((one, other) => byStart(one, other))
    return { root: rootOf(inOrder), tools: inOrder.filter(({ call }) => call !== undefined) }
  })
  const last = turns.at(-1)?.root
  const events = turns.flatMap(({ root, tools }, index) => [
    ...(index > 0 && root?.asked !== undefined ? [said('user', root.asked)] : []),
    ...tools.flatMap(toolEvents),
    ...(root !== last && root?.answered !== undefined ? [said('agent', root.answered)] : []),
  ])
  return {
    events,
    ...(last?.answered === undefined ? {} : { lastAnswer: last.answered }),
    ...(last === undefined ? {} : { agents: { agent: detailsOf(last) } }),
  }
}

/** Spans without a time keep the order of the file. */
function byStart({ info: one }: Span, { info: other }: Span): number {
  if (one?.start === undefined || other?.start === undefined || one.start === other.start) return 0
  return one.start < other.start ? -1 : 1
}

/** Finds the agent that the user talked to: one without a parent, preferably one that said something. */
function rootOf(spans: readonly Span[]): Span | undefined {
  const agents = spans.filter(({ asked, answered }) => asked !== undefined || answered !== undefined)
  const parentless = agents.filter(({ info }) => info?.parent === undefined)
  return parentless.find(({ asked, answered }) => asked || answered) ?? parentless[0] ?? agents[0]
}

function toolEvents({ call, result }: Span): AgentEvent[] {
  if (call === undefined) return []
  const { id, name, args } = call
  const named = { name, ...(id === undefined ? {} : { id }) }
  const made = did({ toolCall: { ...named, ...(args === undefined ? {} : { args }) } })
  if (result === undefined) return [made]
  const { content, error } = result
  const response = { result: content ?? null, ...(error === undefined ? {} : { error }) }
  return [made, did({ toolResponse: { ...named, response } })]
}

function did(part: Part): AgentEvent {
  return { author: 'agent', content: { parts: [part] } }
}

function said(author: string, text: string): AgentEvent {
  return { author, content: { parts: [{ text }] } }
}

function detailsOf({ instructions = '', tools = [] }: Span): AgentDetails {
  return { name: 'agent', instructions, toolDeclarations: tools }
}
