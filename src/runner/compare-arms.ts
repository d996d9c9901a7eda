import type { ArmsComparison, Run, RunComparison } from '../core/index.ts'
import type { ArmsPair } from '../core/run/arms-comparison.ts'
import { holm } from '../statistics/multiple-comparisons.ts'

export type ArmRun = { readonly name: string; readonly run: Run }

/**
 * Compares the arms of an evaluation in pairs, the earlier one first, on the cases that both evaluated. p-values are
 * adjusted by Holm's method over all pairs, so more arms do not make a false difference more likely.
 */
export async function compareArms(
  arms: readonly ArmRun[],
  compare: (first: Run, second: Run) => Promise<RunComparison>,
): Promise<ArmsComparison> {
  const pairs = arms.flatMap((first, index) => arms.slice(index + 1).map((second) => ({ first, second })))
  const compared = await Promise.all(
    pairs.map(async ({ first, second }) => {
      const names = { first: first.name, second: second.name }
      const early = decidedEarly(first.run, second.run)
      // The pair used its share of the risk when it was decided early, so Holm's method counts only the other pairs.
      if (early !== undefined) return { ...names, ...early, test: undefined, forHolm: 0 }
      // A plain test is not valid on cases that were played until another pair was decided.
      if (isStopped(first.run) || isStopped(second.run)) return { ...names, stopped: true, test: undefined, forHolm: 1 }
      const { test } = await compare(first.run, second.run)
      return { ...names, test, forHolm: test?.p }
    }),
  )
  const adjusted = holm(compared.flatMap(({ forHolm }) => forHolm ?? []))
  let next = 0
  return {
    arms: arms.map(({ name, run: { plan, summary } }) => ({
      name,
      runId: plan.runId,
      passRate: summary?.passRate ?? null,
    })),
    pairs: compared.map(({ forHolm, test, ...pair }) => {
      if (forHolm === undefined) return pair
      const adjustedP = adjusted[next] ?? 1
      next += 1
      if (test === undefined) return pair
      const { name, p, difference, enough, casesNeeded } = test
      const isClear = adjustedP < 1 - difference.level
      const outcome = isClear ? (difference.value < 0 ? 'worse' : 'better') : enough ? 'same' : 'unsure'
      return {
        ...pair,
        outcome,
        name,
        p,
        adjustedP,
        difference,
        ...(casesNeeded !== undefined && { casesNeeded }),
      }
    }),
  }
}

function decidedEarly(first: Run, { plan, summary }: Run): Required<Pick<ArmsPair, 'outcome' | 'early'>> | undefined {
  const { rules = [], of = 0 } = summary?.stoppedEarly ?? {}
  const rule = rules.find(({ outcome }) => outcome !== undefined)
  if (rule?.outcome === undefined || plan.comparedWith?.runId !== first.plan.runId) return undefined
  const { outcome, after, risk, reason } = rule
  return { outcome, early: { after, of, risk, reason } }
}

function isStopped({ summary }: Run): boolean {
  return summary?.stoppedEarly !== undefined
}
