import type { ToolCall } from '../../../../src/core/invocation.ts'
import { stringifyJson } from '../../../../src/core/basics/json.ts'

/** How a call stands to the one of the baseline in the same row. */
export type CallDifference = 'same' | 'other-arguments' | 'missing' | 'extra'

/** The calls of a run's turn, where anybody knows them. */
export type KnownCalls = readonly ToolCall[] | 'unknown'

/** Calls of one row; where the baseline has none, the others made one more. */
export type CallRow = {
  readonly baseline: ToolCall | undefined
  readonly others: readonly { readonly call: ToolCall | undefined; readonly mark: CallDifference | undefined }[]
}

/** The calls of runs in rows: each run is laid beside the baseline, and what only it called stands between. */
export function alignedCalls(known: KnownCalls, others: readonly KnownCalls[]): readonly CallRow[] {
  const baseline = known === 'unknown' ? [] : known
  const laid = others.map((calls) => (calls === 'unknown' || known === 'unknown' ? notLaid(calls) : lay(known, calls)))
  const rows: CallRow[] = []
  for (let place = -1; place < baseline.length; place += 1) {
    const call = baseline[place]
    if (call !== undefined) {
      const beside = laid.map(({ beside: found }) => found[place])
      rows.push({
        baseline: call,
        others: beside.map((other, index) => ({
          call: other,
          mark: other !== undefined ? markOf(call, other) : others[index] === 'unknown' ? undefined : 'missing',
        })),
      })
    }
    const extras = laid.map(({ after }) => after.get(place) ?? [])
    const most = Math.max(0, ...extras.map(({ length }) => length))
    for (let index = 0; index < most; index += 1) {
      rows.push({
        baseline: undefined,
        others: extras.map((calls) => ({
          call: calls[index],
          mark: calls[index] === undefined || known === 'unknown' ? undefined : 'extra',
        })),
      })
    }
  }
  return rows
}

function markOf(one: ToolCall, other: ToolCall): CallDifference {
  return textOfCall(one) === textOfCall(other) ? 'same' : 'other-arguments'
}

export function textOfCall(call: ToolCall): string {
  return `${call.name}(${argumentsText(call)})`
}

export function argumentsText({ args, malformed }: ToolCall): string {
  return malformed ?? (args === undefined ? '' : stringifyJson(args))
}

type Laid = {
  /** Beside each call of the baseline the other run's, if it made it. */
  readonly beside: readonly (ToolCall | undefined)[]
  /** What it called on top, by the call of the baseline that stands before; -1 before all of them. */
  readonly after: ReadonlyMap<number, readonly ToolCall[]>
}

/** Nothing is missing or on top where the calls of one of the two are unknown. */
function notLaid(calls: KnownCalls): Laid {
  return { beside: [], after: new Map(calls === 'unknown' ? [] : [[-1, calls]]) }
}

/** Beyond this, calls are laid beside each other as they come: the table of all pairs would be too large. */
const callsAtMost = 400

/** The longest sequence of the same tools in the same order, the same arguments counting more than others. */
function lay(baseline: readonly ToolCall[], calls: readonly ToolCall[]): Laid {
  const beside: (ToolCall | undefined)[] = baseline.map(() => undefined)
  const after = new Map<number, ToolCall[]>()
  let place = -1
  for (const [at, call] of pairsOf(baseline, calls)) {
    if (at === undefined) after.set(place, [...(after.get(place) ?? []), call])
    else {
      beside[at] = call
      place = at
    }
  }
  return { beside, after }
}

/** Each call of the other run, with the place in the baseline that it is laid beside. */
function pairsOf(
  baseline: readonly ToolCall[],
  calls: readonly ToolCall[],
): readonly (readonly [number | undefined, ToolCall])[] {
  if (baseline.length > callsAtMost || calls.length > callsAtMost) {
    return calls.map((call, index) => [baseline[index]?.name === call.name ? index : undefined, call])
  }
  const worth = worthTable(baseline, calls)
  const pairs: [number | undefined, ToolCall][] = []
  let i = 0
  for (let j = 0; j < calls.length;) {
    const [one, other] = [baseline[i], calls[j] as ToolCall]
    const gain = one === undefined ? 0 : gainOf(one, other)
    if (gain > 0 && worth[i]?.[j] === gain + (worth[i + 1]?.[j + 1] ?? 0)) {
      pairs.push([i, other])
      i += 1
      j += 1
    } else if (one !== undefined && worth[i]?.[j] === worth[i + 1]?.[j]) i += 1
    else {
      pairs.push([undefined, other])
      j += 1
    }
  }
  return pairs
}

function worthTable(baseline: readonly ToolCall[], calls: readonly ToolCall[]): readonly (readonly number[])[] {
  const worth = Array.from({ length: baseline.length + 1 }, () => Array.from({ length: calls.length + 1 }, () => 0))
  for (let i = baseline.length - 1; i >= 0; i -= 1) {
    for (let j = calls.length - 1; j >= 0; j -= 1) {
      const row = worth[i] as number[]
      const gain = gainOf(baseline[i] as ToolCall, calls[j] as ToolCall)
      const paired = gain === 0 ? 0 : gain + (worth[i + 1]?.[j + 1] ?? 0)
      row[j] = Math.max(paired, worth[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return worth
}

function gainOf(one: ToolCall, other: ToolCall): number {
  if (one.name !== other.name) return 0
  return textOfCall(one) === textOfCall(other) ? 3 : 2
}
