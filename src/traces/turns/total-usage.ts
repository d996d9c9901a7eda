import type { Usage } from '../../core/index.ts'
import type { ModelCall } from './model-calls.ts'
import type { SpanNode } from './span-tree.ts'

/** Tokens of all calls of models; where none of them counts, what the topmost spans count that do. */
export function totalUsage(nodes: readonly SpanNode[], models: readonly ModelCall[]): Usage | undefined {
  const counted = models.flatMap(({ meaning }) => meaning.usage ?? [])
  return sum(counted.length > 0 ? counted : nodes.filter(isTopmost).flatMap(({ meaning }) => meaning.usage ?? []))
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
