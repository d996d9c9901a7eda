import { metaField } from '../../../../../src/server/view/table-view.ts'
import type { RunDetail, CaseRow } from '../../../../../src/server/api/runs.ts'

/** The fields that a run's cases can be shown, filtered and grouped by. */
export type Fields = {
  readonly metrics: readonly {
    readonly name: string
    /** The unit of a quantity; undefined for scores. */
    readonly unit: string | undefined
    readonly lowerIsBetter: boolean
    /** Whether the metric applies to any case. */
    readonly applies: boolean
  }[]
  readonly meta: readonly string[]
  readonly has: Readonly<Record<'category' | 'tag' | 'cost' | 'judge-cost' | 'time' | 'expected', boolean>>
}

/** Metrics in the order of the run, then others found in results; metadata keys as they occur. */
export function tableFields(rows: readonly CaseRow[], { run }: RunDetail): Fields {
  const units = new Map<string, string | undefined>()
  const applying = new Set<string>()
  const meta = new Set<string>()
  for (const { name } of run.plan.metrics) units.set(name, undefined)
  for (const { metric, unit } of run.summary?.metrics ?? []) units.set(metric, unit)
  for (const { verdict, scores, metadata } of rows) {
    for (const { metric, unit, status } of scores) {
      if (unit !== undefined || !units.has(metric)) units.set(metric, unit ?? units.get(metric))
      // Where the agent failed, nothing could be evaluated.
      const isSilent = status === 'not-applicable' || (verdict === 'error' && status === 'not-evaluated')
      if (!isSilent) applying.add(metric)
    }
    if (metadata !== undefined) for (const key of Object.keys(metadata)) meta.add(key)
  }
  const polarity = new Map(run.plan.metrics.map((metric) => [metric.name, metric.polarity]))
  return {
    metrics: [...units].map(([name, unit]) => ({
      name,
      unit,
      lowerIsBetter: polarity.get(name) === 'lower-is-better',
      applies: rows.length === 0 || applying.has(name),
    })),
    meta: [...meta].slice(0, 50),
    has: {
      category: rows.some(({ category }) => category !== undefined),
      tag: rows.some(({ tags }) => tags !== undefined),
      cost: rows.some(({ dollars }) => dollars !== undefined),
      'judge-cost': rows.some(({ judgeDollars = 0 }) => judgeDollars > 0),
      time: rows.some(({ durationMs }) => durationMs !== undefined),
      expected: rows.some(({ expected }) => expected !== undefined),
    },
  }
}

/** Fields to group cases by. */
export function caseGroupFields({ has, meta }: Fields): readonly string[] {
  return [...(has.category ? ['category'] : []), ...(has.tag ? ['tag'] : []), 'reason', 'case', ...meta.map(metaField)]
}
