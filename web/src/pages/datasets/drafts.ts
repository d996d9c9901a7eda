import { parseJson, stringifyJson } from '../../../../src/core/basics/json.ts'
import { CaseForm, formOf } from './case-form.ts'
import type { CaseAt } from './use-dataset.ts'
import { readAs } from '../../source/read-as.ts'
import { EvalCase, z } from '../../source/shapes.ts'

/** A case that is being written: as fields or as JSON, over what it was made from. */
export const Draft = z.object({
  view: z.enum(['fields', 'json']),
  form: CaseForm,
  json: z.string(),
  base: EvalCase,
  /** What stood in the dataset when the writing began; absent for a new case. */
  original: EvalCase.optional(),
})
export type Draft = z.infer<typeof Draft>

/** Where a draft belongs: a place in a dataset, or a case that is not there yet. */
export type DraftPlace = { readonly datasetId: string; readonly caseKey: string }

const prefix = 'shinsa.draft/'

/** Drafts outlive a reload; they go with the browser's tab. */
export const drafts = {
  read(place: DraftPlace): Draft | undefined {
    const kept = sessionStorage.getItem(nameOf(place))
    const read = kept === null ? undefined : readAs(Draft, parseJson(kept))
    return read?.success === true ? read.data : undefined
  },

  write(place: DraftPlace, draft: Draft): void {
    sessionStorage.setItem(nameOf(place), stringifyJson(draft))
  },

  remove(place: DraftPlace): void {
    sessionStorage.removeItem(nameOf(place))
  },

  /** The cases of a dataset that have one. */
  casesOf(datasetId: string): readonly string[] {
    const start = nameOf({ datasetId, caseKey: '' })
    return Object.keys(sessionStorage).flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
  },
}

function nameOf({ datasetId, caseKey }: DraftPlace): string {
  return `${prefix}${datasetId}/${caseKey}`
}

/** What is written over a case; `original` where it stands in the dataset already. */
export function draftOf(base: EvalCase, original?: EvalCase): Draft {
  return {
    view: 'fields',
    form: formOf(base),
    json: stringifyJson(base, 2),
    base,
    ...(original !== undefined && { original }),
  }
}

type Belonging = {
  /** The case that it replaces; undefined where it is added. */
  readonly position: number | undefined
  readonly note?: 'changed' | 'gone'
}

/** Cases move and change while somebody writes: what a draft is about is found again by what it was, then by its id. */
export function whereItBelongs({ original }: Draft, place: DraftPlace, cases: readonly CaseAt[]): Belonging {
  if (original === undefined) return { position: undefined }
  const position = Number(place.caseKey)
  if (isSame(cases[position]?.evalCase, original)) return { position }
  const byId = cases.find(({ evalCase }) => evalCase.id === original.id)
  if (byId === undefined) return { position: undefined, note: 'gone' }
  return { position: byId.position, ...(!isSame(byId.evalCase, original) && { note: 'changed' as const }) }
}

function isSame(one: EvalCase | undefined, other: EvalCase): boolean {
  return one !== undefined && stringifyJson(one) === stringifyJson(other)
}
