import './card.css'
import { useId, type ReactNode } from 'react'

/** A section of a page with a heading. */
export function Card({
  title,
  aside,
  children,
}: {
  readonly title?: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className="row card-head">
          <h2 id={id}>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
