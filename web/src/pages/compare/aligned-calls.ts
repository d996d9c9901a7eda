import type { ToolCall } from '../../../../src/core/invocation.ts'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import { alignInOrder } from '../../../../src/metrics/trajectory/align-in-order.ts'

/** How a call compares with the baseline's call in the same row. */
export type CallDifference = 'same' | 'other-arguments' | 'missing' | 'extra'

/** A turn's calls, where they are known. */
export type KnownCalls = readonly ToolCall[] | 'unknown'

/** Calls of one row; undefined for a run without a counterpart. */
export type CallRow = {
  readonly baseline: ToolCall | undefined
  readonly others: readonly { readonly call: ToolCall | undefined; readonly mark: CallDifference | undefined }[]
}

/** Aligns the calls of runs with the baseline's; additional calls get rows of their own. */
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
  /** The other run's counterpart of each baseline call, if any. */
  readonly beside: readonly (ToolCall | undefined)[]
  /** Additional calls by the index of the preceding baseline call; -1 before the first. */
  readonly after: ReadonlyMap<number, readonly ToolCall[]>
}

/** Where the calls of one run are unknown, nothing is missing or additional. */
function notLaid(calls: KnownCalls): Laid {
  return { beside: [], after: new Map(calls === 'unknown' ? [] : [[-1, calls]]) }
}

/** Aligns by the longest sequence of equal tools, preferring equal arguments. */
function lay(baseline: readonly ToolCall[], calls: readonly ToolCall[]): Laid {
  const texts = calls.map(textOfCall)
  const { partners } = alignInOrder(
    baseline.map((one) => {
      const text = textOfCall(one)
      return calls.map(({ name }, at) => (name !== one.name ? 0 : texts[at] === text ? 3 : 2))
    }),
  )
  const partnerOf = new Map(partners.map((at, place) => [at, place]))
  const after = new Map<number, ToolCall[]>()
  let place = -1
  for (const [at, call] of calls.entries()) {
    const partner = partnerOf.get(at)
    if (partner === undefined) after.set(place, [...(after.get(place) ?? []), call])
    else place = partner
  }
  return { beside: partners.map((at) => (at === undefined ? undefined : calls[at])), after }
}
