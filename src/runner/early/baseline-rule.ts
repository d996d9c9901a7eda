import { message, type CaseResult, type RunPlan } from '../../core/index.ts'
import { pairedBets } from '../../statistics/paired-bets.ts'
import { signFlipTest } from '../../statistics/paired.ts'
import { bettingTest } from '../../statistics/betting-test.ts'
import { countCases, passShare } from '../case-counters.ts'
import { type RunResults, caseHash } from '../run-results.ts'
import { isSameDataset } from '../setting-differences.ts'
import type { EarlyRule, Ruling } from './early-rule.ts'

type Share = { readonly passed: number; readonly sha256: string | undefined }

/** Pass share of each case in the baseline, with a hash where the case may have changed since. */
export type BaselineShares = { readonly shares: ReadonlyMap<string, Share>; readonly repeat: number }

export async function baselineShares(baseline: RunResults, plan: RunPlan): Promise<BaselineShares> {
  const former = baseline.run.plan
  const isSame = former.dataset.sha256 !== undefined && isSameDataset(former, plan)
  const hashes = isSame ? undefined : await baseline.caseHashes()
  const shares = new Map<string, Share>()
  for (const [caseId, counter] of (await countCases(baseline)).cases) {
    const passed = passShare(counter)
    if (passed !== null) shares.set(caseId, { passed, sha256: hashes?.get(caseId) })
  }
  return { shares, repeat: former.repeat }
}

/** With fewer changed cases than this the paired test finds no difference, whatever their direction. */
const leastChanges = 6

type BaselineRuleWhole = {
  /** The number of cases in the whole run, each with `repeat` repeats. */
  readonly cases: number
  readonly repeat: number
  readonly risk: number
}

/**
 * Decides whether the agent's true rate is worse or better than the baseline's. The gate is also decided to stay open
 * once a whole run could hardly find `worse`, which needs a mean difference of at least six of its smallest steps.
 */
export function baselineRule(
  rule: string,
  { shares, repeat: formerRepeat }: BaselineShares,
  { cases, repeat, risk }: BaselineRuleWhole,
): EarlyRule | undefined {
  if (rule !== 'worse-than-baseline' && rule !== 'unsure-of-baseline') return undefined
  const direction = pairedBets()
  const leastLoss = leastChanges / (repeat * formerRepeat * cases)
  const wholeRun = bettingTest({ mean: (1 - leastLoss) / 2, tested: 'at most', size: cases })
  const counts = { lost: 0, won: 0, compared: 0 }
  const differences: number[] = []
  return {
    rule,
    read: (result) => differenceFrom(shares, result),
    note(readings) {
      const difference = meanDifference(readings)
      const notWorse = wholeRun.add((1 + (difference ?? 0)) / 2)
      if (difference === undefined) return undefined
      counts.compared += 1
      differences.push(difference)
      if (difference < 0) counts.lost += 1
      if (difference > 0) counts.won += 1
      const { worse, better } = direction.add(difference)
      const ruled = ruling({ ...counts }, risk)
      if (rule === 'unsure-of-baseline') return better >= clear / risk ? ruled('better') : undefined
      if (worse >= clear / risk) return ruled('worse')
      return notWorse >= 1 / risk || better >= clear / risk ? ruled('not worse') : undefined
    },
    contradicts({ gate }) {
      const sum = differences.reduce((total, one) => total + one, 0)
      if (gate === 'closed') return sum >= 0
      if (rule === 'unsure-of-baseline') return sum <= 0
      return sum < 0 && signFlipTest(differences, { seed: 1 }).p < 0.05
    },
  }
}

/** Returns a result minus the baseline's result of the same case; NaN when they cannot be compared. */
export function differenceFrom(shares: BaselineShares['shares'], { evalCase, verdict }: CaseResult): number {
  const former = shares.get(evalCase.id)
  if (former === undefined || verdict === 'not-evaluated') return Number.NaN
  const isOther = former.sha256 !== undefined && former.sha256 !== caseHash(evalCase)
  return isOther ? Number.NaN : (verdict === 'passed' ? 1 : 0) - former.passed
}

export function meanDifference(readings: readonly number[]): number | undefined {
  const known = readings.filter((one) => !Number.isNaN(one))
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one / known.length, 0)
}

/**
 * The factor by which more evidence is required than the risk alone needs. With it the paired test over the whole run
 * contradicts the decision in no more orders of play than the risk allows (a test plays them).
 */
export const clear = 4

type BaselineRuleCounts = { readonly lost: number; readonly won: number; readonly compared: number }

function ruling(counts: BaselineRuleCounts, risk: number): (outcome: 'worse' | 'better' | 'not worse') => Ruling {
  const { compared: cases, ...values } = counts
  return (outcome) => ({
    gate: outcome === 'worse' ? 'closed' : 'open',
    risk,
    reason: () => {
      if (outcome === 'worse')
        return message('worse than the baseline: {lost} lost, {won} won of the first {cases} {cases|case|cases}', {
          ...values,
          cases,
        })
      return outcome === 'better'
        ? message('better than the baseline: {won} won, {lost} lost of the first {cases} {cases|case|cases}', {
            ...values,
            cases,
          })
        : message(
            'not to be called worse than the baseline: {lost} lost, {won} won of the first {cases} {cases|case|cases}',
            { ...values, cases },
          )
    },
  })
}
