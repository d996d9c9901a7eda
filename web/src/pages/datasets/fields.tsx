import './fields.css'
import { createContext, use, useId, useState } from 'react'
import type { JsonObject } from '../../../../src/core/basics/json.ts'
import type { EvalCase } from '../../../../src/core/eval-case.ts'
import { objectIn, objectText, withPart } from './case-parts.ts'
import type { Problem } from './case-problems.ts'
import type { Draft } from './drafts.ts'
import { say } from '../../words/say.ts'

type EditedDraft = {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  readonly problems: readonly Problem[]
  /** Whether saving was tried: empty required fields are then shown as problems, too. */
  readonly attempted: boolean
}

const Edited = createContext<EditedDraft | undefined>(undefined)
export const EditedDraftProvider = Edited.Provider

export function useEditedDraft(): EditedDraft {
  const edited = use(Edited)
  if (edited === undefined) throw new Error('there is no EditedDraftProvider around this')
  return edited
}

type Text = {
  /** The name by which problems refer to it. */
  readonly field: string
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  /** Number of visible lines; a single-line input by default. */
  readonly lines?: number
  readonly code?: true
  readonly placeholder?: string
}

/** A text field with its problems. */
export function TextField({ field, label, value, change, lines, code, placeholder }: Text) {
  const id = useId()
  const [touched, setTouched] = useState(false)
  const { problems, attempted } = useEditedDraft()
  const shown = problems.filter(
    (problem) => problem.field === field && (problem.kind !== 'missing' || touched || attempted),
  )
  const shared = {
    id,
    value,
    placeholder,
    className: code === true ? 'datasets-code' : undefined,
    'aria-invalid': shown.length > 0,
    'aria-describedby': shown.length > 0 ? `${id}-problems` : undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setTouched(true)
      change(target.value)
    },
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines === undefined ? <input {...shared} /> : <textarea {...shared} rows={lines} spellCheck={code !== true} />}
      <div id={`${id}-problems`} className="datasets-problems" aria-live="polite">
        <ProblemSentences of={shown} />
      </div>
    </div>
  )
}

type JsonFieldProps = Pick<Text, 'field' | 'label' | 'placeholder'> & {
  readonly lines: number
  readonly indent?: number
  readonly value: JsonObject | undefined
  /** Puts an object into the case. */
  readonly put: (value: JsonObject | undefined) => EvalCase
}

/** A field for a JSON object. What was typed stays as it is; the case gets it as soon as it can be read. */
export function JsonField({ field, value, indent, put, ...shown }: JsonFieldProps) {
  const { draft, change } = useEditedDraft()
  function type(text: string): void {
    const read = objectIn(text)
    const isWritten = 'value' in read && text === objectText(read.value, indent)
    const texts = withPart(draft.texts, field, isWritten ? undefined : text)
    change({ ...draft, texts, evalCase: 'value' in read ? put(read.value) : draft.evalCase })
  }
  return (
    <TextField {...shown} code field={field} value={draft.texts[field] ?? objectText(value, indent)} change={type} />
  )
}

/** Problems of a part that is no single field. */
export function FieldProblems({ field }: { readonly field: string }) {
  const { problems, attempted } = useEditedDraft()
  const shown = problems.filter((problem) => problem.field === field)
  if (!attempted || shown.length === 0) return null
  return (
    <div className="datasets-problems">
      <ProblemSentences of={shown} />
    </div>
  )
}

const problemNames = {
  missing: 'Required.',
  missingAt: '{path}: required.',
  notJson: 'This is not JSON.',
  notAnObject: 'A JSON object is needed, in braces.',
  twice: 'Another case already has this id.',
  noTurn: 'A case needs a turn, or a simulated user.',
  both: 'A case has written turns or a simulated user, not both.',
  syntax: 'This is not JSON: look at line {line}, column {column}.',
  unknown: '{path}: unknown key.',
  expected: '{path}: expected {expected}.',
  unfit: '{path}: not valid here.',
} as const

function ProblemSentences({ of }: { readonly of: readonly Problem[] }) {
  return of.map(({ kind, ...values }) => (
    <p key={[kind, ...Object.values(values)].join(' ')} className="foreign">
      <span aria-hidden="true">✕ </span>
      {say(problemNames[kind], values)}
    </p>
  ))
}
