import type { JudgeSource } from '../../core/index.ts'
import type { RunJudges } from '../judging/choose-judge.ts'

/** The judges of a run as its metrics come by them. */
export function judgesForMetrics(judges: RunJudges): JudgeSource {
  return {
    language: judges.language,
    warn: judges.warnings.add,
    async judgeOf(criterion, otherwise) {
      const { judgeOf } = await import('./judged-metrics.ts')
      return judgeOf(criterion, judges, otherwise)
    },
  }
}
