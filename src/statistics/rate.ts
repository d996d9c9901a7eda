import type { Estimate, Measurement, Message } from '../core/index.ts'
import { clusteredMeanInterval } from './clustered.ts'
import { wilsonInterval } from './proportion.ts'

/** Returns the rate of hits over rows: Wilson's interval, or t over the cases when cases repeat. */
export function rateOver<Row extends { readonly caseId: string }>(
  rows: readonly Row[],
  isHit: (row: Row) => boolean,
  level: number,
): Estimate | null {
  if (rows.length === 0) return null
  const hits = rows.map((row) => (isHit(row) ? 1 : 0))
  const cases = rows.map(({ caseId }) => caseId)
  const count = hits.filter((hit) => hit === 1).length
  if (new Set(cases).size === rows.length) return wilsonInterval(count, rows.length, level)
  const estimate = clusteredMeanInterval(hits, cases, { level, bounds: [0, 1] })
  return estimate === null ? null : { ...estimate, value: count / rows.length }
}

export function measured(estimate: Estimate | null, otherwise: Message): Measurement {
  return estimate === null ? { status: 'undefined', reason: otherwise } : { status: 'measured', ...estimate }
}
