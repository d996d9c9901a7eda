import type { ReactNode } from 'react'
import { useWords } from '../../words/language.tsx'

type ScrollingTableProps = { readonly title: string; readonly className: string; readonly children: ReactNode }

/** What is wider than its place scrolls there, also with the keys. */
export function ScrollingTable({ title, className, children }: ScrollingTableProps) {
  const { words } = useWords()
  return (
    <div className={className} role="region" tabIndex={0} aria-label={`${title}: ${words.value.table}`}>
      {children}
    </div>
  )
}
