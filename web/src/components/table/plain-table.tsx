import './plain-table.css'
import type { ReactNode } from 'react'
import { sayFirst as say } from '../../words/say.ts'

export type PlainRow = {
  readonly key: string | number
  readonly cells: readonly ReactNode[]
  /** Data attributes for styles. */
  readonly data?: Readonly<Record<`data-${string}`, string | boolean>>
}

type PlainTableProps = {
  /** A title for screen readers. */
  readonly title: string
  readonly className?: string
  readonly heads?: readonly ReactNode[]
  /** Whether the rows' heads are foreign text. */
  readonly foreign?: true
  /** The first cell of a row is its head. */
  readonly rows: readonly PlainRow[]
}

/** A small table of figures, which scrolls horizontally where it does not fit. */
export function PlainTable({ title, className = '', heads, foreign, rows }: PlainTableProps) {
  return (
    <div className="scrolls" role="region" tabIndex={0} aria-label={`${title}: ${say('Table')}`}>
      <table className={`plain-table ${className}`}>
        {heads !== undefined && (
          <thead>
            <tr>
              {heads.map((head, index) => (
                <th key={index} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ key, cells: [first, ...cells], data }) => (
            <tr key={key} {...data}>
              <th scope="row" className={foreign && 'foreign'}>
                {first}
              </th>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
