import type { ReactNode } from 'react'

export type PlainRow = {
  readonly key: string | number
  readonly cells: readonly ReactNode[]
  /** What styles go by. */
  readonly data?: Readonly<Record<`data-${string}`, string | boolean>>
}

type PlainTableProps = {
  readonly className?: string
  /** Said and not shown. */
  readonly caption?: string
  readonly heads?: readonly ReactNode[]
  /** The heads of rows come from elsewhere. */
  readonly foreign?: true
  /** The first cell of a row is its head. */
  readonly rows: readonly PlainRow[]
}

/** A small table of figures. */
export function PlainTable({ className, caption, heads, foreign, rows }: PlainTableProps) {
  return (
    <table className={className}>
      {caption !== undefined && <caption className="hidden-words">{caption}</caption>}
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
  )
}
