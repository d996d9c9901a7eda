import type { Estimate } from '../core/run/estimate.ts'
import { clopperPearsonInterval } from './proportion.ts'

/** What a judge said of results that people labelled. */
export type AdmissionCounts = {
  /** Of what people failed: what the judge failed, too. */
  readonly failures: { readonly found: number; readonly of: number }
  /** Of what people passed: what the judge passed, too. */
  readonly passes: { readonly found: number; readonly of: number }
}

export type JudgeAdmission = {
  readonly outcome: 'admitted' | 'refused' | 'undecided'
  /** The share of people's failures that the judge finds; its ends hold one-sided at 95 % each. Null without any. */
  readonly sensitivity: Estimate | null
  /** The share of people's passes that the judge passes. */
  readonly specificity: Estimate | null
  /** About how many labels it would take in all if the measured rates stayed, where it is undecided; undefined where they are below what is required. */
  readonly needed: { readonly failures: number | undefined; readonly passes: number | undefined }
}

/** Both ends of it at 95 %, one-sided. */
const level = 0.9
const mostLabels = 5000

/**
 * Whether a judge may decide: it is admitted when the exact lower bounds (Clopper & Pearson 1934, one-sided, 95 %) of its
 * sensitivity and specificity both reach what is required, refused when an upper bound of either is below it, and undecided
 * else. A judge that is below what is required is admitted with a probability of at most 5 %.
 *
 * @param required from 0 to 1
 * @example
 * judgeAdmission({ failures: { found: 96, of: 100 }, passes: { found: 95, of: 100 } }, { sensitivity: 0.8, specificity: 0.8 })
 *   .outcome // => 'admitted'
 */
export function judgeAdmission(
  { failures, passes }: AdmissionCounts,
  required: { readonly sensitivity: number; readonly specificity: number },
): JudgeAdmission {
  const sensitivity = shareOf(failures)
  const specificity = shareOf(passes)
  const bounds = [
    { estimate: sensitivity, least: required.sensitivity },
    { estimate: specificity, least: required.specificity },
  ]
  const isAdmitted = bounds.every(({ estimate, least }) => estimate !== null && estimate.low >= least)
  const isRefused = bounds.some(({ estimate, least }) => estimate !== null && estimate.high < least)
  const shares = { sensitivity, specificity }
  if (isAdmitted || isRefused) {
    return {
      outcome: isAdmitted ? 'admitted' : 'refused',
      ...shares,
      needed: { failures: undefined, passes: undefined },
    }
  }
  return {
    outcome: 'undecided',
    ...shares,
    needed: {
      failures: neededFor(failures, required.sensitivity),
      passes: neededFor(passes, required.specificity),
    },
  }
}

function shareOf({ found, of }: AdmissionCounts['failures']): Estimate | null {
  return of === 0 ? null : clopperPearsonInterval(found, of, level)
}

function neededFor({ found, of }: AdmissionCounts['failures'], least: number): number | undefined {
  // Of none nothing is known: it is taken for a judge that is always right.
  const rate = of === 0 ? 1 : found / of
  if (rate <= least) return undefined
  const reaches = (labels: number) => clopperPearsonInterval(Math.floor(rate * labels), labels, level).low >= least
  let enough = Math.max(1, of)
  while (enough < mostLabels && !reaches(enough)) enough *= 2
  if (!reaches(enough)) return undefined
  let tooFew = 0
  // Rounding makes the bound rise and fall a little: a few labels more or fewer than the least are as good an answer.
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (middle >= of && reaches(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}
