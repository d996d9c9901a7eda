import type { PackMetric } from '../../../core/index.ts'
import { mostSentences } from './most-sentences.ts'

/** The metrics of reviews by their names in criteria; each is imported at first use. */
export const reviewMetrics: Readonly<Record<string, PackMetric>> = {
  verdict_match: {
    looksAt: [],
    withoutThreshold: true,
    make: async () => (await import('./verdict-match.ts')).verdictMatch(),
  },
  citations_verified: {
    looksAt: [],
    make: async (_options, { threshold, documents }) =>
      (await import('./citations-verified.ts')).citationsVerified({ threshold, documents }),
  },
  explanation_quality: {
    judged: {
      samples: 1,
      make: async (_options, needs) => (await import('./explanation-quality.ts')).explanationQuality(needs),
    },
  },
  explanation_groundedness: {
    judged: {
      samples: 1,
      questions: { typical: 1, most: mostSentences },
      make: async (_options, needs) => (await import('./explanation-groundedness.ts')).explanationGroundedness(needs),
    },
  },
  review_tool_use: {
    judged: {
      samples: 1,
      make: async (_options, needs) => (await import('./review-tool-use.ts')).reviewToolUse(needs),
    },
  },
}
