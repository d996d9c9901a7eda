import type { ConfidenceExtremes, ConfidenceRule } from '../review-measures.ts'
import { message } from '../../core/basics/message.ts'
import { measured, rateOver } from '../rate.ts'
import { type CalibratedRow, type ReviewRow, calibratedRows, namedRow } from '../review-rows.ts'

/** `standard` is the default; `rapid-compat` reproduces the numbers of RAPID's own evaluation. */
export const confidenceRules = {
  standard: { threshold: 0.85, inclusive: false },
  'rapid-compat': { threshold: 0.8, inclusive: true },
} as const satisfies Readonly<Record<string, ConfidenceRule>>

/** Counts errors among confident rows and right answers below 0.5, and names confidently passed violations. */
export function confidenceExtremes(
  rows: readonly ReviewRow[],
  options: { readonly rule?: ConfidenceRule; readonly level?: number } = {},
): ConfidenceExtremes {
  const { rule = confidenceRules.standard, level = 0.95 } = options
  const calibrated = calibratedRows(rows)
  const high = calibrated.filter(({ confidence }) => isConfident(confidence, rule))
  const low = calibrated.filter(({ confidence }) => confidence < 0.5)
  return {
    rule,
    high: { n: high.length, right: rightIn(high) },
    overConfidenceRate: measured(
      rateOver(high, ({ right }) => !right, level),
      message('no row is confident'),
    ),
    low: { n: low.length, right: rightIn(low) },
    underConfidenceRate: measured(
      rateOver(low, ({ right }) => right, level),
      message('no row has a confidence below 0.5'),
    ),
    criticalErrors: high.filter(({ expected, right }) => expected === 'fail' && !right).map(namedRow),
  }
}

function isConfident(confidence: number, { threshold, inclusive }: ConfidenceRule): boolean {
  return inclusive ? confidence >= threshold : confidence > threshold
}

function rightIn(rows: readonly CalibratedRow[]): number {
  return rows.filter(({ right }) => right).length
}
