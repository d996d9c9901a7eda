import type { MutantOutcome } from './mutate-results.ts'

/** Returns true when only a judge can decide whether a mutant is noticed, or makes a difference at all. */
export function isForJudge({ fate }: Pick<MutantOutcome, 'fate'>): boolean {
  return fate === 'uncertain' || fate === 'alive'
}

/** The number of mutants of each operator in the pilot sample, which shows how much they vary. */
const pilotSize = 8

export function pilotSizes(strata: ReadonlyMap<string, readonly MutantOutcome[]>): ReadonlyMap<string, number> {
  return new Map([...strata].map(([operator, { length }]) => [operator, Math.min(length, pilotSize)]))
}

/**
 * Returns the number of mutants of each operator to judge in all, so that half the 95 % interval of the score is at
 * most `width`. It uses Neyman's allocation by a pilot, with the finite population correction (Cochran 1977, 5.25). The
 * interval holds because no other interim result is looked at.
 *
 * @param strata the mutants of each operator that only a judge can decide
 * @param outcomes the outcomes of the pilot by operator
 * @param counted the number of all mutants that count, including those that code decided
 */
export function neymanSizes(
  strata: ReadonlyMap<string, readonly MutantOutcome[]>,
  outcomes: ReadonlyMap<string, readonly MutantOutcome[]>,
  { counted, width }: { readonly counted: number; readonly width: number },
): ReadonlyMap<string, number> {
  const spread = [...strata].map(([operator, { length }]) => ({
    operator,
    length,
    deviation: deviationOf(outcomes.get(operator) ?? []),
  }))
  const weighted = spread.reduce((sum, { length, deviation }) => sum + length * deviation, 0)
  const squares = spread.reduce((sum, { length, deviation }) => sum + length * deviation ** 2, 0)
  const total = weighted ** 2 / ((counted * width) ** 2 / 1.96 ** 2 + squares)
  return new Map(
    spread.map(({ operator, length, deviation }) => {
      const share = weighted === 0 ? 0 : (total * length * deviation) / weighted
      return [operator, Math.min(length, Math.max(Math.min(length, pilotSize), Math.ceil(share)))]
    }),
  )
}

/** One killed and one alive mutant are added (Laplace), because a small sample of equal outcomes proves little. */
function deviationOf(outcomes: readonly MutantOutcome[]): number {
  const killed = outcomes.filter(({ fate }) => fate === 'killed').length
  const share = (killed + 1) / (outcomes.length + 2)
  return Math.sqrt(share * (1 - share))
}

/**
 * Weights the outcomes in the score: a judged mutant stands for its share of the operator's mutants, one that was not
 * judged counts 0.
 */
export function weightedOutcomes(
  code: readonly MutantOutcome[],
  judged: ReadonlyMap<string, MutantOutcome>,
  keyOf: (outcome: MutantOutcome) => string,
): readonly MutantOutcome[] {
  const open = Map.groupBy(code.filter(isForJudge), ({ operator }) => operator)
  const asked = Map.groupBy(judged.values(), ({ operator }) => operator)
  return code.map((outcome) => {
    if (!isForJudge(outcome)) return outcome
    const told = judged.get(keyOf(outcome))
    if (told === undefined) return { ...outcome, weight: 0 }
    const all = open.get(outcome.operator)?.length ?? 1
    return { ...told, weight: all / (asked.get(outcome.operator)?.length ?? 1) }
  })
}
