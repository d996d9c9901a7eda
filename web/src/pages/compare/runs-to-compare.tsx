import { useId } from 'react'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { percent } from '../../../../src/reporters/number-format.ts'
import { Card } from '../../components/card.tsx'
import { useFormats } from '../../words/formats.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { othersAtMost, useComparedRuns } from './use-compared-runs.ts'

/** The baseline and what is held against it, chosen by their names. */
export function RunsToCompare({ runs }: { readonly runs: readonly RunRow[] }) {
  const { words } = useAllWords()
  const { baseline, others, choose } = useComparedRuns()
  const [only] = others
  return (
    <Card>
      <div className="compare-runs">
        <RunSelect
          label={words.compare.baseline}
          runs={runs}
          chosen={baseline}
          taken={others}
          choose={(runId) => choose({ baseline: runId, others })}
        />
        {others.map((other, index) => (
          <RunSelect
            key={other}
            label={
              others.length === 1 ? words.compare.compared : fill(words.compare.comparedNumber, { number: index + 1 })
            }
            runs={runs}
            chosen={other}
            taken={[...others, ...(baseline === undefined ? [] : [baseline])]}
            choose={(runId) => choose({ baseline, others: others.with(index, runId) })}
          />
        ))}
        {others.length < othersAtMost && (
          <RunSelect
            label={others.length === 0 ? words.compare.compared : words.compare.add}
            runs={runs}
            chosen={undefined}
            taken={[...others, ...(baseline === undefined ? [] : [baseline])]}
            choose={(runId) => choose({ baseline, others: [...others, runId] })}
          />
        )}
        {baseline !== undefined && only !== undefined && (
          <button
            type="button"
            className="button compare-swap"
            onClick={() => choose({ baseline: only, others: [baseline, ...others.slice(1)] })}
          >
            <span aria-hidden="true">⇄</span> {words.compare.swap}
          </button>
        )}
      </div>
    </Card>
  )
}

type Select = {
  readonly label: string
  readonly runs: readonly RunRow[]
  readonly chosen: string | undefined
  /** Chosen elsewhere. */
  readonly taken: readonly string[]
  readonly choose: (runId: string) => void
}

/** An empty choice takes the run away. */
function RunSelect({ label, runs, chosen, taken, choose }: Select) {
  const { words } = useAllWords()
  const { dateTime } = useFormats()
  const id = useId()
  const offered = runs.filter(({ runId }) => runId === chosen || !taken.includes(runId))
  const byDataset = Map.groupBy(offered, ({ dataset }) => dataset)
  return (
    <div className="stack compare-select">
      <label className="small soft" htmlFor={id}>
        {label}
      </label>
      <select id={id} value={chosen ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">{chosen === undefined ? words.compare.choose : words.compare.leaveOut}</option>
        {chosen !== undefined && !offered.some(({ runId }) => runId === chosen) && (
          <option value={chosen}>{chosen}</option>
        )}
        {[...byDataset].map(([dataset, ofDataset]) => (
          <optgroup key={dataset} label={dataset}>
            {ofDataset.map(({ runId, name, createdAt, target, passRate }) => (
              <option key={runId} value={runId}>
                {[name ?? runId, passRate === null ? '–' : percent(passRate.value), target, dateTime(createdAt)].join(
                  ' · ',
                )}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
