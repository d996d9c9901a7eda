import type { ArgumentDifference, Score, ToolCall, ToolCallRow } from '../../core/index.ts'
import { canonicalJson } from '../../core/basics/json.ts'
import type { CallMark } from './trace-row.ts'

type MarkedCall = {
  readonly mark: CallMark
  readonly expected?: ToolCall
  readonly differences?: readonly ArgumentDifference[]
}

export type AlignedCalls = {
  /** Keyed by the index of the actual call. */
  readonly marks: ReadonlyMap<number, MarkedCall>
  /** Expected calls that were not made, keyed by the index of the actual call before which they belong. */
  readonly missing: ReadonlyMap<number, readonly ToolCall[]>
}

/** For transcripts whose calls are unknown: no expected call counts as missing. */
export const notAligned: AlignedCalls = { marks: new Map(), missing: new Map() }

/** Returns the tool-call comparison of the first metric that compared this turn. */
export function comparedCalls(
  scores: readonly Score[],
  turn: number,
): { readonly metric: string; readonly rows: readonly ToolCallRow[] } | undefined {
  for (const score of scores) {
    const own = 'invocations' in score ? score.invocations?.[turn] : undefined
    const ofCase = turn === 0 && (own === undefined || !('evidence' in own)) && 'evidence' in score && score.evidence
    const evidence = own !== undefined && 'evidence' in own ? own.evidence : ofCase || undefined
    const found = evidence?.find(({ kind }) => kind === 'tool-calls')
    if (found?.kind === 'tool-calls') return { metric: score.metric, rows: found.rows }
  }
  return undefined
}

export function alignRows(rows: readonly ToolCallRow[], actual: readonly ToolCall[]): AlignedCalls {
  const open = Map.groupBy([...actual.keys()].toReversed(), (index) => keyOf(actual[index] as ToolCall))
  const marks = new Map<number, MarkedCall>()
  const missing = new Map<number, ToolCall[]>()
  let next = 0
  for (const { verdict: mark, ...row } of rows) {
    const at = row.actual === undefined ? undefined : open.get(keyOf(row.actual))?.pop()
    if (at !== undefined) {
      marks.set(at, { mark, expected: row.expected, differences: row.differences })
      next = Math.max(next, at + 1)
    } else if (row.expected !== undefined) {
      missing.set(next, [...(missing.get(next) ?? []), row.expected])
    }
  }
  return { marks, missing }
}

/**
 * Aligns calls without a metric's comparison: equal calls first, then calls of the same tool in order. A call beyond the expected
 * ones gets no mark, since nothing forbids it.
 */
export function alignPlainly(expected: readonly ToolCall[], actual: readonly ToolCall[]): AlignedCalls {
  if (expected.length === 0) return { marks: new Map(), missing: new Map() }
  const partners = new Map<number, number>()
  const taken = new Set<number>()
  for (const keyed of [keyOf, ({ name }: ToolCall) => name]) {
    const open = Map.groupBy(
      [...actual.keys()].toReversed().filter((index) => !taken.has(index)),
      (index) => keyed(actual[index] as ToolCall),
    )
    for (const [index, call] of expected.entries()) {
      const partner = partners.has(index) ? undefined : open.get(keyed(call))?.pop()
      if (partner === undefined) continue
      partners.set(index, partner)
      taken.add(partner)
    }
  }
  const rows = expected.flatMap((call, index): ToolCallRow | [] => {
    const partner = partners.get(index)
    const made = partner === undefined ? undefined : actual[partner]
    if (made === undefined) return { verdict: 'missing', expected: call }
    const isUntold = call.args !== undefined && made.args === undefined && made.malformed === undefined
    if (isUntold) return []
    const differences = differencesOf(call, made)
    return { verdict: differences.length === 0 ? 'matched' : 'wrong-args', expected: call, actual: made, differences }
  })
  return alignRows(rows, actual)
}

/** An expected call without arguments accepts any arguments. */
function differencesOf(expected: ToolCall, actual: ToolCall): ArgumentDifference[] {
  if (expected.args === undefined) return []
  const [wanted, made] = [expected.args, actual.args ?? {}]
  return [...new Set([...Object.keys(wanted), ...Object.keys(made)])]
    .filter((name) => canonicalJson(wanted[name]) !== canonicalJson(made[name]))
    .map((path) => ({
      path,
      ...(Object.hasOwn(wanted, path) && { expected: wanted[path] }),
      ...(Object.hasOwn(made, path) && { actual: made[path] }),
    }))
}

function keyOf({ name, args, malformed }: ToolCall): string {
  return `${name} ${canonicalJson(args ?? {})} ${malformed ?? ''}`
}
