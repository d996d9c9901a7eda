import './fields.css'
import { createContext, use, useId, useState } from 'react'
import { fill, useAllWords } from '../../words/language.tsx'
import type { Problem } from './case-problems.ts'

type Problems = {
  readonly problems: readonly Problem[]
  /** Saving was tried: what is missing is said too, also where nobody has typed yet. */
  readonly attempted: boolean
}

/** What is wrong with the fields below. */
export const FoundProblems = createContext<Problems>({ problems: [], attempted: false })

type Text = {
  /** As problems name it. */
  readonly field: string
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  /** How many lines are seen; a single one unless given. */
  readonly lines?: number
  readonly code?: true
  readonly placeholder?: string
}

/** A text with what is wrong with it below. */
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

/** What is wrong with a part that is no single field. */
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
