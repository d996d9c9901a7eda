import './fields.css'
import { createContext, use, useId, useState } from 'react'
import { fill, useAllWords } from '../../words/language.tsx'
import type { Problem } from './case-problems.ts'

type Problems = {
  readonly problems: readonly Problem[]
  /** Whether saving was tried: empty required fields are then shown as problems, too. */
  readonly attempted: boolean
}

/** Problems of the fields below. */
export const FoundProblems = createContext<Problems>({ problems: [], attempted: false })

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
  const { problems, attempted } = use(FoundProblems)
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

/** Problems of a part that is no single field. */
export function FieldProblems({ field }: { readonly field: string }) {
  const { problems, attempted } = use(FoundProblems)
  const shown = problems.filter((problem) => problem.field === field)
  if (!attempted || shown.length === 0) return null
  return (
    <div className="datasets-problems">
      <ProblemSentences of={shown} />
    </div>
  )
}

function ProblemSentences({ of }: { readonly of: readonly Problem[] }) {
  const { words } = useAllWords()
  return of.map(({ kind, ...values }) => (
    <p key={[kind, ...Object.values(values)].join(' ')} className="foreign">
      <span aria-hidden="true">✕ </span>
      {fill(words.datasets.problems[kind], values)}
    </p>
  ))
}
