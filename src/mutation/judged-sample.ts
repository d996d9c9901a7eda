import type { MutantOutcome } from './mutate-results.ts'

/** Whether only a judge can tell more of a mutant: whether it is noticed, or makes no difference. */
export function isForJudge({ fate }: Pick<MutantOutcome, 'fate'>): boolean {
  return fate === 'uncertain' || fate === 'alive'
}

/** So many of each operator are asked about first: they tell how much its mutants differ. */
const pilotSize = 8

/** How many of each operator to ask about first. */
export function pilotSizes(strata: ReadonlyMap<string, readonly MutantOutcome[]>): ReadonlyMap<string, number> {
  return new Map([...strata].map(([operator, { length }]) => [operator, Math.min(length, pilotSize)]))
}

/**
 * How many of each operator it takes in all until the 95 % interval of the score is as narrow as `width` on either side, going by
 * a pilot: Neyman's allocation, with the finite population correction (Cochran 1977, 5.25). Nothing is looked at in between, so
 * that the interval holds.
 *
 * @param strata for each operator its mutants that only a judge can tell
 * @param outcomes what the pilot said, by operator
 * @param counted all mutants that count, those that code decided among them
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

/** Of killed or not, with one of each added: of five that are alike nobody knows that all are. */
function deviationOf(outcomes: readonly MutantOutcome[]): number {
  const killed = outcomes.filter(({ fate }) => fate === 'killed').length
  const share = (killed + 1) / (outcomes.length + 2)
  return Math.sqrt(share * (1 - share))
}

/**
 * The outcomes with the weights that they have in the score: one that was asked about stands for its share of the operator's, one
 * that was not has none.
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
