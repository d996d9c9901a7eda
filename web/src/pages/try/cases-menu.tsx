import { useSearchParams } from 'wouter'
import { textOf } from '../../../../src/core/invocation.ts'
import { Menu } from '../../components/menu.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import type { CaseAt } from '../datasets/use-dataset.ts'

type CasesMenuProps = { readonly cases: readonly CaseAt[]; readonly chosen: readonly string[] }

/** More are not tried, but run. */
const mostShown = 200

/** The cases that a variant is tried on. */
export function CasesMenu({ cases, chosen }: CasesMenuProps) {
  const { words } = useAllWords()
  const [, setSearch] = useSearchParams()

  function toggle(id: string): void {
    const after = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    setSearch(
      (before) => {
        const search = new URLSearchParams(before)
        search.delete('case')
        for (const one of after) search.append('case', one)
        return search
      },
      { replace: true },
    )
  }

  return (
    <Menu text={fill(words.try.cases, { count: chosen.length, all: cases.length })}>
      <ul className="try-cases">
        {cases.slice(0, mostShown).map(({ evalCase }) => (
          <li key={evalCase.id}>
            <label className="row">
              <input type="checkbox" checked={chosen.includes(evalCase.id)} onChange={() => toggle(evalCase.id)} />
              <b className="foreign">{evalCase.id}</b>
              <span className="soft small">{textOf(evalCase.conversation?.[0]?.userContent)}</span>
            </label>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
