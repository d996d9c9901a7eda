import { percent } from '../../../../../src/reporters/number-format.ts'
import type { CaseRow } from '../../../../../src/server/api.ts'
import { passAtK, passHatK } from '../../../../../src/statistics/pass-at-k.ts'
import { fill, useWords } from '../../../words/language.tsx'

const signs = { passed: '▮', failed: '▯', error: '!', 'not-evaluated': '·', running: '…' } as const

/** How the repeats of a case ended, one sign each; in words how many passed, and what that makes of two tries. */
export function RepeatStrip({ repeats }: { readonly repeats: readonly CaseRow[] }) {
  const { words } = useWords()
  const evaluated = repeats.filter(({ verdict }) => verdict !== undefined && verdict !== 'not-evaluated')
  const passed = evaluated.filter(({ verdict }) => verdict === 'passed').length
  const [at, hat] = [passAtK(evaluated.length, passed, 2), passHatK(evaluated.length, passed, 2)]
  const said = [
    fill(words.workbench.repeats, { passed, count: evaluated.length }),
    ...(evaluated.length === repeats.length
      ? []
      : [`${repeats.length - evaluated.length} ${words.verdict['not-evaluated']}`]),
    ...(at === null || hat === null ? [] : [`pass@2 ${percent(at)}`, `pass^2 ${percent(hat)}`]),
  ].join(', ')
  return (
    <span className="repeat-strip" title={said}>
      <span className="hidden-words">{said}</span>
      <span aria-hidden="true">
        {repeats.map(({ repeat, verdict }) => (
          <span key={repeat} data-of={verdict ?? 'running'}>
            {signs[verdict ?? 'running']}
          </span>
        ))}
      </span>
    </span>
  )
}
