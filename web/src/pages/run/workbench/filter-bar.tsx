import { type Ref, useMemo } from 'react'
import { count } from '../../../../../src/reporters/number-format.ts'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { Menu } from '../../../components/menu.tsx'
import { Select } from '../../../components/select.tsx'
import { fill, useWords } from '../../../words/language.tsx'
import type { CaseColumn } from './case-columns.tsx'
import { ColumnForm } from './column-form.tsx'
import { fieldName, wantedText } from './condition-text.ts'
import { type Fields, caseGroupFields } from './fields.ts'
import { FilterForm } from './filter-form.tsx'
import { verdictTests } from '../../../../../src/server/view/match-rows.ts'
import {
  type TableView,
  type VerdictFilter,
  columnOf,
  isFiltered,
  verdictFilters,
  withCondition,
} from '../../../../../src/server/view/table-view.ts'
import { ViewForm } from './view-form.tsx'

export type FilterCounts = Readonly<Record<VerdictFilter, number>>

type FilterBarProps = {
  readonly rows: readonly CaseRow[]
  readonly complete: boolean
  readonly fields: Fields
  readonly view: TableView
  readonly change: (view: TableView) => void
  readonly unended: 'running' | 'interrupted'
  /** How many cases fit. */
  readonly shown: number
  readonly all: number
  /** Of all results, where the rows are only some of them; then there are no groups. */
  readonly counts?: FilterCounts | undefined
  readonly columns: readonly CaseColumn[]
  readonly chosen: readonly string[]
  /** Where a text is looked for. */
  readonly field: Ref<HTMLInputElement>
  readonly toTable: () => void
}

/** What is shown, in which groups and columns; all of it can be undone where it is said. */
export function FilterBar(props: FilterBarProps) {
  const { rows, complete, fields, view, change, shown, all, columns, chosen, field } = props
  const { words } = useWords()
  const texts = words.workbench
  const add = (name: string, wanted: TableView['conditions'][number]['wanted'][number]) => {
    const before = view.conditions.find((condition) => condition.field === name)?.wanted ?? []
    change(withCondition(view, name, [...before, wanted]))
  }
  return (
    <div className="stack workbench-bar">
      <div className="row">
        <Verdicts {...props} />
        <input
          ref={field}
          type="search"
          value={view.text}
          placeholder={words.table.filter}
          aria-label={words.table.filterRows}
          aria-keyshortcuts="/"
          onChange={({ target }) => change({ ...view, text: target.value })}
          onKeyDown={(event) => {
            if (!['ArrowDown', 'Enter', 'Escape'].includes(event.key) || event.nativeEvent.isComposing) return
            event.preventDefault()
            props.toTable()
          }}
        />
        <Menu text={texts.filter}>
          <FilterForm rows={rows} fields={fields} add={add} />
        </Menu>
        {props.counts === undefined && (
          <Select
            label={texts.group}
            value={view.group}
            choices={groupChoices(fields, words)}
            choose={(group) => change({ ...view, group })}
          />
        )}
        <Menu text={texts.columns}>
          <ColumnForm columns={columns} chosen={chosen} choose={(ids) => change({ ...view, columns: ids })} />
        </Menu>
        <Menu text={texts.views}>
          <ViewForm />
        </Menu>
        <output className="soft small">
          {complete ? fill(words.table.shown, { shown, all }) : fill(words.run.loadingRows, { count: rows.length })}
        </output>
      </div>
      {(view.conditions.length > 0 || view.sort !== '') && <Chips view={view} change={change} columns={columns} />}
    </div>
  )
}

/** Verdicts that occur, with how many cases there are of each. */
function Verdicts({ rows, complete, view, change, unended, all, counts: given }: FilterBarProps) {
  const { words } = useWords()
  const counts = useMemo(() => given ?? countsOf(rows), [given, rows])
  const names: Readonly<Record<VerdictFilter, string>> = {
    ...words.verdict,
    running: words.verdict[unended],
    flaky: words.run.flaky,
    disagreed: words.run.disagreed,
  }
  const choose = (verdicts: readonly VerdictFilter[]) => change({ ...view, verdicts })
  return (
    <div className="row workbench-verdicts" role="group" aria-label={words.table.filterRows}>
      <button type="button" className="button" aria-pressed={view.verdicts.length === 0} onClick={() => choose([])}>
        {words.run.all} {complete && <span className="soft">{count(all)}</span>}
      </button>
      {verdictFilters
        .filter((name) => counts[name] > 0 || view.verdicts.includes(name))
        .map((name) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={view.verdicts.includes(name)}
            onClick={() => choose(view.verdicts.includes(name) ? view.verdicts.filter((one) => one !== name) : [name])}
          >
            {names[name]} {complete && <span className="soft">{count(counts[name])}</span>}
          </button>
        ))}
    </div>
  )
}

/** What narrows the table beside verdict and text, each with a way out of it. */
function Chips({ view, change, columns }: Pick<FilterBarProps, 'view' | 'change' | 'columns'>) {
  const { words, say } = useWords()
  const texts = words.workbench
  const sorts = [view.sort, view.thenBy].flatMap((sort) => {
    const column = columns.find(({ id }) => id === columnOf(sort))
    return column === undefined ? [] : [{ sort, head: column.head }]
  })
  return (
    <ul className="row workbench-chips" aria-label={texts.filters}>
      {view.conditions.flatMap(({ field, wanted }) =>
        wanted.map((one, index) => {
          const said = `${fieldName(field, words)}: ${wantedText(field, one, { words, say })}`
          return (
            <li key={`${field} ${String(index)}`}>
              <button
                type="button"
                className="button"
                aria-label={fill(texts.removeFilter, { filter: said })}
                onClick={() =>
                  change(
                    withCondition(
                      view,
                      field,
                      wanted.filter((_, at) => at !== index),
                    ),
                  )
                }
              >
                <span className="foreign">{said}</span> <span aria-hidden="true">✕</span>
              </button>
            </li>
          )
        }),
      )}
      {sorts.map(({ sort, head }) => {
        const said = fill(sort === view.sort ? words.table.sortBy : texts.thenBy, { column: head })
        return (
          <li key={sort}>
            <button
              type="button"
              className="button"
              aria-label={fill(texts.removeFilter, { filter: said })}
              onClick={() =>
                change(sort === view.sort ? { ...view, sort: view.thenBy, thenBy: '' } : { ...view, thenBy: '' })
              }
            >
              <span className="foreign">{said}</span> <span aria-hidden="true">✕</span>
            </button>
          </li>
        )
      })}
      {isFiltered(view) && (
        <li>
          <button
            type="button"
            className="button"
            onClick={() => change({ ...view, text: '', verdicts: [], conditions: [] })}
          >
            {words.table.clear}
          </button>
        </li>
      )}
    </ul>
  )
}

function groupChoices(fields: Fields, words: ReturnType<typeof useWords>['words']) {
  return [
    ['', words.workbench.ungrouped] as const,
    ...caseGroupFields(fields).map(
      (field) => [field, fill(words.workbench.by, { field: fieldName(field, words) })] as const,
    ),
  ]
}

/** Cases of which a repeat is such a one. */
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
