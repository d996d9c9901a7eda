import { type Ref, useMemo } from 'react'
import { count } from '../../../../../src/reporters/number-format.ts'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { badges } from '../../../components/badge.tsx'
import { Menu } from '../../../components/menu.tsx'
import { Select } from '../../../components/form/field.tsx'
import { useRunSource } from '../../../source/run-source.ts'
import { ViewForm } from './view-form.tsx'
import type { CaseColumn } from './case-columns.tsx'
import { fieldName, wantedText } from './condition-text.ts'
import { type Fields, caseGroupFields } from './fields.ts'
import { FilterForm } from './filter-form.tsx'
import { useTableView } from './use-table-view.ts'
import { verdictTests } from '../../../../../src/server/view/match-rows.ts'
import {
  type VerdictFilter,
  type Wanted,
  columnOf,
  isFiltered,
  verdictFilters,
  withCondition,
} from '../../../../../src/server/view/table-view.ts'
import { Button } from '../../../components/button.tsx'
import { sayFirst as say } from '../../../words/say.ts'

export type FilterCounts = Readonly<Record<VerdictFilter, number>>

type FilterBarProps = {
  readonly rows: readonly CaseRow[]
  readonly complete: boolean
  readonly fields: Fields
  readonly unended: 'running' | 'interrupted'
  /** Number of matching cases. */
  readonly shown: number
  readonly all: number
  /** Counts over all results, where only a page is loaded; there are no groups then. */
  readonly counts?: FilterCounts | undefined
  readonly columns: readonly CaseColumn[]
  readonly chosen: readonly string[]
  /** The search field. */
  readonly field: Ref<HTMLInputElement>
  readonly toTable: () => void
}

/** The filter, groups and columns of the table, each of which can be reset here. */
export function FilterBar(props: FilterBarProps) {
  const { rows, complete, fields, shown, all, columns, chosen } = props
  const { view, change } = useTableView()
  const { live } = useRunSource()
  const add = (name: string, wanted: Wanted) => {
    const before = view.conditions.find((condition) => condition.field === name)?.wanted ?? []
    change(withCondition(view, name, [...before, wanted]))
  }
  return (
    <div className="stack workbench-bar">
      <div className="row">
        <Verdicts {...props} />
        <TextField field={props.field} toTable={props.toTable} />
        <Menu text={say('Filter by')}>
          <FilterForm rows={rows} fields={fields} add={add} />
        </Menu>
        {props.counts === undefined && (
          <Select
            label={say('Groups')}
            value={view.group}
            choices={[
              ['', say('No groups')],
              ...caseGroupFields(fields).map((one) => [one, say('By {field}', { field: fieldName(one) })] as const),
            ]}
            choose={(group) => change({ ...view, group })}
          />
        )}
        <Menu text={say('Columns')}>
          <ColumnForm columns={columns} chosen={chosen} choose={(ids) => change({ ...view, columns: ids })} />
        </Menu>
        {live && (
          <Menu text={say('Views')}>
            <ViewForm />
          </Menu>
        )}
        <output className="soft small">
          {complete ? say('{shown} of {all}', { shown, all }) : say('{count} rows so far …', { count: rows.length })}
        </output>
      </div>
      {(view.conditions.length > 0 || view.sort !== '') && <Chips columns={columns} />}
    </div>
  )
}

function TextField({ field, toTable }: Pick<FilterBarProps, 'field' | 'toTable'>) {
  const { view, change } = useTableView()
  return (
    <input
      ref={field}
      type="search"
      value={view.text}
      placeholder={say('Filter')}
      aria-label={say('Filter the rows')}
      aria-keyshortcuts="/"
      onChange={({ target }) => change({ ...view, text: target.value })}
      onKeyDown={(event) => {
        if (!['ArrowDown', 'Enter', 'Escape'].includes(event.key) || event.nativeEvent.isComposing) return
        event.preventDefault()
        toTable()
      }}
    />
  )
}

/** Verdicts that occur, with their counts. */
function Verdicts({ rows, complete, unended, all, counts: given }: FilterBarProps) {
  const { view, change } = useTableView()
  const counts = useMemo(() => given ?? countsOf(rows), [given, rows])
  const nameOf = (name: VerdictFilter) => {
    if (name === 'flaky') return 'Flaky'
    return name === 'disagreed' ? 'Judges disagreed' : badges[name === 'running' ? unended : name].name
  }
  const choose = (verdicts: readonly VerdictFilter[]) => change({ ...view, verdicts })
  return (
    <div className="row workbench-verdicts" role="group" aria-label={say('Filter the rows')}>
      <Button aria-pressed={view.verdicts.length === 0} onClick={() => choose([])}>
        {say('All')} {complete && <span className="soft">{count(all)}</span>}
      </Button>
      {verdictFilters
        .filter((name) => counts[name] > 0 || view.verdicts.includes(name))
        .map((name) => (
          <Button
            key={name}
            aria-pressed={view.verdicts.includes(name)}
            onClick={() => choose(view.verdicts.includes(name) ? view.verdicts.filter((one) => one !== name) : [name])}
          >
            {say(nameOf(name))} {complete && <span className="soft">{count(counts[name])}</span>}
          </Button>
        ))}
    </div>
  )
}

/** Other filters, each with a button to remove it. */
function Chips({ columns }: Pick<FilterBarProps, 'columns'>) {
  const { view, change } = useTableView()
  const conditions = view.conditions.flatMap(({ field, wanted }) =>
    wanted.map((one, index) => {
      const others = wanted.filter((_, at) => at !== index)
      return {
        said: `${fieldName(field)}: ${wantedText(field, one)}`,
        without: withCondition(view, field, others),
      }
    }),
  )
  const sorts = [view.sort, view.thenBy].flatMap((sort) => {
    const column = columns.find(({ id }) => id === columnOf(sort))
    if (column === undefined) return []
    const isFirst = sort === view.sort
    return {
      said: say(isFirst ? 'Sort by {column}' : 'Then by {column}', { column: column.head }),
      without: { ...view, sort: isFirst ? view.thenBy : view.sort, thenBy: '' },
    }
  })
  return (
    <ul className="row workbench-chips" aria-label={say('Filters')}>
      {[...conditions, ...sorts].map(({ said, without }) => (
        <li key={said}>
          <Button aria-label={say('Remove the filter {filter}', { filter: said })} onClick={() => change(without)}>
            <span className="foreign">{said}</span> <span aria-hidden="true">✕</span>
          </Button>
        </li>
      ))}
      {isFiltered(view) && (
        <li>
          <Button onClick={() => change({ ...view, text: '', verdicts: [], conditions: [] })}>
            {say('Clear the filter')}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** Counts cases by the verdicts of their repeats. */
function countsOf(rows: readonly CaseRow[]): FilterCounts {
  const counts = { failed: 0, error: 0, 'not-evaluated': 0, passed: 0, running: 0, flaky: 0, disagreed: 0 }
  const last = new Map<VerdictFilter, number>()
  for (const row of rows) {
    for (const name of verdictFilters) {
      if (!verdictTests[name](row) || last.get(name) === row.position) continue
      counts[name] += 1
      last.set(name, row.position)
    }
  }
  return counts
}

type ColumnFormProps = {
  readonly columns: readonly CaseColumn[]
  /** Ids of the shown columns in order. */
  readonly chosen: readonly string[]
  readonly choose: (ids: readonly string[] | undefined) => void
}

/** Chooses and orders the columns. */
function ColumnForm({ columns, chosen, choose }: ColumnFormProps) {
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
              {(
                [
                  { sign: '↑', says: 'Move {column} forward', from: at - 1, isEnd: at < 1 },
                  { sign: '↓', says: 'Move {column} back', from: at, isEnd: at === -1 || at === chosen.length - 1 },
                ] as const
              ).map(({ sign, says, from, isEnd }) => (
                <Button
                  key={sign}
                  disabled={isEnd}
                  aria-label={say(says, { column: head })}
                  onClick={() => choose(swapped(chosen, from))}
                >
                  {sign}
                </Button>
              ))}
            </li>
          )
        })}
      </ul>
      <Button onClick={() => choose(undefined)}>{say('Default columns')}</Button>
    </>
  )
}

function rank(chosen: readonly string[], id: string): number {
  const at = chosen.indexOf(id)
  return at === -1 ? chosen.length : at
}

/** Exchanges an item with the next one. */
function swapped(ids: readonly string[], at: number): readonly string[] {
  return ids.flatMap((id, index) => {
    if (index === at) return ids[at + 1] ?? []
    return index === at + 1 ? (ids[at] ?? []) : id
  })
}
