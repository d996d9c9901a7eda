import './facts.css'
import type { CSSProperties, ReactNode } from 'react'

/** What something is called, what it is, and all of it where that is cut short. */
export type Fact = readonly [name: string, value: ReactNode, whole?: string | undefined]

type FactsProps = {
  readonly facts: readonly Fact[]
  /** The least width of a column, in rem; without it there is one column. */
  readonly least?: number
  /** They change while somebody looks, and screen readers are told. */
  readonly live?: true
}

/** Things by their names, in columns; what nobody knows is left out. */
export function Facts({ facts, least, live }: FactsProps) {
  // The cast: a style may have properties of our own, and its type knows none.
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
