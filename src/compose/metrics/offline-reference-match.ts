import type { InstructionLanguage, Metric } from '../../core/index.ts'
import { referenceMatch } from '../../metrics/answer/reference-match.ts'

/** Compares answers with references without a model or any setting; the comparison is imported at first use. */
export function offlineReferenceMatch(language: InstructionLanguage = 'en'): Metric {
  return referenceMatch({
    async comparing() {
      const { embeddedJudge } = await import('../../judges/embedded/embedded-judge.ts')
      const { finalResponseMatch } = await import('../../metrics/judged/final-response-match.ts')
      return finalResponseMatch({ judge: embeddedJudge(), samples: 1, threshold: 1, language })
    },
  })
}
