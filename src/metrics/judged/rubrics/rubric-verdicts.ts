import { type InvocationScore, type Score, type ScorePart, message } from '../../../core/index.ts'
import { emptyReasonOf } from '../judged-case.ts'
import type { RubricVerdict } from './rubric-reply.ts'
import { majority } from '../votes.ts'

/**
 * Returns one verdict for each rubric that any sample mentions, in order of first mention. It is the first one of the
 * majority, a tie being negative; its score is null when no verdict has a score.
 */
export function majorityVerdicts(samples: readonly (readonly RubricVerdict[])[]): readonly RubricVerdict[] {
  return byRubric(samples.flat()).flatMap((verdicts) => {
    const winner = majority(verdicts.map(({ score }) => score))
    return verdicts.find(({ score }) => score === winner) ?? []
  })
}

/** Returns the mean of the verdicts that have a score, weighted (1 by default); null when none has one. */
export function verdictMean(
  verdicts: readonly RubricVerdict[],
  weights: ReadonlyMap<string, number> = new Map(),
): number | null {
  let sum = 0
  let weight = 0
  for (const { id, score } of verdicts) {
    if (score === null) continue
    sum += score * (weights.get(id) ?? 1)
    weight += weights.get(id) ?? 1
  }
  return weight === 0 ? null : sum / weight
}

/** Takes one mean over all verdicts, not the mean of the turns' means; `parts` has the mean of each rubric. */
export function pooledVerdicts(turns: readonly (readonly RubricVerdict[])[]): {
  readonly value: number | null
  readonly parts: readonly ScorePart[]
} {
  const parts = byRubric(turns.flat()).map((verdicts) => ({
    name: verdicts[0]?.id ?? '',
    value: verdictMean(verdicts),
  }))
  return { value: verdictMean(turns.flat()), parts }
}

/** Scores a case by the pooled verdicts of its turns, whose `parts` are verdicts by rubric id. */
export function pooledScore(metric: string, threshold: number, scores: readonly InvocationScore[]): Score {
  const { value, parts } = pooledVerdicts(scores.map((score) => (score.parts ?? []).map(verdictOfPart)))
  if (value === null) {
    const mentioned = parts.length === 0 ? {} : { parts: [...parts] }
    return { status: 'not-evaluated', metric, reason: emptyReasonOf(scores), ...mentioned, invocations: [...scores] }
  }
  const scored = scores.filter((score) => score.status === 'scored')
  const passed = value >= threshold
  const worst = scored.reduce((lowest, score) => (score.value < lowest.value ? score : lowest))
  const answered = parts.filter((part) => part.value !== null)
  const failing = answered.filter((part) => part.value !== 1).map(({ name }) => name)
  return {
    status: 'scored',
    metric,
    value,
    threshold,
    passed,
    ...(passed
      ? {}
      : { reason: worst.reason ?? notFulfilled(failing, answered.length), evidence: worst.evidence ?? [] }),
    parts: [...parts],
    invocations: [...scores],
  }
}

export function notFulfilled(rubrics: readonly string[], total: number) {
  return message('{count} of {total} {total|rubric is|rubrics are} not fulfilled: {rubrics}', {
    count: rubrics.length,
    total,
    rubrics: rubrics.join(', '),
  })
}

function verdictOfPart({ name, value }: ScorePart): RubricVerdict {
  return { id: name, score: value, reason: '' }
}

function byRubric(verdicts: readonly RubricVerdict[]): readonly (readonly RubricVerdict[])[] {
  return [...Map.groupBy(verdicts, ({ id }) => id).values()]
}
