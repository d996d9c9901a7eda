import './state.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

type Empty = {
  readonly title: string
  readonly next: string
  readonly link?: { readonly to: string; readonly text: string }
  /** Whether the page has no other title. */
  readonly isPage?: true | undefined
  /** Something went wrong. */
  readonly isError?: true
  readonly children?: ReactNode
}

/** Says that there is nothing here and what to do about it. */
export function EmptyState({ title, next, link, isPage, isError, children }: Empty) {
  const Heading = isPage === true ? 'h1' : 'h2'
  return (
    <div className="state" data-kind={isError && 'error'} role={isError && 'alert'}>
      <Heading>{title}</Heading>
      <p className="soft foreign">{next}</p>
      {link !== undefined && (
        <Link className="button" href={link.to}>
          {link.text}
        </Link>
      )}
      {children}
    </div>
  )
}
