import { useMemo, useState } from 'react'
import { count, percent } from '../../../../../src/reporters/number-format.ts'
import { notEvaluatedSentence } from '../../../../../src/reporters/result-counts.ts'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { IntervalScale } from '../../../components/interval.tsx'
import { Select } from '../../../components/form/field.tsx'
import { type GroupRate, groupRates } from './group-rates.ts'
import { fieldName } from '../workbench/condition-text.ts'
import { Picture } from './picture.tsx'
import { useCondition } from '../workbench/use-table-view.ts'
import { sayFirst as say } from '../../../words/say.ts'

type GroupPictureFields = { readonly rows: readonly CaseRow[]; readonly fields: readonly string[] }

/** Pass rates of groups with intervals, worst first; clicking a group filters the table. */
export function GroupPicture({ rows, fields }: GroupPictureFields) {
  const [chosen, setChosen] = useState('')
  const field = fields.find((one) => one === chosen) ?? fields[0] ?? ''
  const groups = useMemo(() => groupRates(rows, field), [rows, field])
  const { wanted, change } = useCondition(field)
  return (
    <Picture
      wide
      title={say('Pass rate by {name}', { name: fieldName(field) })}
      short={fields.length > 1 ? say('Pass rate') : undefined}
      figures={
        fields.length > 1 ? (
          <Select
            label={say('Groups')}
            value={field}
            choices={fields.map((one) => [one, fieldName(one)] as const)}
            choose={setChosen}
          />
        ) : undefined
      }
    >
      <ul className="picture-groups">
        {groups.map((group) => {
          const isChosen = wanted.includes(group.value)
          const others = wanted.filter((one) => one !== group.value)
          return (
            <li key={group.value}>
              <Group
                group={group}
                isChosen={isChosen}
                toggle={() => change(isChosen ? others : [...others, group.value])}
              />
            </li>
          )
        })}
      </ul>
    </Picture>
  )
}

type GroupPictureProps = { readonly group: GroupRate; readonly isChosen: boolean; readonly toggle: () => void }

function Group({ group: { value, passRate, notEvaluated }, isChosen, toggle }: GroupPictureProps) {
  const said = passRate === null ? 'Nothing was scored' : '{rate} passed, 95 % interval {low} to {high}, of {count}'
  const spoken = say(said, {
    rate: percent(passRate?.value ?? 0),
    low: percent(passRate?.low ?? 0),
    high: percent(passRate?.high ?? 0),
    count: passRate?.n ?? 0,
  })
  const unevaluated = notEvaluated > 0 ? say(notEvaluatedSentence(notEvaluated)) : ''
  return (
    <button
      type="button"
      className="picture-group"
      aria-pressed={isChosen}
      title={[`${value}: ${spoken}`, unevaluated].filter(Boolean).join(' · ')}
      onClick={toggle}
    >
      <span className="picture-group-name">
        <bdi>{value}</bdi>
      </span>
      {passRate === null ? <span /> : <IntervalScale of={passRate} />}
      <span aria-hidden="true" className="picture-group-rate">
        {passRate === null ? '–' : percent(passRate.value)}
        <span className="soft"> {count(passRate?.n ?? 0)}</span>
        {notEvaluated > 0 && <span className="picture-group-missing"> ?{count(notEvaluated)}</span>}
      </span>
      <span className="hidden-words">
        {spoken} {unevaluated}
      </span>
    </button>
  )
}
