import { useState } from 'react'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { Select } from '../../../components/form/field.tsx'
import { fieldName, wantedText } from './condition-text.ts'
import type { Fields } from './fields.ts'
import { valuesOf } from '../../../../../src/server/view/match-rows.ts'
import { type Wanted, metaField, scoreField } from '../../../../../src/server/view/table-view.ts'
import { Button } from '../../../components/button.tsx'
import { sayFirst as say } from '../../../words/say.ts'

type FilterFormProps = {
  readonly rows: readonly CaseRow[]
  readonly fields: Fields
  readonly add: (field: string, wanted: Wanted) => void
}

const statuses = ['failed', 'passed', 'not-evaluated', 'broken', 'error', 'not-applicable'] as const
const mostChoices = 200

/** Adds a filter on any field: by score status, by text, or by a range of numbers. */
export function FilterForm({ rows, fields, add }: FilterFormProps) {
  const names = fieldNames(fields)
  const [chosen, setChosen] = useState('')
  const field = names.includes(chosen) ? chosen : (names[0] ?? '')
  const choices = choicesOf(rows, field)
  const isNumber = /^(score\.|cost$|time$|tokens$)/.test(field)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const wanted = wantedOf(form)
        if (wanted !== undefined) add(field, wanted)
      }}
    >
      <Select
        label={say('Field')}
        value={field}
        choices={names.map((name) => [name, fieldName(name)])}
        choose={setChosen}
      />
      {choices.length > 0 && (
        <select key={field} name="text" aria-label={say('Value')}>
          {isNumber && <option value="">{say('A range of values')}</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {wantedText(field, choice)}
            </option>
          ))}
        </select>
      )}
      {isNumber && (
        <div className="row">
          <input
            key={`${field} low`}
            name="low"
            type="number"
            step="any"
            aria-label={say('from')}
            placeholder={say('from')}
          />
          <span aria-hidden="true">–</span>
          <input
            key={`${field} high`}
            name="high"
            type="number"
            step="any"
            aria-label={say('to')}
            placeholder={say('to')}
          />
        </div>
      )}
      <Button type="submit" kind="main">
        {say('Add the filter')}
      </Button>
    </form>
  )
}

function fieldNames({ metrics, has, meta }: Fields): readonly string[] {
  return [
    ...metrics.map(({ name }) => scoreField(name)),
    ...(has.category ? ['category'] : []),
    ...(has.tag ? ['tag'] : []),
    ...meta.map(metaField),
    'reason',
    ...(has.cost ? ['cost'] : []),
    ...(has.time ? ['time', 'tokens'] : []),
  ]
}

/** Texts that occur, most frequent first. */
function choicesOf(rows: readonly CaseRow[], field: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const row of rows)
    for (const value of valuesOf(row, field))
      if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1)
  if (field.startsWith('score.')) return statuses.filter((status) => counts.has(status))
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostChoices)
    .map(([value]) => value)
}

function wantedOf(form: FormData): Wanted | undefined {
  const text = form.get('text')
  if (typeof text === 'string' && text !== '') return text
  const [low, high] = [form.get('low'), form.get('high')]
  const range = {
    ...(typeof low === 'string' && low !== '' && { low: Number(low) }),
    ...(typeof high === 'string' && high !== '' && { high: Number(high) }),
    below: false,
  }
  return 'low' in range || 'high' in range ? range : undefined
}
