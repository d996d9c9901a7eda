import './page-head.css'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'

/** The page's one `h1`, which is also the title of the browser's tab. */
export function PageHead({
  title,
  above,
  children,
}: {
  readonly title: string
  readonly above?: ReactNode
  readonly children?: ReactNode
}) {
  const { words } = useWords()
  useEffect(() => {
    document.title = `${title} – ${words.app.name}`
  }, [title, words])
  return (
    <header className="page-head">
      {above}
      <div className="row page-head-line">
        <h1 className="foreign">{title}</h1>
        {children !== undefined && <div className="row">{children}</div>}
      </div>
    </header>
  )
}
