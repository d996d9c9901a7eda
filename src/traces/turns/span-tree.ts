import { spanMeaning } from '../dialects/meaning-of.ts'
import type { Span } from '../span.ts'
import type { SpanMeaning } from '../span-meaning.ts'

/** A span with the spans that it encloses, in the order of their start. */
export type SpanNode = {
  readonly span: Span
  readonly meaning: SpanMeaning
  readonly parent: SpanNode | undefined
  readonly children: readonly SpanNode[]
}

type Growing = { span: Span; meaning: SpanMeaning; parent: SpanNode | undefined; children: Growing[] }

/**
 * Builds the trees of one trace. Spans with an unknown parent get a frame in its place, under the span during which
 * they ran, if any.
 */
export function spanTrees(spans: readonly Span[]): readonly SpanNode[] {
  const nodes = new Map<string, Growing>()
  for (const span of spans) nodes.set(span.spanId, keepFuller(nodes.get(span.spanId), span))
  const tops: Growing[] = []
  const lost = new Map<string, Growing[]>()
  for (const node of nodes.values()) {
    const { parentSpanId: parentId, spanId } = node.span
    const parent = parentId === undefined || parentId === spanId ? undefined : nodes.get(parentId)
    // Malicious spans may name each other as parents.
    if (parent !== undefined && !isWithin(parent, node)) adopt(parent, node)
    else if (parentId !== undefined && !nodes.has(parentId)) lost.set(parentId, [...(lost.get(parentId) ?? []), node])
    else tops.push(node)
  }
  for (const [spanId, children] of lost) {
    const frame = frameOf(spanId, children)
    const around = enclosing(nodes.values(), frame)
    if (around === undefined) tops.push(frame)
    else adopt(around, frame)
  }
  for (const node of nodes.values()) node.children.sort(byStart)
  return tops.toSorted(byStart)
}

/** Returns a node and all its descendants; earlier ones first. */
export function withDescendants(
  root: SpanNode,
  goesBelow: (node: SpanNode) => boolean = () => true,
): readonly SpanNode[] {
  const found: SpanNode[] = []
  const left = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    found.push(node)
    if (goesBelow(node)) left.push(...node.children.toReversed())
  }
  return found
}

/** Returns when a span ended; for one that was never ended, when its last descendant ended. */
export function endOf(node: SpanNode): number {
  const { startedAt, endedAt } = node.span
  return (
    endedAt ?? withDescendants(node).reduce((end, { span }) => Math.max(end, span.endedAt ?? span.startedAt), startedAt)
  )
}

// A span may arrive twice: while it runs, and after its end.
function keepFuller(before: Growing | undefined, span: Span): Growing {
  if (before === undefined) return { span, meaning: spanMeaning(span), parent: undefined, children: [] }
  // A span known only from log records has no name.
  const isWhole = span.name !== '' && (span.endedAt !== undefined || before.span.endedAt === undefined)
  const [former, latter] = isWhole || before.span.name === '' ? [before.span, span] : [span, before.span]
  const both = {
    ...latter,
    attributes: { ...former.attributes, ...latter.attributes },
    events: eventsOf(former, latter),
  }
  return { ...before, span: both, meaning: spanMeaning(both) }
}

function eventsOf(former: Span, latter: Span): Span['events'] {
  const known = new Set(latter.events.map(({ name, at }) => `${at} ${name}`))
  return [...former.events.filter(({ name, at }) => !known.has(`${at} ${name}`)), ...latter.events]
}

function adopt(parent: Growing, child: Growing): void {
  child.parent = parent
  parent.children.push(child)
}

/** Returns the innermost span around a node that passes a test. */
export function findAbove({ parent }: SpanNode, test: (node: SpanNode) => boolean): SpanNode | undefined {
  let above = parent
  while (above !== undefined && !test(above)) above = above.parent
  return above
}

/** Returns the innermost agent, model call or tool around a node. */
export function workAbove(node: SpanNode): SpanNode | undefined {
  return findAbove(node, ({ meaning }) => isWork(meaning.operation))
}

/** Returns the spans around a node; the innermost comes first. */
export function ancestorsOf({ parent }: SpanNode): readonly SpanNode[] {
  const around: SpanNode[] = []
  for (let above = parent; above !== undefined; above = above.parent) around.push(above)
  return around
}

export function isWork(operation: string): boolean {
  return operation === 'agent' || operation === 'model' || operation === 'tool'
}

/** Returns whether a node is another or lies below it. */
export function isWithin(node: SpanNode, other: SpanNode): boolean {
  return node === other || findAbove(node, (above) => above === other) !== undefined
}

function frameOf(spanId: string, children: Growing[]): Growing {
  const [first] = children.toSorted(byStart)
  const startedAt = first?.span.startedAt ?? 0
  const endedAt = children.reduce((end, child) => Math.max(end, endOf(child)), startedAt)
  const span: Span = {
    traceId: first?.span.traceId ?? '',
    spanId,
    name: '',
    startedAt,
    endedAt,
    attributes: {},
    resource: first?.span.resource ?? {},
    events: [],
  }
  const frame: Growing = { span, meaning: { operation: 'other' }, parent: undefined, children: [] }
  for (const child of children) adopt(frame, child)
  frame.children.sort(byStart)
  return frame
}

function enclosing(nodes: Iterable<Growing>, frame: Growing): Growing | undefined {
  let best: Growing | undefined
  for (const node of nodes) {
    const { startedAt, endedAt } = node.span
    const isAround = endedAt !== undefined && startedAt <= frame.span.startedAt && endedAt >= (frame.span.endedAt ?? 0)
    if (!isAround || isWithin(node, frame) || !['agent', 'workflow', 'other'].includes(node.meaning.operation)) continue
    if (best === undefined || startedAt >= best.span.startedAt) best = node
  }
  return best
}

function byStart(one: SpanNode, other: SpanNode): number {
  return one.span.startedAt - other.span.startedAt || endOf(other) - endOf(one)
}
