import { z } from 'zod'
import { Estimate } from '../core/run/estimate.ts'
import { clusteredMeanInterval, stratifiedClusteredMeanInterval } from '../statistics/clustered.ts'
import type { MutantOutcome } from './mutate-results.ts'

const Counts = z.object({ killed: z.number(), alive: z.number(), equivalent: z.number(), uncertain: z.number() })
type Counts = z.infer<typeof Counts>

const OperatorScore = Counts.extend({
  /** Killed mutants as a share of those that are not equivalent; uncertain ones count half. Null without any. */
  score: Estimate.nullable(),
  killedBy: z.record(z.string(), z.number()),
})

/** A kind of fault; `tool` is the tool of the changed calls, and null for other faults. */
const BlindSpot = z.object({ operator: z.string(), tool: z.string().nullable(), mutants: z.number() })
type BlindSpot = z.infer<typeof BlindSpot>

/** The share of faults that an eval set notices, over all mutants and for each operator. */
export const MutationScore = Counts.extend({
  mutants: z.number(),
  /** The number of equivalent mutants by the way in which they were recognised. */
  same: z.record(z.string(), z.number()),
  cases: z.number(),
  score: Estimate.nullable(),
  /** The score if every uncertain mutant were alive, and if every one were killed. */
  bounds: z.object({ low: z.number(), high: z.number() }).nullable(),
  operators: z.record(z.string(), OperatorScore),
  /** Kinds of fault with at least five mutants, none of which was noticed. */
  blind: z.array(BlindSpot),
  /** Metrics that would kill most living mutants, the best first; each counts what those before it leave. */
  suggestions: z.array(z.object({ metric: z.string(), kills: z.number() })),
})
export type MutationScore = z.infer<typeof MutationScore>

/**
 * Computes killed / (killed + alive + uncertain), with uncertain mutants counted half, and its 95 % interval. Mutants
 * of one case depend on each other, so the interval is that of a mean over clusters (Miller 2024).
 */
export function mutationScoreOf(outcomes: readonly MutantOutcome[]): MutationScore {
  const byOperator = Map.groupBy(outcomes, ({ operator }) => operator)
  const counts = countsOf(outcomes)
  const counted = counts.killed + counts.alive + counts.uncertain
  return {
    ...counts,
    mutants: outcomes.length,
    same: Object.fromEntries(
      [
        ...Map.groupBy(
          outcomes.flatMap(({ sameBy }) => sameBy ?? []),
          (how) => how,
        ),
      ].map(([how, { length }]) => [how, length]),
    ),
    cases: new Set(outcomes.map(({ caseId }) => caseId)).size,
    score: estimateOf(outcomes),
    bounds: counted === 0 ? null : { low: counts.killed / counted, high: (counts.killed + counts.uncertain) / counted },
    operators: Object.fromEntries(
      [...byOperator].map(([operator, own]) => [
        operator,
        { ...countsOf(own), score: estimateOf(own), killedBy: killersOf(own) },
      ]),
    ),
    blind: blindSpots(outcomes),
    suggestions: suggestionsFor(outcomes),
  }
}

/** With five mutants and none noticed, the upper end of the 95 % interval is 52 %; fewer would prove even less. */
const fewestForBlind = 5

function blindSpots(outcomes: readonly MutantOutcome[]): BlindSpot[] {
  const counted = outcomes.filter(({ fate }) => fate !== 'equivalent')
  const byOperator = Map.groupBy(counted, ({ operator }) => operator)
  return [...byOperator].flatMap(([operator, own]): BlindSpot[] => {
    if (isBlind(own)) return [{ operator, tool: null, mutants: own.length }]
    return [...Map.groupBy(own, ({ tool }) => tool)].flatMap(([tool, some]) =>
      tool !== undefined && isBlind(some) ? [{ operator, tool, mutants: some.length }] : [],
    )
  })
}

function isBlind(outcomes: readonly MutantOutcome[]): boolean {
  return outcomes.length >= fewestForBlind && outcomes.every(({ fate }) => fate === 'alive')
}

function countsOf(outcomes: readonly MutantOutcome[]): Counts {
  const counts = { killed: 0, alive: 0, equivalent: 0, uncertain: 0 }
  for (const { fate } of outcomes) counts[fate] += 1
  return counts
}

function estimateOf(outcomes: readonly MutantOutcome[]): Estimate | null {
  const counted = outcomes.filter(({ fate, weight }) => fate !== 'equivalent' && weight !== 0)
  if (counted.length === 0) return null
  const values = counted.map(({ fate }) => (fate === 'killed' ? 1 : fate === 'alive' ? 0 : 0.5))
  const cases = counted.map(({ caseId }) => caseId)
  if (counted.every(({ weight = 1 }) => weight === 1)) return clusteredMeanInterval(values, cases, { bounds: [0, 1] })
  return stratifiedClusteredMeanInterval(
    counted.map(({ operator: stratum, caseId: cluster, weight = 1 }, index) => ({
      value: values[index] ?? 0,
      weight,
      stratum,
      cluster,
    })),
  )
}

function killersOf(outcomes: readonly MutantOutcome[]): Record<string, number> {
  const killers: Record<string, number> = {}
  for (const { killedBy } of outcomes) for (const metric of killedBy) killers[metric] = (killers[metric] ?? 0) + 1
  return killers
}

/** Covers the living mutants greedily with metrics outside the run. */
function suggestionsFor(outcomes: readonly MutantOutcome[]): MutationScore['suggestions'] {
  const suggestions: { metric: string; kills: number }[] = []
  let left = outcomes.filter(({ fate, wouldKill }) => fate !== 'killed' && wouldKill.length > 0)
  while (left.length > 0) {
    const kills = new Map<string, number>()
    for (const { wouldKill } of left) for (const metric of wouldKill) kills.set(metric, (kills.get(metric) ?? 0) + 1)
    const [best] = [...kills].toSorted(([, a], [, b]) => b - a)
    if (best === undefined) break
    suggestions.push({ metric: best[0], kills: best[1] })
    left = left.filter(({ wouldKill }) => !wouldKill.includes(best[0]))
  }
  return suggestions
}
