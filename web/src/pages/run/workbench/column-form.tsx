import { fill, useWords } from '../../../words/language.tsx'
import type { CaseColumn } from './case-columns.tsx'

type ColumnFormProps = {
  readonly columns: readonly CaseColumn[]
  /** The ids of those that are shown, in their order. */
  readonly chosen: readonly string[]
  readonly choose: (ids: readonly string[] | undefined) => void
}

/** Which columns are shown, and in which order. */
export function ColumnForm({ columns, chosen, choose }: ColumnFormProps) {
  const { words } = useWords()
  const texts = words.workbench
  const listed = [...columns].toSorted((a, b) => rank(chosen, a.id) - rank(chosen, b.id))
  return (
    <>
      <ul className="workbench-columns">
        {listed.map(({ id, head }) => {
          const at = chosen.indexOf(id)
          return (
            <li key={id} className="row">
              <label className="row">
                <input
                  type="checkbox"
                  checked={at !== -1}
                  onChange={() => choose(at === -1 ? [...chosen, id] : chosen.filter((other) => other !== id))}
                />
                <span className="foreign">{head}</span>
              </label>
              <button
                type="button"
                className="button"
                disabled={at < 1}
                aria-label={fill(texts.earlier, { column: head })}
                onClick={() => choose(swapped(chosen, at - 1))}
              >
                ↑
              </button>
              <button
                type="button"
                className="button"
                disabled={at === -1 || at === chosen.length - 1}
                aria-label={fill(texts.later, { column: head })}
                onClick={() => choose(swapped(chosen, at))}
              >
                ↓
              </button>
            </li>
          )
        })}
      </ul>
      <button type="button" className="button" onClick={() => choose(undefined)}>
        {texts.usualColumns}
      </button>
    </>
  )
}

function rank(chosen: readonly string[], id: string): number {
  const at = chosen.indexOf(id)
  return at === -1 ? chosen.length : at
}

/** With the one at this place behind the one that follows it. */
function swapped(ids: readonly string[], at: number): readonly string[] {
  return ids.flatMap((id, index) => {
    if (index === at) return ids[at + 1] ?? []
    return index === at + 1 ? (ids[at] ?? []) : id
  })
}
