import './state.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

type Empty = {
  readonly title: string
  /** What to do next. */
  readonly next: string
  readonly link?: { readonly to: string; readonly text: string }
  readonly children?: ReactNode
}

/** There is nothing here, and this is what to do about it. */
export function EmptyState({ title, next, link, children }: Empty) {
  return (
    <div className="state">
      <h2>{title}</h2>
      <p className="soft">{next}</p>
      {link !== undefined && (
        <Link className="button" href={link.to}>
          {link.text}
        </Link>
      )}
      {children}
    </div>
  )
}
