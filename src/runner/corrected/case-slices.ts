import { type CorrectedSlice, type EvalCase, tagsOf } from '../../core/index.ts'
import type { CorrectedFigure, LabelledRow } from './labelled-rows.ts'

export type Slice = Pick<CorrectedSlice, 'by' | 'name'>

/** The slices of each case, by its index in the dataset. */
export type CaseSlices = ReadonlyMap<number, readonly Slice[]>

/** A field with more values than this identifies single cases instead of grouping them. */
const mostSlices = 50
const longestName = 200

export async function caseSlices(
  cases: AsyncIterable<{ readonly position: number; readonly evalCase: Pick<EvalCase, 'metadata'> }>,
): Promise<CaseSlices> {
  const slices = new Map<number, readonly Slice[]>()
  for await (const { position, evalCase } of cases) {
    const ofCase = slicesOf(evalCase)
    if (ofCase.length > 0) slices.set(position, ofCase)
  }
  return slices
}

/** Groups rows by slice: categories first, and within each kind the largest group first. */
function bySlice<Row extends { readonly position: number }>(
  rows: readonly Row[],
  slices: CaseSlices,
): readonly (Slice & { readonly rows: readonly Row[] })[] {
  const found = new Map<string, Slice & { readonly rows: Row[] }>()
  for (const row of rows) {
    for (const { by, name } of slices.get(row.position) ?? []) {
      const key = `${by} ${name}`
      const slice = found.get(key) ?? { by, name, rows: [] }
      found.set(key, slice)
      slice.rows.push(row)
    }
  }
  const ordered = [...found.values()].toSorted((a, b) => b.rows.length - a.rows.length)
  return (['category', 'tag'] as const).flatMap((by) => ordered.filter((one) => one.by === by).slice(0, mostSlices))
}

/** Corrects a figure slice by slice; a slice with too few labels has no estimate. */
export function correctedSlices<Row extends LabelledSlice, Estimate>(
  rows: readonly Row[],
  { asked, slices }: { readonly asked: CorrectedFigure; readonly slices: CaseSlices },
  estimate: (ofSlice: readonly Row[]) => Estimate | undefined,
) {
  return bySlice(rows, slices).map(({ by, name, rows: ofSlice }) => {
    const corrected = estimate(ofSlice)
    const labels = ofSlice.filter(({ label }) => label !== undefined).length
    return { by, name, ...asked, labels, results: ofSlice.length, ...(corrected && { corrected }) }
  })
}

type LabelledSlice = Pick<LabelledRow, 'position' | 'label'>

function slicesOf({ metadata }: Pick<EvalCase, 'metadata'>): readonly Slice[] {
  const category = metadata?.['category']
  const names = new Set(tagsOf(metadata))
  return [
    ...(typeof category === 'string' && category.trim() !== '' ? [sliceOf('category', category.trim())] : []),
    ...[...names].filter((name) => name !== '').map((name) => sliceOf('tag', name)),
  ]
}

function sliceOf(by: Slice['by'], name: string): Slice {
  return { by, name: name.length > longestName ? `${name.slice(0, longestName)}…` : name }
}
