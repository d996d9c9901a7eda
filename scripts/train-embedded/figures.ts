import { createRandom } from '../../src/statistics/index.ts'

/** A judgement beside a person's: `score` ranks, `verdict` is null where the judge abstained. */
export type Judged = {
  readonly label: 0 | 1
  readonly score: number
  readonly verdict: 0 | 1 | null
  readonly cluster: string
}

/** A number with its 95 % interval. */
export type Figure = { readonly value: number; readonly low: number; readonly high: number }

/** Cohen's kappa of verdict and label (Cohen 1960). */
export function kappa(judged: readonly Judged[]): number {
  const n = judged.length
  const agreed = judged.filter(({ label, verdict }) => label === verdict).length / n
  const labels = judged.filter(({ label }) => label === 1).length / n
  const verdicts = judged.filter(({ verdict }) => verdict === 1).length / n
  const chance = labels * verdicts + (1 - labels) * (1 - verdicts)
  return chance === 1 ? Number.NaN : (agreed - chance) / (1 - chance)
}

/** Mean of the recalls of both labels. */
export function balancedAccuracy(judged: readonly Judged[]): number {
  const recall = (wanted: 0 | 1): number => {
    const those = judged.filter(({ label }) => label === wanted)
    return those.filter(({ verdict }) => verdict === wanted).length / those.length
  }
  return (recall(0) + recall(1)) / 2
}

/** Chance that a positive scores above a negative, ties counted half (Mann & Whitney). */
export function auroc(judged: readonly Judged[]): number {
  const sorted = judged.toSorted((a, b) => a.score - b.score)
  let rankSum = 0
  let positives = 0
  for (let start = 0; start < sorted.length;) {
    let end = start
    while (end < sorted.length && sorted[end]?.score === sorted[start]?.score) end += 1
    const rank = (start + 1 + end) / 2
    for (const { label } of sorted.slice(start, end)) {
      if (label === 1) {
        rankSum += rank
        positives += 1
      }
    }
    start = end
  }
  const negatives = sorted.length - positives
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives)
}

/** Share of questions that got an answer. */
export function coverage(judged: readonly Judged[]): number {
  return judged.filter(({ verdict }) => verdict !== null).length / judged.length
}

export function answered(judged: readonly Judged[]): readonly Judged[] {
  return judged.filter(({ verdict }) => verdict !== null)
}

/** Percentile bootstrap in which whole clusters are drawn (Efron 1979). */
export function withInterval(
  judged: readonly Judged[],
  statistic: (judged: readonly Judged[]) => number,
  { seed = 1, resamples = 400 }: { seed?: number; resamples?: number } = {},
): Figure {
  const clusters = [...Map.groupBy(judged, ({ cluster }) => cluster).values()]
  const random = createRandom(seed)
  const values = Array.from({ length: resamples }, () =>
    statistic(clusters.flatMap(() => clusters[Math.floor(random() * clusters.length)] ?? [])),
  )
    .filter((value) => !Number.isNaN(value))
    .toSorted((a, b) => a - b)
  const at = (share: number): number => values[Math.round(share * (values.length - 1))] ?? Number.NaN
  return { value: statistic(judged), low: at(0.025), high: at(0.975) }
}
