import { fill, useWords } from '../../words/language.tsx'

type SearchFieldProps = {
  readonly text: string
  readonly change: (text: string) => void
  readonly shown: number
  readonly all: number
  /** In place of how many are left. */
  readonly says?: string | undefined
}

/** Filters a table's rows by a text and says how many are left. */
export function SearchField({ text, change, shown, all, says }: SearchFieldProps) {
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
      <output className="soft small">{says ?? fill(table.shown, { shown, all })}</output>
    </>
  )
}
