import { useChosen } from '../../chosen.ts'
import { sayFirst as say } from '../../words/say.ts'

type SearchFieldProps = {
  readonly shown: number
  readonly all: number
  /** In place of how many are left. */
  readonly says?: string | undefined
}

/** The text in the address by which a table's rows are filtered, and how many are left. */
export function SearchField({ shown, all, says }: SearchFieldProps) {
  const { search, change } = useChosen()
  return (
    <>
      <input
        type="search"
        value={search.get('q') ?? ''}
        placeholder={say('Filter')}
        aria-label={say('Filter the rows')}
        onChange={({ target }) => change('q', target.value)}
      />
      <output className="soft small">{says ?? say('{shown} of {all}', { shown, all })}</output>
    </>
  )
}
