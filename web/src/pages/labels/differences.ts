import type { HumanLabel } from '../../../../src/core/run/human-label.ts'
import type { LabelSubject } from '../../../../src/server/api/labels.ts'

/** A result of whose whole, metric or aspect people disagree, with the settling label, if any. */
export type Difference = {
  readonly subject: LabelSubject
  readonly position: number
  readonly repeat: number
  readonly caseId: string
  readonly labels: readonly HumanLabel[]
  readonly settled: HumanLabel | undefined
}

/** Unsettled ones first, each group in the order of the run. */
export function differencesIn(labels: readonly HumanLabel[]): readonly Difference[] {
  const places = Map.groupBy(labels, ({ position, repeat, metric, aspect }) =>
    JSON.stringify([position, repeat, metric, aspect]),
  )
  return [...places.values()]
    .flatMap((said) => {
      const given = said.filter(({ settles }) => settles !== true)
      const settled = said.find(({ settles }) => settles === true)
      const verdicts = new Set(given.flatMap(({ passed }) => passed ?? []))
      const [first] = said
      if (first === undefined || (verdicts.size < 2 && settled === undefined)) return []
      const { position, repeat, caseId, metric, aspect } = first
      return [{ subject: { metric, aspect }, position, repeat, caseId, labels: given, settled }]
    })
    .toSorted(
      (a, b) =>
        Number(a.settled !== undefined) - Number(b.settled !== undefined) ||
        a.position - b.position ||
        a.repeat - b.repeat,
    )
}
