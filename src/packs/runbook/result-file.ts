import { join } from 'node:path'
import { message } from '../../core/index.ts'
import type { PackResultFile } from '../../core/pack-result-file.ts'
import { localTimestamp } from '../../formats/kit/local-time.ts'
import { runbookFormats } from './formats.ts'

export const runbookResultFile: PackResultFile = {
  /** `logs/judge_eval_20260131_094500.json`, in local time. */
  pathAt: (at) => join('logs', `judge_eval_${localTimestamp(at)}.json`),
  isDefault: (path) => /^logs[/\\]judge_eval_\d{8}_\d{6}\.json$/.test(path),
  isUnasked: true,
  async content({ run, endedAt, results }) {
    const summary = run.summary?.runbook
    const isOurs = runbookFormats.some(({ name }) => name === run.plan.dataset.format)
    if (summary === undefined || !isOurs || run.status !== 'finished') return undefined
    const { toRunbookResult } = await import('./formats/runbook-result.ts')
    return toRunbookResult({ run, endedAt, summary, results: await results() })
  },
  said: (_path, file) => [message('Evaluation done! Results saved to {file}', { file })],
}
