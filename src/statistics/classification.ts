import type { Estimate } from '../core/index.ts'
import type { Classification } from './review-measures.ts'
import { message } from '../core/basics/message.ts'
import { measured, rateOver } from './rate.ts'
import { type ReviewRow, type ScoredRow, namedRow, readReviewRows } from './review-rows.ts'

/**
 * Compares verdicts with right answers; a positive is a violation, that is `fail`. A rate without a denominator is
 * undefined, with the reason. Intervals are Wilson's, or t over cases when cases repeat; for F1 see `f1Of`.
 */
export function classificationOf(
  rows: readonly ReviewRow[],
  options: { readonly level?: number } = {},
): Classification {
  const { level = 0.95 } = options
  const { counts, scored } = readReviewRows(rows)
  const violations = scored.filter(({ expected }) => expected === 'fail')
  const compliant = scored.filter(({ expected }) => expected === 'pass')
  const flagged = scored.filter(({ result }) => result === 'fail')
  const misses = violations.filter(isWrong)
  const falseAlarms = compliant.filter(isWrong)
  const [falseNegatives, falsePositives] = [misses.length, falseAlarms.length]
  const [truePositives, trueNegatives] = [violations.length - falseNegatives, compliant.length - falsePositives]

  const noRow = message('no row could be scored')
  const noViolation = message('no violation in the data')
  const noCompliant = message('nothing in the data should pass')
  const noFlag = message('nothing was flagged')
  const neither = message('no violation in the data and nothing flagged')
  return {
    truePositives,
    falsePositives,
    trueNegatives,
    falseNegatives,
    matrix: [
      [trueNegatives, falsePositives],
      [falseNegatives, truePositives],
    ],
    accuracy: measured(rateOver(scored, isRight, level), noRow),
    accuracyWithErrors: measured(
      rateOver(askedRows(rows, scored), ({ right }) => right, level),
      noRow,
    ),
    precision: measured(rateOver(flagged, isRight, level), noFlag),
    recall: measured(rateOver(violations, isRight, level), noViolation),
    f1: measured(f1Of(scored, level), neither),
    specificity: measured(rateOver(compliant, isRight, level), noCompliant),
    missRate: measured(rateOver(violations, isWrong, level), noViolation),
    falseAlarmRate: measured(rateOver(compliant, isWrong, level), noCompliant),
    missShare: measured(
      rateOver(scored, (row) => isWrong(row) && row.expected === 'fail', level),
      noRow,
    ),
    falseAlarmShare: measured(
      rateOver(scored, (row) => isWrong(row) && row.expected === 'pass', level),
      noRow,
    ),
    zeroForUndefined:
      counts.scored === 0
        ? null
        : {
            precision: ratioOrZero(truePositives, flagged.length),
            recall: ratioOrZero(truePositives, violations.length),
            f1: ratioOrZero(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives),
          },
    misses: misses.map(namedRow),
    falseAlarms: falseAlarms.map(namedRow),
  }
}

/**
 * F1 is a monotone function of r = TP / (TP + FP + FN), a rate over the rows that are violations or were flagged, so
 * its interval is that rate's, transformed by F1 = 2r / (1 + r) (Lam et al. 2023, arXiv 2309.14621).
 */
function f1Of(scored: readonly ScoredRow[], level: number): Estimate | null {
  const concerned = scored.filter(({ expected, result }) => expected === 'fail' || result === 'fail')
  const rate = rateOver(concerned, isRight, level)
  if (rate === null) return null
  return { ...rate, value: bend(rate.value), low: bend(rate.low), high: bend(rate.high), method: `${rate.method}-f1` }
}

function bend(rate: number): number {
  return (2 * rate) / (1 + rate)
}

/** Lists the labelled rows put to the agent; those without a verdict count as wrong. */
function askedRows(
  rows: readonly ReviewRow[],
  scored: readonly ScoredRow[],
): readonly { readonly caseId: string; readonly right: boolean }[] {
  const rightAt = new Set(scored.filter(isRight).map(({ index }) => index))
  return rows.flatMap((row, index) => (wasAsked(row) ? [{ caseId: row.caseId, right: rightAt.has(index) }] : []))
}

/** A row without an answer counts as wrong whatever its label. */
function wasAsked({ expected, status }: ReviewRow): boolean {
  if (status === 'agent-error' || status === 'invalid-output') return true
  return status !== 'skipped' && status !== 'declined' && (expected === 'pass' || expected === 'fail')
}

function isRight({ right }: ScoredRow): boolean {
  return right
}

function isWrong({ right }: ScoredRow): boolean {
  return !right
}

function ratioOrZero(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
