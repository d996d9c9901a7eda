import { type HumanLabel, EvalError, readingAspects, saysSomething, stringifyJson } from '../core/index.ts'
import { labelFrom, unlessDamaged } from './store-rows.ts'

export type WantedLabels = { readonly history: boolean; readonly notes: boolean }

type LabelsThatCountRow = Readonly<Record<string, unknown>>

/**
 * Selects from the stored labels, in dataset order and by time, the newest of each person at a place, or all of them.
 * Notes are kept beside labels and each other; only failure readings replace earlier ones. A damaged row still replaces
 * the label before it, since it is unknown whether it was a note.
 */
export function labelsThatCount(
  rows: readonly LabelsThatCountRow[],
  { history, notes }: WantedLabels,
): readonly HumanLabel[] {
  const said = rows.map((row) => ({ row, label: unlessDamaged(() => labelFrom(row)) }))
  const newest = history ? said : new Map(said.map((one) => [keyOf(one), one])).values()
  return [...newest].flatMap(({ label }) =>
    label instanceof EvalError || (!history && !notes && !saysSomething(label)) ? [] : [label],
  )
}

function keyOf({ row, label }: { readonly row: LabelsThatCountRow; readonly label: HumanLabel | EvalError }): string {
  const spot = [row['id'], row['position'], row['repeat'], row['metric'], row['aspect'], row['person']]
  // What a program handed on replaces nothing that the person gave.
  const place = label instanceof EvalError ? spot : [...spot, label.through ?? '']
  if (label instanceof EvalError || saysSomething(label)) return stringifyJson(place.map(String))
  const isReading = Object.values<unknown>(readingAspects).includes(label.aspect)
  return stringifyJson([...place.map(String), isReading ? 'reading' : label.at])
}
