import './page-head.css'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { arriveAt } from '../arrival.tsx'
import { sayFirst as say } from '../words/say.ts'

/** The page's `h1`, which is also the title of the browser tab. */
export function PageHead({
  title,
  progress,
  above,
  children,
}: {
  readonly title: string
  /** Progress from 0 to 1, shown in the tab's title. */
  readonly progress?: number | undefined
  readonly above?: ReactNode
  readonly children?: ReactNode
}) {
  const product = say('Shinsa')
  useEffect(() => {
    // 100 % is only shown at the end.
    const share = progress === undefined ? '' : `${Math.floor(Math.min(progress, 0.99) * 100)} % · `
    document.title = `${share}${title} – ${product}`
  }, [title, progress, product])
  const [place] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => arriveAt(place, title, heading.current), [place, title])
  return (
    <header className="page-head">
      {above}
      <div className="row page-head-line">
        <h1 ref={heading} tabIndex={-1} className="foreign">
          {title}
        </h1>
        {children !== undefined && <div className="row">{children}</div>}
      </div>
    </header>
  )
}
