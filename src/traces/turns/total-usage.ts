import type { Usage } from '../../core/index.ts'
import type { ModelCall } from './model-calls.ts'
import type { SpanNode } from './span-tree.ts'

/** Tokens of all calls of models; of those that count none, what the span around them counts; without any, the topmost ones. */
export function totalUsage(nodes: readonly SpanNode[], models: readonly ModelCall[]): Usage | undefined {
  const own = models.filter(({ meaning }) => meaning.usage !== undefined)
  const frames = models
    .filter(({ meaning }) => meaning.usage === undefined)
    .flatMap(({ node }) => countingFrame(node) ?? [])
  const around = [...new Set(frames)].filter((frame) => !own.some(({ node }) => isBelow(node, frame)))
  const counted = [...own, ...around].flatMap(({ meaning }) => meaning.usage ?? [])
  return sum(counted.length > 0 ? counted : nodes.filter(isTopmost).flatMap(({ meaning }) => meaning.usage ?? []))
}

function countingFrame({ parent }: SpanNode): SpanNode | undefined {
  for (let above = parent; above !== undefined; above = above.parent)
    if (above.meaning.usage !== undefined) return above
  return undefined
}

function isBelow({ parent }: SpanNode, frame: SpanNode): boolean {
  for (let above = parent; above !== undefined; above = above.parent) if (above === frame) return true
  return false
}

function isTopmost({ meaning, parent }: SpanNode): boolean {
  if (meaning.usage === undefined) return false
  for (let above = parent; above !== undefined; above = above.parent)
    if (above.meaning.usage !== undefined) return false
  return true
}

function sum(usages: readonly Usage[]): Usage | undefined {
  const total: Usage = {}
  for (const usage of usages) {
    for (const [name, count] of Object.entries(usage) as [keyof Usage, number][])
      total[name] = (total[name] ?? 0) + count
  }
  return Object.keys(total).length === 0 ? undefined : total
}
