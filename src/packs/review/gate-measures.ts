import { z } from 'zod'
import { Measurement, message, type GateLimit, type GateMeasures, type ValueAtWorst } from '../../core/index.ts'

const GatedSummary = z.object({
  rows: z.object({ total: z.number(), scored: z.number(), calibrated: z.number() }),
  classification: z.object({
    truePositives: z.number(),
    falsePositives: z.number(),
    trueNegatives: z.number(),
    falseNegatives: z.number(),
    accuracy: Measurement,
    precision: Measurement,
    recall: Measurement,
    f1: Measurement,
    specificity: Measurement,
    missRate: Measurement,
    falseAlarmRate: Measurement,
  }),
  calibration: z.object({ n: z.number(), ece: Measurement, brier: Measurement }),
  confidence: z.object({ criticalErrors: z.array(z.unknown()) }),
})
type GatedSummary = z.infer<typeof GatedSummary>

/** Limits that a gate may put on a set of reviews: `recall<0.95`, `ece>0.2`, `critical-error`. */
export const reviewMeasures: GateMeasures = {
  set: 'review',
  names: ['accuracy', 'precision', 'recall', 'f1', 'specificity', 'miss-rate', 'false-alarm-rate', 'ece', 'brier'],
  rules: {
    'critical-error'(summary) {
      const review = GatedSummary.safeParse(summary).data
      if (review === undefined) return message('there are no reviews that could have critical errors')
      const { length } = review.confidence.criticalErrors
      return length === 0 ? undefined : message('{count} critical {count|error|errors}', { count: length })
    },
  },
  examples: ['critical-error', 'recall<0.95', 'ece>0.2'],
  areMeasuredBy: (metrics) => metrics.some(({ name }) => name === 'verdict_match'),
  valueAtWorst(summary, limit) {
    const review = GatedSummary.safeParse(summary).data
    return review && reviewAtWorst(review, limit)
  },
}

/** Counts each review that could not be scored as a mistake of the kind that the measure counts. */
function reviewAtWorst(
  { classification, calibration, rows }: GatedSummary,
  { name, side }: Pick<GateLimit, 'name' | 'side'>,
): ValueAtWorst | undefined {
  const { accuracy, precision, recall, f1, specificity, missRate, falseAlarmRate } = classification
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = classification
  const { ece, brier } = calibration
  const [violations, compliant] = [truePositives + falseNegatives, trueNegatives + falsePositives]
  // The denominator of each measure; for F1 it is twice the hits plus all mistakes.
  const [measurement, n] =
    new Map([
      ['accuracy', [accuracy, rows.scored] as const],
      ['precision', [precision, truePositives + falsePositives] as const],
      ['recall', [recall, violations] as const],
      ['f1', [f1, 2 * truePositives + falsePositives + falseNegatives] as const],
      ['specificity', [specificity, compliant] as const],
      ['miss-rate', [missRate, violations] as const],
      ['false-alarm-rate', [falseAlarmRate, compliant] as const],
      ['ece', [ece, calibration.n] as const],
      ['brier', [brier, calibration.n] as const],
    ]).get(name) ?? []
  if (measurement?.status !== 'measured' || n === undefined) return undefined
  const missing = rows.total - (name === 'ece' || name === 'brier' ? rows.calibrated : rows.scored)
  const worst = side === 'below' ? 0 : 1
  return { value: (measurement.value * n + worst * missing) / (n + missing), missing }
}
