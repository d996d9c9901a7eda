import type { RunStore } from '../core/index.ts'
import { addLabelAt, labelLines } from './labels.ts'
import type { LabelService } from '../server/index.ts'

/** The functions behind `shinsa labels`, for the page. */
export function labelling(store: RunStore): LabelService {
  return {
    async add(run, said) {
      const label = { ...said, at: new Date().toISOString() }
      await addLabelAt(run, label, store)
      return { runId: run.plan.runId, ...label }
    },
    lines: (run) => labelLines(run, store),
    async plan(run, wanted) {
      const { labelPlanOf } = await import('./label-plan.ts')
      return labelPlanOf(run, { ...wanted, seed: run.plan.seed }, store)
    },
  }
}
