import { type RunPlan, message } from '../../core/index.ts'
import { pairedBets } from '../../statistics/paired-bets.ts'
import { type BaselineShares, clear, differenceFrom, meanDifference } from './baseline-rule.ts'
import type { EarlyRule, Ruling } from './early-rule.ts'

/** Upper bound of the rate at which equal arms are called different, over all pairs together. */
const risk = 0.05

/**
 * Decides whether an arm's true rate is better or worse than the first arm's. It never closes the gate. All pairs of
 * arms share the risk, as the test over whole runs is corrected for them.
 */
export function armRule(
  { arm, pairs }: NonNullable<RunPlan['comparedWith']>,
  { shares }: Pick<BaselineShares, 'shares'>,
): EarlyRule {
  const direction = pairedBets()
  const counts = { lost: 0, won: 0, cases: 0 }
  let sum = 0
  return {
    rule: 'arms',
    read: (result) => differenceFrom(shares, result),
    note(readings) {
      const difference = meanDifference(readings)
      if (difference === undefined) return undefined
      counts.cases += 1
      sum += difference
      if (difference < 0) counts.lost += 1
      if (difference > 0) counts.won += 1
      const { worse, better } = direction.add(difference)
      if (Math.max(worse, better) < (clear * pairs) / risk) return undefined
      return ruling(worse > better ? 'worse' : 'better', { ...counts, arm })
    },
    contradicts: ({ outcome }) => (outcome === 'worse' ? sum >= 0 : sum <= 0),
  }
}

type ArmRuleValues = { readonly lost: number; readonly won: number; readonly cases: number; readonly arm: string }

function ruling(outcome: 'better' | 'worse', values: ArmRuleValues): Ruling {
  return {
    gate: 'open',
    outcome,
    risk,
    reason: () =>
      outcome === 'worse'
        ? message('worse than {arm}: {lost} lost, {won} won of the first {cases} {cases|case|cases}', values)
        : message('better than {arm}: {won} won, {lost} lost of the first {cases} {cases|case|cases}', values),
  }
}
