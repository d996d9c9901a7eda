import { type AgentEvent, type Content, type FinishReason, textOf } from '../../core/index.ts'
import type { ModelCall } from './model-calls.ts'
import { type SpanNode, ancestorsOf } from './span-tree.ts'
import type { TracedEvent } from './trajectory.ts'
import type { TurnRoots } from './turn-roots.ts'

export function finalResponseOf(
  roots: TurnRoots,
  { events, models }: { readonly events: readonly TracedEvent[]; readonly models: readonly ModelCall[] },
  given?: Content,
) {
  const told =
    given ??
    roots
      .toReversed()
      .map(({ meaning }) => lastWords(meaning.output ?? []))
      .find((content) => content !== undefined)
  const last = lastAnswer(roots, events)
  const repeats =
    told === undefined ? last : events.findLast(({ event }) => isAnswer(event) && words(event.content) === words(told))
  return {
    finalResponse: repeats?.event.content ?? told,
    steps: events.filter((traced) => traced !== repeats).map(({ event }) => event),
    /** Finish reason of the model call that gave the answer; without an answer, of the last call. */
    finishReason: repeats === undefined ? lastReason(roots, models) : (repeats.event.finishReason ?? ownReason(roots)),
  }
}

/** Reason of the model call that ended last, unless it called a tool; otherwise the root's own. */
function lastReason(roots: TurnRoots, models: readonly ModelCall[]): FinishReason | undefined {
  const last = models.toSorted((one, other) => one.endedAt - other.endedAt).at(-1)?.meaning.finishReason
  return last === 'tool-calls' ? undefined : (last ?? ownReason(roots))
}

function ownReason(roots: TurnRoots): FinishReason | undefined {
  return roots.at(-1)?.meaning.finishReason
}

function lastWords(output: readonly Content[]): Content | undefined {
  const last = output.findLast((content) => content.role === 'model' && textOf(content))
  const isCall = last?.parts?.some(({ toolCall }) => toolCall !== undefined) === true
  return isCall || last === undefined ? undefined : { role: 'model', parts: last.parts ?? [] }
}

/**
 * Returns the last message, preferably of the root unless it handed over: a child's answer to its parent is no answer
 * to the user as long as the parent speaks after it.
 */
function lastAnswer(roots: TurnRoots, events: readonly TracedEvent[]): TracedEvent | undefined {
  const answers = events.filter(({ event }) => isAnswer(event))
  const own = answers.filter(({ node }) => depthOf(node, roots) <= 1)
  const lastOwn = own.at(-1)
  const lastCallOfOwn = events.findLast(({ event, node }) => hasCall(event) && depthOf(node, roots) <= 1)
  const isAfter =
    lastOwn !== undefined && (lastCallOfOwn === undefined || events.indexOf(lastOwn) > events.indexOf(lastCallOfOwn))
  return isAfter ? lastOwn : answers.at(-1)
}

function words(content: Content | undefined): string | undefined {
  return textOf(content)?.trim()
}

function isAnswer(event: AgentEvent): boolean {
  return event.content?.role === 'model' && !hasCall(event) && Boolean(textOf(event.content))
}

export function hasCall({ content }: AgentEvent): boolean {
  return content?.parts?.some(({ toolCall }) => toolCall !== undefined) === true
}

function depthOf(node: SpanNode, roots: TurnRoots): number {
  const around = [node, ...ancestorsOf(node)]
  const root = around.findIndex((one) => roots.includes(one))
  const within = root < 0 ? around : around.slice(0, root + 1)
  return within.filter(({ meaning }) => meaning.operation === 'agent').length
}
