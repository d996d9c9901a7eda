import type { Evidence } from '../../core/score.ts'
import { EvidenceStatus, ReviewVerdict } from '../../core/review.ts'

export type JudgedVerdict = {
  readonly expected: ReviewVerdict
  readonly result: ReviewVerdict
  /** 0–1; absent where the reviewer gave no usable value. */
  readonly confidence?: number | undefined
  readonly evidenceStatus?: EvidenceStatus | undefined
}

/** Writes a verdict as evidence, from which the measures over all reviews are computed. */
export function evidenceOfVerdict({ expected, result, confidence, evidenceStatus }: JudgedVerdict): Evidence {
  return {
    kind: 'classification',
    expected,
    actual: result,
    ...(confidence !== undefined && { confidence }),
    ...(evidenceStatus && { details: { evidenceStatus } }),
  }
}

export function judgedVerdictIn(evidence: Evidence): JudgedVerdict | undefined {
  if (evidence.kind !== 'classification') return undefined
  const { confidence, details } = evidence
  const [expected, result] = [evidence.expected, evidence.actual].map(
    (verdict) => ReviewVerdict.safeParse(verdict).data,
  )
  if (expected === undefined || result === undefined) return undefined
  const evidenceStatus = EvidenceStatus.safeParse(details?.['evidenceStatus']).data
  return {
    expected,
    result,
    ...(confidence !== undefined && { confidence }),
    ...(evidenceStatus && { evidenceStatus }),
  }
}
