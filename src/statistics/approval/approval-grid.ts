import type { ApprovalGrid } from '../review-measures.ts'
import { clopperPearsonUpper } from '../proportion.ts'
import { type ReviewRow, calibratedRows } from '../review-rows.ts'

export type ApprovalGridOptions = {
  /** 0.05 by default. */
  readonly mostErrors?: number
  /** The fewest rows for a recommendation by `byRate`; 3 by default. */
  readonly fewestRows?: number
  readonly level?: number
}

/**
 * RAPID's safe threshold: the lowest of seven confidences above which at most 5 % of the verdicts were wrong
 * (`byRate`), and the lowest whose one-sided bound is that low (`byBound`). Neither is a guarantee, since the first may
 * rest on three rows and both choose the best of seven thresholds; `certifyApproval` gives one.
 */
export function approvalGrid(rows: readonly ReviewRow[], options: ApprovalGridOptions = {}): ApprovalGrid {
  const { mostErrors = 0.05, fewestRows = 3, level = 0.95 } = options
  const calibrated = calibratedRows(rows)
  const looks = thresholds.flatMap((threshold) => {
    const kept = calibrated.filter(({ confidence }) => confidence >= threshold)
    if (kept.length === 0) return []
    const wrong = kept.filter(({ right }) => !right)
    const [n, errors] = [kept.length, wrong.length]
    return {
      threshold,
      n,
      coverage: n / calibrated.length,
      accuracy: (n - errors) / n,
      errors,
      errorRate: errors / n,
      misses: wrong.filter(({ expected }) => expected === 'fail').length,
      upper: clopperPearsonUpper(errors, n, 1 - level),
    }
  })
  const byRate = looks.find(({ n, errorRate }) => n >= fewestRows && errorRate <= mostErrors)
  const byBound = looks.find(({ upper }) => upper <= mostErrors)
  return {
    guarantee: 'none',
    rows: looks,
    mostErrors,
    byRate: { fewestRows, recommended: byRate?.threshold ?? null },
    byBound: { level, recommended: byBound?.threshold ?? null },
  }
}

const thresholds = [0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95] as const
