import { type HumanLabel, EvalError, readingAspects, saysSomething, stringifyJson } from '../core/index.ts'
import { labelFrom, unlessDamaged } from './store-rows.ts'

export type WantedLabels = { readonly history: boolean; readonly notes: boolean }

type LabelsThatCountRow = Readonly<Record<string, unknown>>

/**
 * Of all that people said, in dataset order and by time: the newest label of each at a place, or all. Notes stand beside labels
 * and beside each other; only how a failure is read is replaced by the next reading. A damaged row replaces the label before it
 * all the same; nobody knows that it was a note.
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
  const place = [row['id'], row['position'], row['repeat'], row['metric'], row['aspect'], row['person']]
  if (label instanceof EvalError || saysSomething(label)) return stringifyJson(place.map(String))
  const isReading = Object.values<unknown>(readingAspects).includes(label.aspect)
  return stringifyJson([...place.map(String), isReading ? 'reading' : label.at])
}
