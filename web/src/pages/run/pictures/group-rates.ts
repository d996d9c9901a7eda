import type { Estimate } from '../../../../../src/core/run/estimate.ts'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { rateOver } from '../../../../../src/statistics/rate.ts'
import { valuesOf } from '../../../../../src/server/view/match-rows.ts'
import { metaField } from '../../../../../src/server/view/table-view.ts'

export type GroupRate = {
  readonly value: string
  /** Of evaluated results; null without any. */
  readonly passRate: Estimate | null
  readonly notEvaluated: number
}

const most = 40
const level = 0.95

/** Fields that divide the results into several groups, and not one for each case. */
export function groupingFields(rows: readonly CaseRow[]): readonly string[] {
  const values = new Map<string, Set<string>>([
    ['category', new Set()],
    ['tag', new Set()],
  ])
  for (const row of rows) {
    if (row.category !== undefined) note(values, 'category', row.category)
    for (const tag of row.tags ?? []) note(values, 'tag', tag)
    for (const key in row.metadata) note(values, metaField(key), row.metadata[key] ?? '')
  }
  const cases = new Set(rows.map(({ position }) => position)).size
  return [...values].flatMap(([field, { size }]) => (size > 1 && size <= most && size * 2 <= cases ? [field] : []))
}

function note(values: Map<string, Set<string>>, field: string, value: string): void {
  const known = values.get(field)
  if (known === undefined) values.set(field, new Set([value]))
  // More groups than can be shown are not counted.
  else if (known.size <= most) known.add(value)
}

/** Pass rates of the groups, worst first. */
export function groupRates(rows: readonly CaseRow[], field: string): readonly GroupRate[] {
  const groups = new Map<string, CaseRow[]>()
  for (const row of rows) {
    for (const value of valuesOf(row, field)) {
      const members = groups.get(String(value))
      if (members === undefined) groups.set(String(value), [row])
      else members.push(row)
    }
  }
  return [...groups]
    .map(([value, members]) => {
      const evaluated = members.filter(({ verdict }) => verdict !== undefined && verdict !== 'not-evaluated')
      const notEvaluated = members.filter(({ verdict }) => verdict === 'not-evaluated').length
      return { value, notEvaluated, passRate: rateOver(evaluated, ({ verdict }) => verdict === 'passed', level) }
    })
    .toSorted(
      (a, b) => (a.passRate?.value ?? 2) - (b.passRate?.value ?? 2) || (b.passRate?.n ?? 0) - (a.passRate?.n ?? 0),
    )
}
