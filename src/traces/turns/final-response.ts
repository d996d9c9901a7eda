import type { AgentEvent, Content } from '../../core/index.ts'
import { textOf } from '../../core/index.ts'
import type { SpanNode } from './span-tree.ts'
import type { TracedEvent } from './trajectory.ts'
import type { TurnRoots } from './turn-roots.ts'

/** The answer, and the steps without it. */
export function finalResponseOf(
  roots: TurnRoots,
  events: readonly TracedEvent[],
  given?: Content,
): { readonly finalResponse: Content | undefined; readonly steps: readonly AgentEvent[] } {
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
  }
}

function lastWords(output: readonly Content[]): Content | undefined {
  const last = output.findLast((content) => content.role === 'model' && textOf(content))
  const isCall = last?.parts?.some(({ toolCall }) => toolCall !== undefined) === true
  return isCall || last === undefined ? undefined : { role: 'model', parts: last.parts ?? [] }
}

/**
 * What was said last, by the root itself unless it had handed over: what a child answers to its parent is no answer to the
 * user as long as the parent speaks after it.
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

function hasCall({ content }: AgentEvent): boolean {
  return content?.parts?.some(({ toolCall }) => toolCall !== undefined) === true
}

/** How many agents stand between a span and the user. */
function depthOf(node: SpanNode, roots: TurnRoots): number {
  let depth = 0
  for (let next: SpanNode | undefined = node; next !== undefined; next = next.parent) {
    if (next.meaning.operation === 'agent') depth += 1
    if (roots.includes(next)) break
  }
  return depth
}
