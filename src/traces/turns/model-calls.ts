import type { Content } from '../../core/index.ts'
import type { SpanMeaning } from '../span-meaning.ts'
import { endOf, type SpanNode, workAbove } from './span-tree.ts'

/** One request to a model; several libraries may write a span of it, one within the other. */
export type ModelCall = {
  readonly node: SpanNode
  readonly meaning: SpanMeaning
  readonly input: readonly Content[]
  readonly output: readonly Content[]
  readonly endedAt: number
}

/** Returns each model call among the nodes once, in the order of their start. */
export function modelCallsIn(nodes: readonly SpanNode[]): readonly ModelCall[] {
  const inner = new Map<SpanNode, SpanNode[]>()
  for (const node of nodes) {
    const outer = node.meaning.operation === 'model' ? modelAround(node) : undefined
    if (outer !== undefined) inner.set(outer, [...(inner.get(outer) ?? []), node])
  }
  // A span around several model calls is not a call but their caller.
  const isFrame = (node: SpanNode) => (inner.get(node) ?? []).length > 1
  const isInner = (node: SpanNode) => {
    const outer = modelAround(node)
    return outer !== undefined && !isFrame(outer)
  }
  const calls = nodes
    .filter((node) => node.meaning.operation === 'model' && !isFrame(node) && !isInner(node))
    .map((node) => callOf(node, innermost(node, inner), modelAround(node)?.meaning))
  if (new Set(calls.map(({ node }) => node.span.scope)).size < 2) return calls
  return calls.filter((call, at) => !calls.some((before, other) => other < at && isAgain(call, before)))
}

/** Returns whether another library records the same call: within its time, and with the same output. */
function isAgain({ node, output }: ModelCall, { node: other, output: said }: ModelCall): boolean {
  const isOthers = node.span.scope !== other.span.scope && node.span.traceId === other.span.traceId
  const isDuring = node.span.startedAt >= other.span.startedAt && endOf(node) <= endOf(other)
  return isOthers && isDuring && output.length > 0 && wordsOf(output) === wordsOf(said)
}

function wordsOf(output: readonly Content[]): string {
  const parts = output.flatMap((content) => content.parts ?? []).filter(({ thought }) => thought !== true)
  return parts.map(({ text, toolCall }) => text?.trim() ?? toolCall?.name ?? '').join('\n')
}

/** The input of a call may be on the frame only. */
function callOf(node: SpanNode, all: readonly SpanNode[], frame: SpanMeaning | undefined): ModelCall {
  const meaning = all.reduce<SpanMeaning>((told, { meaning: inner }) => ({ ...inner, ...told }), node.meaning)
  const input = meaning.input ?? frame?.input ?? []
  return { node, meaning, input, output: meaning.output ?? [], endedAt: endOf(node) }
}

function innermost(node: SpanNode, inner: ReadonlyMap<SpanNode, readonly SpanNode[]>): SpanNode[] {
  const found: SpanNode[] = []
  for (let next = inner.get(node)?.[0]; next !== undefined; next = inner.get(next)?.[0]) found.push(next)
  return found
}

function modelAround(node: SpanNode): SpanNode | undefined {
  const around = workAbove(node)
  return around?.meaning.operation === 'model' ? around : undefined
}
