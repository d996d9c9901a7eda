import { join } from 'node:path'
import { message } from '../../core/index.ts'
import type { PackResultFile } from '../../core/pack/pack-result-file.ts'
import { localTimestamp } from '../../formats/kit/local-time.ts'
import { runbookFormats } from './formats.ts'

export const runbookResultFile: PackResultFile = {
  /** For example `logs/judge_eval_20260131_094500.json`, in local time. */
  pathAt: (at) => join('logs', `judge_eval_${localTimestamp(at)}.json`),
  isDefault: (path) => /^logs[/\\]judge_eval_\d{8}_\d{6}\.json$/.test(path),
  isUnasked: true,
  async content({ run, endedAt, results }) {
    const said = run.summary?.sets?.['runbook']
    const isOurs = runbookFormats.some(({ name }) => name === run.plan.dataset.format)
    // The pass rate is a share of all questions, so a partial run has none.
    const isWhole = run.status === 'finished' && run.summary?.stoppedEarly === undefined
    if (said === undefined || !isOurs || !isWhole) return undefined
    const { toRunbookResult } = await import('./formats/runbook-result.ts')
    const { RunbookSummary } = await import('./runbook-summary.ts')
    return toRunbookResult({ run, endedAt, summary: RunbookSummary.parse(said), results: await results() })
  },
  said: (_path, file) => [message('Evaluation done! Results saved to {file}', { file })],
}
