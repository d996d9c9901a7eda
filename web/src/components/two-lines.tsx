import type { ReactNode } from 'react'

/** What a cell says, and something about it in smaller letters below. */
export function TwoLines({ below, children }: { readonly below?: ReactNode; readonly children: ReactNode }) {
  return (
    <span className="two-lines">
      {children}
      <span className="soft small">{below}</span>
    </span>
  )
}
