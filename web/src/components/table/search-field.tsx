import { fill, useWords } from '../../words/language.tsx'

type SearchFieldProps = {
  readonly text: string
  readonly change: (text: string) => void
  readonly shown: number
  readonly all: number
}

/** Narrows the rows of a table by a text, and says how many are left. */
export function SearchField({ text, change, shown, all }: SearchFieldProps) {
  const { table } = useWords().words
  return (
    <>
      <input
        type="search"
        value={text}
        placeholder={table.filter}
        aria-label={table.filterRows}
        onChange={({ target }) => change(target.value)}
      />
      <output className="soft small">{fill(table.shown, { shown, all })}</output>
    </>
  )
}
