import './facts.css'
import type { CSSProperties, ReactNode } from 'react'

/** A name, a value, and the full value where that is shortened. */
export type Fact = readonly [name: string, value: ReactNode, whole?: string | undefined]

type FactsProps = {
  readonly facts: readonly Fact[]
  /** The minimum width of a column, in rem; without it there is one column. */
  readonly least?: number
  /** Whether screen readers announce changes. */
  readonly live?: true
}

/** Names and values in columns; undefined values are left out. */
export function Facts({ facts, least, live }: FactsProps) {
  // Cast: React's style type knows no custom properties.
  const style = { '--least': least === undefined ? '100%' : `${least}rem` } as CSSProperties
  return (
    <dl className="facts" style={style} aria-live={live && 'polite'}>
      {facts.map(([name, value, whole]) =>
        value === undefined || value === '' || value === false ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="foreign" title={whole}>
              {value}
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}
