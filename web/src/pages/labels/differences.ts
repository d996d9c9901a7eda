import type { HumanLabel } from '../../../../src/core/run/human-label.ts'
import type { LabelSubject } from '../../../../src/server/api/labels.ts'
import { isLabelAbout } from './labelled-subject.ts'

/** A result on which people disagree, with the settling label, if any. */
export type Difference = {
  readonly position: number
  readonly repeat: number
  readonly caseId: string
  readonly labels: readonly HumanLabel[]
  readonly settled: HumanLabel | undefined
}

/** Unsettled ones first, each group in the order of the run. */
export function differencesIn(labels: readonly HumanLabel[], subject: LabelSubject): readonly Difference[] {
  const places = Map.groupBy(
    labels.filter((label) => isLabelAbout(label, subject)),
    ({ position, repeat }) => `${position}.${repeat}`,
  )
  return [...places.values()]
    .flatMap((said) => {
      const given = said.filter(({ settles }) => settles !== true)
      const settled = said.find(({ settles }) => settles === true)
      const verdicts = new Set(given.flatMap(({ passed }) => passed ?? []))
      const [first] = said
      if (first === undefined || (verdicts.size < 2 && settled === undefined)) return []
      const { position, repeat, caseId } = first
      return [{ position, repeat, caseId, labels: given, settled }]
    })
    .toSorted(
      (a, b) =>
        Number(a.settled !== undefined) - Number(b.settled !== undefined) ||
        a.position - b.position ||
        a.repeat - b.repeat,
    )
}
