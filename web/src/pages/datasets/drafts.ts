import { parseJson, stringifyJson } from '../../../../src/core/basics/json.ts'
import { emptyCase, objectIn, tidied } from './case-parts.ts'
import { caseOfJson, problemsOf, type Problem, type ReadCase } from './case-problems.ts'
import type { CaseAt } from './use-dataset.ts'
import { rememberedText } from '../../remembered.ts'
import { readAs } from '../../source/read-as.ts'
import { EvalCase, z } from '../../source/shapes.ts'

/** A draft of a case, as fields or JSON, and the case that it began with. */
export const Draft = z.object({
  view: z.enum(['fields', 'json']),
  /** The case as far as it can be read. */
  evalCase: EvalCase,
  /** JSON as it was typed, by its field, where it is not how the case would be written. */
  texts: z.record(z.string(), z.string()),
  /** The case in the dataset when editing began; undefined for a new case. */
  original: EvalCase.optional(),
})
export type Draft = z.infer<typeof Draft>

/** A draft's place: a case of a dataset, or a new one. */
export type DraftPlace = { readonly datasetId: string; readonly caseKey: string }

/** Drafts survive a reload and end with the browser tab. */
export const drafts = {
  read(place: DraftPlace): Draft | undefined {
    const kept = storedAt(place).read()
    return kept === '' ? undefined : readAs(Draft, parseJson(kept)).data
  },

  write: (place: DraftPlace, draft: Draft): void => storedAt(place).write(stringifyJson(draft)),
  remove: (place: DraftPlace): void => storedAt(place).write(''),

  /** Keys of the dataset's cases that have a draft. */
  casesOf(datasetId: string): readonly string[] {
    const start = `shinsa.draft/${datasetId}/`
    return Object.keys(sessionStorage).flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
  },
}

function storedAt({ datasetId, caseKey }: DraftPlace) {
  return rememberedText(`draft/${datasetId}/${caseKey}`, 'sessionStorage')
}

export function isChanged({ evalCase, texts, original = emptyCase }: Draft): boolean {
  return Object.keys(texts).length > 0 || !isSame(evalCase, original)
}

/** Reads the case from its fields or its JSON, whichever is shown. */
export function readDraft({ view, evalCase, texts }: Draft, otherIds: ReadonlySet<string>): ReadCase {
  if (view === 'json') return caseOfJson(texts['json'] ?? stringifyJson(evalCase, 2), otherIds)
  const unread = Object.entries(texts).flatMap(([field, text]): Problem[] => {
    const read = objectIn(text)
    return 'kind' in read ? [{ field, kind: read.kind }] : []
  })
  const tidy = tidied(evalCase)
  return { evalCase: unread.length === 0 ? tidy : undefined, problems: [...unread, ...problemsOf(tidy, otherIds)] }
}

/** Leaves out one of a list, such as `turns.` or `turns.0.calls.`: those behind it move up. */
export function textsWithout(texts: Draft['texts'], list: string, removed: number): Draft['texts'] {
  const kept = Object.entries(texts).flatMap(([field, text]) => {
    const [at, ...part] = field.startsWith(list) ? field.slice(list.length).split('.') : []
    if (at === undefined) return [[field, text] as const]
    const place = Number(at) - Number(Number(at) > removed)
    return Number(at) === removed ? [] : [[`${list}${[place, ...part].join('.')}`, text] as const]
  })
  return Object.fromEntries(kept)
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
