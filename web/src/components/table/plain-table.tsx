import type { ReactNode } from 'react'

type PlainTableProps = {
  readonly className?: string
  readonly heads: readonly ReactNode[]
  /** The first cell of a row is its head. */
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[]
}

/** A small table of figures. */
export function PlainTable({ className, heads, rows }: PlainTableProps) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={index} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
