import { toolCallsOf } from '../core/index.ts'
import type { Invocation, Steps } from '../core/index.ts'
import type { Span } from './span.ts'
import { spanTrees } from './turns/span-tree.ts'
import { tracedTurn } from './turns/traced-turn.ts'
import { turnRoots } from './turns/turn-roots.ts'

/**
 * An exchange with what its spans tell and its answer does not: steps, tokens, calls of models, and what the agents were
 * told. All spans are taken for this one exchange, whatever traces they are in. What the answer says itself wins.
 */
export function completeInvocation(invocation: Invocation, spans: readonly Span[]): Invocation {
  const traces = Map.groupBy(spans, ({ traceId }) => traceId)
  const [first, ...others] = [...traces]
    .flatMap(([, own]) => turnRoots(spanTrees(own)))
    .toSorted((one, other) => one.span.startedAt - other.span.startedAt)
  if (first === undefined) return invocation
  const { steps, usage, modelCalls, agents, finalResponse } = tracedTurn([first, ...others], invocation).invocation
  return {
    ...present({ steps, usage, modelCalls, agents, finalResponse }),
    ...present(heardInFull(invocation, steps)),
  } as Invocation
}

/** Tools that were answered here are some of those that were called; where spans tell of calls, they tell of all. */
function heardInFull(invocation: Invocation, steps: Steps | undefined): Invocation {
  const { steps: _, provenance, ...others } = invocation
  const isPart = provenance?.listener === 'tools.call'
  return isPart && (toolCallsOf({ ...others, steps }) ?? []).length > 0 ? others : invocation
}

function present(fields: Partial<Invocation>): Partial<Invocation> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
