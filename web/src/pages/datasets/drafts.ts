import { parseJson, stringifyJson } from '../../../../src/core/basics/json.ts'
import { CaseForm, formOf } from './case-form.ts'
import type { CaseAt } from './use-dataset.ts'
import { readAs } from '../../source/read-as.ts'
import { EvalCase, z } from '../../source/shapes.ts'

/** A draft of a case, as fields or JSON, and the case that it began with. */
export const Draft = z.object({
  view: z.enum(['fields', 'json']),
  form: CaseForm,
  json: z.string(),
  base: EvalCase,
  /** The case in the dataset when editing began; undefined for a new case. */
  original: EvalCase.optional(),
})
export type Draft = z.infer<typeof Draft>

/** A draft's place: a case of a dataset, or a new one. */
export type DraftPlace = { readonly datasetId: string; readonly caseKey: string }

const prefix = 'shinsa.draft/'

/** Drafts survive a reload and end with the browser tab. */
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

  /** Keys of the dataset's cases that have a draft. */
  casesOf(datasetId: string): readonly string[] {
    const start = nameOf({ datasetId, caseKey: '' })
    return Object.keys(sessionStorage).flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
  },
}

function nameOf({ datasetId, caseKey }: DraftPlace): string {
  return `${prefix}${datasetId}/${caseKey}`
}

/** Begins a draft of a case; `original` where it is in the dataset. */
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
  /** The position of the case that it replaces; undefined for an added one. */
  readonly position: number | undefined
  readonly note?: 'changed' | 'gone'
}

/** Finds the draft's case again by content, then by id, since cases may move while somebody edits. */
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
