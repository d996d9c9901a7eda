import { limitOf } from '../runner/gate.ts'
import { runbookSet } from '../packs/runbook/metrics/runbook-set.ts'
import type { RunPlan, SetMetric } from '../core/index.ts'

/** What the answers are worth together, by the limits of the run's gate where it has some. */
export function runbookSetOf({ metrics, failOn }: Pick<RunPlan, 'metrics' | 'failOn'>): SetMetric {
  const limits = failOn.flatMap((rule) => limitOf(rule) ?? [])
  const limitFor = (name: string) => limits.find((limit) => limit.name === name && limit.side === 'below')?.limit ?? 0.7
  const panel = metrics.find(({ name }) => name === 'runbook_panel')
  return runbookSet({
    passLine: panel?.threshold ?? 0.7,
    share: limitFor('runbook_panel.pass-rate'),
    mean: limitFor('runbook_panel'),
  })
}
