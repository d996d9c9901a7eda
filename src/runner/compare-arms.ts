import type { ArmsComparison, Run, RunComparison } from '../core/index.ts'
import { holm } from '../statistics/multiple-comparisons.ts'

/** A run of an arm, by the arm's name. */
export type ArmRun = { readonly name: string; readonly run: Run }

/**
 * The arms of an evaluation in pairs, the earlier one first, on the cases that both evaluated. p-values are Holm's over all
 * pairs: more arms make no false difference more likely.
 */
export async function compareArms(
  arms: readonly ArmRun[],
  compare: (first: Run, second: Run) => Promise<RunComparison>,
): Promise<ArmsComparison> {
  const pairs = arms.flatMap((first, index) => arms.slice(index + 1).map((second) => ({ first, second })))
  const compared = await Promise.all(
    pairs.map(async ({ first, second }) => ({
      first: first.name,
      second: second.name,
      test: (await compare(first.run, second.run)).test,
    })),
  )
  const adjusted = holm(compared.flatMap(({ test }) => test?.p ?? []))
  let next = 0
  return {
    arms: arms.map(({ name, run: { plan, summary } }) => ({
      name,
      runId: plan.runId,
      passRate: summary?.passRate ?? null,
    })),
    pairs: compared.map(({ first, second, test }) => {
      if (test === undefined) return { first, second }
      const adjustedP = adjusted[next] ?? 1
      next += 1
      const { name, p, difference, enough, casesNeeded } = test
      const isClear = adjustedP < 1 - difference.level
      const outcome = isClear ? (difference.value < 0 ? 'worse' : 'better') : enough ? 'same' : 'unsure'
      return {
        first,
        second,
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
