import type { RiskCoverage } from '../review-measures.ts'
import { type ConfidencePoint, sortPoints } from './confidence-bins.ts'

export type RiskCoverageOptions = {
  readonly risks?: readonly number[]
  /** The maximum number of points on the curve, including its ends; 200 by default. */
  readonly curvePoints?: number
}

/**
 * Computes risk against coverage when rows are answered from high confidence to low: AURC and its excess over the best
 * order (Geifman, Uziel & El-Yaniv 2019), AUGRC (Traub et al. 2024). Errors are spread evenly within rows of equal
 * confidence, so that their order does not matter. Null without points.
 */
export function riskCoverage(
  points: readonly ConfidencePoint[],
  options: RiskCoverageOptions = {},
): RiskCoverage | null {
  const { risks = [0.01, 0.02, 0.05, 0.1], curvePoints = 200 } = options
  if (points.length === 0) return null
  const groups = groupsFromHigh(points)
  const n = points.length
  let answered = 0
  let errors = 0
  let riskSum = 0
  let errorSum = 0
  const curve = groups.map((group) => {
    for (let one = 1; one <= group.n; one += 1) {
      const wrong = errors + (group.errors * one) / group.n
      riskSum += wrong / (answered + one)
      errorSum += wrong
    }
    answered += group.n
    errors += group.errors
    return { threshold: group.confidence, coverage: answered / n, risk: errors / answered }
  })
  const aurc = riskSum / n
  const optimalAurc = bestAurc(n, errors)
  return {
    n,
    errors,
    overallRisk: errors / n,
    aurc,
    optimalAurc,
    excessAurc: aurc - optimalAurc,
    augrc: errorSum / n / n,
    curve: thinned(curve, curvePoints),
    coverageAtRisk: risks.map((risk) => {
      const last = curve.findLast((point) => point.risk <= risk)
      return { risk, coverage: last?.coverage ?? 0, threshold: last?.threshold ?? null }
    }),
  }
}

function groupsFromHigh(points: readonly ConfidencePoint[]) {
  const { n, confidence, right } = sortPoints(points)
  const groups: { readonly confidence: number; n: number; errors: number }[] = []
  for (let point = n - 1; point >= 0; point -= 1) {
    const c = confidence[point] ?? 0
    if (groups.at(-1)?.confidence !== c) groups.push({ confidence: c, n: 0, errors: 0 })
    const group = groups.at(-1)
    if (group === undefined) continue
    group.n += 1
    group.errors += 1 - (right[point] ?? 0)
  }
  return groups
}

/** Returns the AURC of the best order, in which every error comes after every right answer. */
function bestAurc(n: number, errors: number): number {
  let sum = 0
  for (let answered = n - errors + 1; answered <= n; answered += 1) sum += (answered - (n - errors)) / answered
  return sum / n
}

function thinned<Point>(curve: readonly Point[], most: number): Point[] {
  if (curve.length <= most) return [...curve]
  const step = (curve.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => curve[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  )
}
