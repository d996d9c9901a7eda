import { useId, type ReactNode } from 'react'

type FieldLabel = { readonly label: string; readonly children: (id: string) => ReactNode }

/** A control with its name above it. */
export function Field({ label, children }: FieldLabel) {
  const id = useId()
  return (
    <div className="new-run-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
