import {
  evidenceKinds,
  knownBy,
  toolCallsOf,
  type AgentDetails,
  type Invocation,
  type Provenance,
} from '../core/index.ts'
import type { Span } from './span.ts'
import { spanTrees } from './turns/span-tree.ts'
import { tracedTurn } from './turns/traced-turn.ts'
import { turnRoots } from './turns/turn-roots.ts'

/**
 * An exchange with what its spans tell and its answer does not: steps, tokens, calls of models, why the model stopped, and
 * what the agents were told. All spans are taken for this one exchange, whatever traces they are in. What the answer says
 * itself wins, and stays reported; what spans add was observed.
 *
 * @param listener who heard the spans, where that is not the instrumentation that wrote them
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
  const { usage, modelCalls, finalResponse, finishReason } = turn
  const fields = present({ usage, modelCalls, finalResponse, finishReason, ...present(invocation) })
  const completed = {
    ...fields,
    ...present({ steps: stepsOf(invocation, turn), agents: agentsOf(invocation.agents, turn.agents) }),
  } as Invocation // the invocation was whole
  const provenance = provenanceOf(completed, { invocation, turn, listener })
  return Object.keys(provenance).length === 0 ? completed : { ...completed, provenance }
}

/** Tools that were answered here are some of those that were called; where spans tell of calls, they tell of all. */
function withoutPart(invocation: Invocation, turn: Invocation): Invocation {
  const { steps: _, provenance, ...others } = invocation
  const isPart = provenance?.listener === 'tools.call'
  return isPart && (toolCallsOf(turn) ?? []).length > 0 ? others : invocation
}

/** Steps of an answer that says nothing of calls are not all that happened. */
function stepsOf(invocation: Invocation, turn: Invocation): Invocation['steps'] {
  if (invocation.steps === undefined) return turn.steps
  const isUnknown = knownBy(invocation, 'toolCalls') === 'unknown' && knownBy(turn, 'toolCalls') !== 'unknown'
  return isUnknown ? turn.steps : invocation.steps
}

/** What the answer says of an agent, and beside it what it leaves open. */
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

/** Each kind of evidence is known as the one knows it that it was taken from. */
function provenanceOf(completed: Invocation, { invocation, turn, listener }: CompleteInvocationSources): Provenance {
  const kinds = evidenceKinds.flatMap((kind) => {
    const isOwn = knownBy(invocation, kind) !== 'unknown'
    const by = isOwn ? invocation.provenance?.[kind] : (turn.provenance?.[kind] ?? invocation.provenance?.[kind])
    return by === undefined ? [] : [[kind, by] as const]
  })
  const isObserved = kinds.some(([, by]) => by === 'observed')
  const heard = isObserved ? (listener ?? turn.provenance?.listener) : undefined
  return {
    ...(Object.fromEntries(kinds) as Provenance), // by the kinds of evidence
    ...present({ listener: invocation.provenance?.listener ?? heard }),
  }
}

function present<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields // only what is absent is gone
}
