import { type ReviewRow, calibratedRows } from '../review-rows.ts'

/** A row that may be approved without a person; higher scores are approved first. */
export type ApprovalPoint = {
  readonly score: number
  /** True when approving it would be a mistake. */
  readonly bad: boolean
  /** False for rows that no threshold approves but that count as labelled; true by default. */
  readonly approvable?: boolean
}

/**
 * Turns labelled reviews into points for `certifyApproval`. The score is the stated probability that the documents comply:
 * the confidence of a `pass`, 1 - confidence of a `fail`. Bad is a violation, that is an expected `fail`. What the agent
 * failed is approved at no threshold and still counts as labelled. Of a repeated case only the first repeat counts, since a
 * certificate needs independent rows; rows without verdict or confidence are left out.
 *
 * @example
 * approvalPoints([{ caseId: 'lease', expected: 'fail', result: 'pass', confidence: 0.9 }])
 * // => [{ score: 0.9, bad: true, approvable: true }]
 */
export function approvalPoints(rows: readonly ReviewRow[]): readonly ApprovalPoint[] {
  const cases = new Set<string>()
  return calibratedRows(rows).flatMap(({ caseId, expected, result, confidence }) => {
    if (cases.has(caseId)) return []
    cases.add(caseId)
    const approvable = result === 'pass'
    return { score: approvable ? confidence : 1 - confidence, bad: expected === 'fail', approvable }
  })
}

/** The points that each score approves as a threshold, and the bad ones among them; scores run from high to low. */
export type ApprovalLadder = {
  readonly n: number
  readonly violations: number
  readonly thresholds: Float64Array
  readonly approved: Uint32Array
  readonly missed: Uint32Array
}

/** One threshold; it approves points with at least this score. */
export type Rung = { readonly threshold: number; readonly approved: number; readonly missed: number }

export function approvalLadder(points: readonly ApprovalPoint[]): ApprovalLadder {
  const good = sortedScores(points.filter(({ bad, approvable }) => approvable !== false && !bad))
  const bad = sortedScores(points.filter((point) => point.approvable !== false && point.bad))
  const thresholds: number[] = []
  const approved: number[] = []
  const missed: number[] = []
  let [goodLeft, badLeft] = [good.length, bad.length]
  while (goodLeft > 0 || badLeft > 0) {
    const threshold = Math.max(good[goodLeft - 1] ?? -Infinity, bad[badLeft - 1] ?? -Infinity)
    while (goodLeft > 0 && good[goodLeft - 1] === threshold) goodLeft -= 1
    while (badLeft > 0 && bad[badLeft - 1] === threshold) badLeft -= 1
    thresholds.push(threshold)
    missed.push(bad.length - badLeft)
    approved.push(good.length - goodLeft + bad.length - badLeft)
  }
  return {
    n: points.length,
    violations: points.filter((point) => point.bad).length,
    thresholds: Float64Array.from(thresholds),
    approved: Uint32Array.from(approved),
    missed: Uint32Array.from(missed),
  }
}

export function rungAt({ thresholds, approved, missed }: ApprovalLadder, index: number): Rung | undefined {
  const threshold = thresholds[index]
  if (threshold === undefined) return undefined
  return { threshold, approved: approved[index] ?? 0, missed: missed[index] ?? 0 }
}

function sortedScores(points: readonly ApprovalPoint[]): Float64Array {
  for (const { score } of points) {
    if (!Number.isFinite(score)) throw new RangeError(`Only finite scores can be ranked, got ${score}`)
  }
  return Float64Array.from(points, ({ score }) => score).toSorted()
}
