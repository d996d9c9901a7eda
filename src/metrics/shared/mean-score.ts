import type { InvocationScore, Message, Score } from '../../core/index.ts'

type MeanScore = Extract<InvocationScore, { status: 'scored' }>

/**
 * Scores a case by the mean of its scored invocations; those that were not evaluated do not count. A score that did not
 * pass shows the reason and evidence of its worst invocation, the first one among equals.
 */
export function meanScore(
  metric: string,
  threshold: number,
  invocations: readonly InvocationScore[],
  options: { emptyReason: Message },
): Score {
  const scored = invocations.filter((score) => score.status === 'scored')
  const [first] = scored
  if (first === undefined)
    return { status: 'not-evaluated', metric, reason: options.emptyReason, invocations: [...invocations] }

  const value = boundedMean(scored.map((score) => score.value))
  const passed = value >= threshold
  return {
    status: 'scored',
    metric,
    value,
    threshold,
    passed,
    ...(passed ? {} : explanationOf(worstOf(first, scored))),
    invocations: [...invocations],
  }
}

/** Rounding can push the mean of three times 0.7 below 0.7, so that a case would fail though every turn passed. */
export function boundedMean(values: readonly number[]): number {
  const lowest = values.reduce((a, b) => Math.min(a, b))
  const highest = values.reduce((a, b) => Math.max(a, b))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.min(Math.max(mean, lowest), highest)
}

function worstOf(first: MeanScore, scored: readonly MeanScore[]): MeanScore {
  return scored.reduce((worst, score) => (score.value < worst.value ? score : worst), first)
}

function explanationOf({ reason, evidence }: MeanScore): Pick<MeanScore, 'reason' | 'evidence'> {
  return { ...(reason === undefined ? {} : { reason }), ...(evidence === undefined ? {} : { evidence }) }
}
