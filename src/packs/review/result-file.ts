import { join } from 'node:path'
import { message } from '../../core/index.ts'
import type { PackResultFile } from '../../core/pack/pack-result-file.ts'
import { localTimestamp } from '../../formats/kit/local-time.ts'
import { experimentIn } from './defaults.ts'

/** Example: `results/results_20260131_094500.json`, in local time. */
export function reviewResultPath(at: Date): string {
  return join('results', `results_${localTimestamp(at)}.json`)
}

export const reviewResultFile: PackResultFile = {
  pathAt: reviewResultPath,
  isDefault: (path) => /^results[/\\]results_\d{8}_\d{6}\.json$/.test(path),
  async content({ run, endedAt, request, results }) {
    const said = run.summary?.sets?.['review']
    if (said === undefined) return undefined
    const { reviewResult } = await import('./result-content.ts')
    const { ReviewSummary } = await import('../../statistics/review-measures.ts')
    const experiment = experimentIn(request) ?? 'comprehensive'
    return reviewResult({ run, experiment, endedAt, summary: ReviewSummary.parse(said) }, await results())
  },
  said: (file) => [message('✓ Evaluation done!'), message('Results saved: {file}', { file })],
}
