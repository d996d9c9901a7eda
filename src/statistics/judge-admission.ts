import type { Estimate } from '../core/run/estimate.ts'
import { clopperPearsonInterval } from './proportion.ts'

export type AdmissionCounts = {
  /** The results that people failed, and how many of them the judge failed too. */
  readonly failures: { readonly found: number; readonly of: number }
  /** The results that people passed, and how many of them the judge passed too. */
  readonly passes: { readonly found: number; readonly of: number }
}

export type JudgeAdmission = {
  readonly outcome: 'admitted' | 'refused' | 'undecided'
  /** The share of people's failures that the judge finds; each bound is one-sided at 95 %. Null without failures. */
  readonly sensitivity: Estimate | null
  readonly specificity: Estimate | null
  /** While undecided, the labels needed in all at the measured rates; undefined for rates below the requirement. */
  readonly needed: { readonly failures: number | undefined; readonly passes: number | undefined }
}

/** Each end of the interval is then one-sided at 95 %. */
const level = 0.9
const mostLabels = 5000

/**
 * Decides whether a judge may be used: it is admitted when the exact lower bounds (Clopper & Pearson 1934, one-sided,
 * 95 %) of its sensitivity and specificity reach the requirements, refused when an upper bound is below one, and
 * undecided otherwise. A judge below the requirements is admitted with a probability of at most 5 %.
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
  const isDecided = isAdmitted || isRefused
  return {
    outcome: isAdmitted ? 'admitted' : isRefused ? 'refused' : 'undecided',
    sensitivity,
    specificity,
    needed: {
      failures: isDecided ? undefined : neededFor(failures, required.sensitivity),
      passes: isDecided ? undefined : neededFor(passes, required.specificity),
    },
  }
}

function shareOf({ found, of }: AdmissionCounts['failures']): Estimate | null {
  return of === 0 ? null : clopperPearsonInterval(found, of, level)
}

function neededFor({ found, of }: AdmissionCounts['failures'], least: number): number | undefined {
  // Without labels, assume a judge that is always right.
  const rate = of === 0 ? 1 : found / of
  if (rate <= least) return undefined
  const reaches = (labels: number) => clopperPearsonInterval(Math.floor(rate * labels), labels, level).low >= least
  let enough = Math.max(1, of)
  while (enough < mostLabels && !reaches(enough)) enough *= 2
  if (!reaches(enough)) return undefined
  let tooFew = 0
  // Rounding makes the bound not quite monotone; an answer a few labels above the least is good enough.
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (middle >= of && reaches(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}
