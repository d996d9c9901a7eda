import { sayFirst as say } from '../../words/say.ts'

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
  return (
    <>
      <input
        type="search"
        value={text}
        placeholder={say('Filter')}
        aria-label={say('Filter the rows')}
        onChange={({ target }) => change(target.value)}
      />
      <output className="soft small">{says ?? say('{shown} of {all}', { shown, all })}</output>
    </>
  )
}
