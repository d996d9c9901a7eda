import type { EvidenceStatus, ReviewVerdict } from '../core/index.ts'
import type { NamedRow } from './review-measures.ts'

/**
 * Holds one review beside its right answer, as it came: only an exact `pass` or `fail` and a confidence from 0 to 1 count.
 *
 * @example
 * const row: ReviewRow = { caseId: 'lease', expected: 'fail', result: 'pass', confidence: 0.9 }
 */
export type ReviewRow = {
  /** Repeats of a case share its id and are not independent. */
  readonly caseId: string
  readonly expected?: unknown
  readonly result?: unknown
  /** The stated probability that the result is right. */
  readonly confidence?: unknown
  /** The outcome of asking; after an error `result` is ignored. `answered` by default. */
  readonly status?: 'answered' | 'agent-error' | 'invalid-output' | 'declined' | 'skipped'
  readonly evidenceStatus?: EvidenceStatus
}

export type ScoredRow = NamedRow & { readonly right: boolean }

export type CalibratedRow = ScoredRow & { readonly confidence: number }

/** Returns the rows that can be scored, with their original index and name, and the counts of all kinds. */
export function readReviewRows(rows: readonly ReviewRow[]) {
  const counts = {
    total: rows.length,
    scored: 0,
    invalidExpected: 0,
    invalidResult: 0,
    agentErrors: 0,
    invalidOutputs: 0,
    declined: 0,
    skipped: 0,
    calibrated: 0,
    invalidConfidence: 0,
  }
  const scored: ScoredRow[] = []
  for (const [index, row] of rows.entries()) {
    const { caseId, expected, result } = row
    const trouble = troubleOf(row)
    if (trouble !== undefined) counts[trouble] += 1
    if (trouble !== undefined || !isVerdict(expected) || !isVerdict(result)) continue
    const confidence = isProbability(row.confidence) ? row.confidence : null
    counts.scored += 1
    counts[confidence === null ? 'invalidConfidence' : 'calibrated'] += 1
    scored.push({ index, caseId, expected, result, confidence, right: expected === result })
  }
  return { counts, scored }
}

/** Lists the scored rows with a usable confidence. */
export function calibratedRows(rows: readonly ReviewRow[]): readonly CalibratedRow[] {
  return readReviewRows(rows).scored.filter((row): row is CalibratedRow => row.confidence !== null)
}

export function namedRow({ index, caseId, expected, result, confidence }: NamedRow): NamedRow {
  return { index, caseId, expected, result, confidence }
}

/** A row without an answer is counted by that reason, whether or not it has a label. */
function troubleOf({ expected, result, status = 'answered' }: ReviewRow) {
  if (status === 'skipped') return 'skipped'
  if (status === 'declined') return 'declined'
  if (status === 'agent-error') return 'agentErrors'
  if (status === 'invalid-output') return 'invalidOutputs'
  if (!isVerdict(expected)) return 'invalidExpected'
  return isVerdict(result) ? undefined : 'invalidResult'
}

function isVerdict(value: unknown): value is ReviewVerdict {
  return value === 'pass' || value === 'fail'
}

function isProbability(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}
