import {
  evidenceKinds,
  knownBy,
  toolCallsOf,
  type AgentDetails,
  type Invocation,
  type Provenance,
} from '../core/index.ts'
import { defined } from './dialects/attributes.ts'
import type { Span } from './span.ts'
import { spanTrees } from './turns/span-tree.ts'
import { tracedTurn } from './turns/traced-turn.ts'
import { turnRoots } from './turns/turn-roots.ts'

/**
 * Completes an exchange with what its spans add to its answer: steps, tokens, model calls, the finish reason and the
 * agents' instructions. All spans count as part of this exchange, whatever their trace. Values of the answer take
 * precedence and stay `reported`; values from spans are `observed`.
 *
 * @param listener the library that heard the spans, unless it is the instrumentation that wrote them
 */
export function completeInvocation(
  told: Invocation,
  spans: readonly Span[],
  { listener }: { readonly listener?: string } = {},
): Invocation {
  const traces = Map.groupBy(spans, ({ traceId }) => traceId)
  const [first, ...others] = [...traces]
    .flatMap(([, own]) => turnRoots(spanTrees(own)))
    .toSorted((one, other) => one.span.startedAt - other.span.startedAt)
  if (first === undefined) return told
  const turn = tracedTurn([first, ...others], told).invocation
  const invocation = withoutPart(told, turn)
  const { usage, dollars, modelCalls, finalResponse, finishReason, citations } = turn
  const fields = defined({ usage, dollars, modelCalls, finalResponse, finishReason, citations, ...defined(invocation) })
  const completed = {
    ...fields,
    ...defined({ steps: stepsOf(invocation, turn), agents: agentsOf(invocation.agents, turn.agents) }),
  } as Invocation // the invocation was complete
  const provenance = provenanceOf(completed, { invocation, turn, listener })
  return Object.keys(provenance).length === 0 ? completed : { ...completed, provenance }
}

/** Tools answered by this process are only some of the calls; spans with calls have all of them. */
function withoutPart(invocation: Invocation, turn: Invocation): Invocation {
  const { steps: _, provenance, ...others } = invocation
  const isPart = provenance?.listener === 'tools.call'
  return isPart && (toolCallsOf(turn) ?? []).length > 0 ? others : invocation
}

/** Steps of an answer with unknown tool calls are incomplete. */
function stepsOf(invocation: Invocation, turn: Invocation): Invocation['steps'] {
  if (invocation.steps === undefined) return turn.steps
  const isUnknown = knownBy(invocation, 'toolCalls') === 'unknown' && knownBy(turn, 'toolCalls') !== 'unknown'
  return isUnknown ? turn.steps : invocation.steps
}

function agentsOf(said: Invocation['agents'], traced: Invocation['agents']): Invocation['agents'] {
  if (said === undefined || traced === undefined) return said ?? traced
  const whole = Object.entries(said).map(([name, details]): [string, AgentDetails] => [
    name,
    { ...traced[name], ...details },
  ])
  return { ...traced, ...Object.fromEntries(whole) }
}

type CompleteInvocationSources = {
  readonly invocation: Invocation
  readonly turn: Invocation
  readonly listener: string | undefined
}

/** Each kind of evidence has the provenance of the source it was taken from. */
function provenanceOf(completed: Invocation, { invocation, turn, listener }: CompleteInvocationSources): Provenance {
  const kinds = evidenceKinds.flatMap((kind) => {
    const isOwn = knownBy(invocation, kind) !== 'unknown'
    const by = isOwn ? invocation.provenance?.[kind] : (turn.provenance?.[kind] ?? invocation.provenance?.[kind])
    return by === undefined ? [] : [[kind, by] as const]
  })
  const isObserved = kinds.some(([, by]) => by === 'observed')
  const heard = isObserved ? (listener ?? turn.provenance?.listener) : undefined
  const { partialUsage } = (invocation.usage === undefined ? turn : invocation).provenance ?? {}
  // Spans of a whole exchange have the calls that an answer which broke off lacks.
  const { brokenOff } = (completed.steps === invocation.steps ? invocation : turn).provenance ?? {}
  return {
    ...(Object.fromEntries(kinds) as Provenance), // by the kinds of evidence
    ...defined({ listener: invocation.provenance?.listener ?? heard, brokenOff, partialUsage }),
  }
}
