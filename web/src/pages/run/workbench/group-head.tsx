import { fill, useWords } from '../../../words/language.tsx'
import { reasonText } from '../../../../../src/server/view/match-rows.ts'
import type { GroupEntry } from './order-rows.ts'
import { useTableView } from './use-table-view.ts'

type GroupHeadProps = {
  readonly entry: GroupEntry
  /** Whether all rows are there, without which nothing is counted. */
  readonly counted: boolean
}

/** What a group has in common, and how many of its results passed. */
export function GroupHead({ entry: { name, cases, passed, evaluated, open }, counted }: GroupHeadProps) {
  const { words, say } = useWords()
  const { group } = useTableView().view
  const shown = name !== undefined && group === 'reason' ? reasonText(name, say) : name
  const texts = words.workbench
  return (
    <span className="workbench-group">
      <span aria-hidden="true">{open ? '▾' : '▸'}</span>
      {!open && <span className="hidden-words">{texts.folded}</span>}
      <b>
        <bdi>{shown ?? texts.without}</bdi>
      </b>
      {counted ? (
        <>
          <span className="soft">{fill(texts.groupCounts, { cases, passed, evaluated })}</span>
          <meter aria-hidden="true" min={0} max={Math.max(evaluated, 1)} value={passed} />
        </>
      ) : (
        <span className="soft">{words.app.loading}</span>
      )}
    </span>
  )
}
