import type { InstructionLanguage, Metric } from '../../core/index.ts'
import { referenceMatch } from '../../metrics/answer/reference-match.ts'

/** The check of answers against references that needs no model and no setting. What compares them loads when it is needed. */
export function offlineReferenceMatch(language: InstructionLanguage = 'en'): Metric {
  return referenceMatch({
    async comparing() {
      const { embeddedJudge } = await import('../../judges/embedded/embedded-judge.ts')
      const { finalResponseMatch } = await import('../../metrics/judged/final-response-match.ts')
      return finalResponseMatch({ judge: embeddedJudge(), samples: 1, threshold: 1, language })
    },
  })
}
