import type { AnswerField, AnswerShape } from './answer-shape.ts'

type Comparison = {
  /** The greatest difference of numbers, as a share of their range. Those without a range have to be equal. */
  readonly tolerance?: number
}

/**
 * Compares the decisions of two answers of one shape. Free texts (reasons, quotes) are ignored, except that a list of
 * them is either empty or not. The order of entries does not matter, except in very long lists.
 */
export function sameVerdict(one: unknown, other: unknown, shape: AnswerShape, comparison: Comparison = {}): boolean {
  switch (shape.kind) {
    case 'text':
      return true
    case 'nullable':
      if (shape.inner.kind === 'text') return true
      if (one === null || other === null) return one === other
      return sameVerdict(one, other, shape.inner, comparison)
    case 'number':
      return Math.abs(Number(one) - Number(other)) <= rangeOf(shape) * (comparison.tolerance ?? 0)
    case 'list':
      return sameEntries(asList(one), asList(other), shape.items, comparison)
    case 'object':
      return shape.fields.every((field) =>
        sameVerdict(valueOf(one, field), valueOf(other, field), field.shape, comparison),
      )
    case 'choice':
    case 'boolean':
    case 'other':
      return JSON.stringify(one) === JSON.stringify(other)
  }
}

function rangeOf({ minimum, maximum }: Extract<AnswerShape, { kind: 'number' }>): number {
  return minimum === undefined || maximum === undefined ? 0 : maximum - minimum
}

function sameEntries(
  one: readonly unknown[],
  other: readonly unknown[],
  items: AnswerShape,
  comparison: Comparison,
): boolean {
  if (items.kind === 'text') return (one.length === 0) === (other.length === 0)
  if (one.length !== other.length) return false
  const same = (entry: unknown, candidate: unknown) => sameVerdict(entry, candidate, items, comparison)
  if (one.every((entry, index) => same(entry, other[index]))) return true
  const isIn = (entries: readonly unknown[]) => (entry: unknown) => entries.some((candidate) => same(entry, candidate))
  return one.length <= longestUnordered && one.every(isIn(other)) && other.every(isIn(one))
}

// Each entry is compared with every other one.
const longestUnordered = 200

// Both values fit the schema, so one that is no list or object is an optional field that was left out.
function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function valueOf(value: unknown, { name }: AnswerField): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined
}
