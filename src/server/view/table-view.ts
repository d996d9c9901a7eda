/**
 * How the table of a run's cases is filtered, sorted and grouped, as it stands in the address. Whoever wants the table to
 * show something else (a picture that is brushed, a metric's name, a named view) writes these parameters:
 *
 * | parameter | means |
 * |---|---|
 * | `q` | a text somewhere in the row |
 * | `only` | a verdict: `failed`, `error`, `not-evaluated`, `passed`, `running`, `flaky`, `disagreed` |
 * | `score.METRIC` | a range of values, or how it was scored: `failed`, `passed`, `measured`, `not-evaluated`, `not-applicable`, `error`, `broken` |
 * | `cost`, `time`, `tokens` | a range, in US dollars, in milliseconds |
 * | `category`, `tag`, `meta.KEY`, `reason`, `case` | a text, as a whole |
 * | `sort` | a column, `-` before it for the most first; without it what failed comes first. A second one orders what is equal |
 * | `group` | `category`, `tag`, `meta.KEY`, `reason` or `case` |
 * | `columns` | the columns to be shown, in their order |
 * | `open` | the case in the panel, as position/repeat |
 *
 * A range is `0.2..0.4`, without its upper end `0.2..<0.4`, and open at an end `..0.4` or `0.2..`. A parameter that stands
 * there several times means any of its values; all parameters have to fit.
 */
export type TableView = {
  readonly text: string
  readonly verdicts: readonly VerdictFilter[]
  readonly conditions: readonly Condition[]
  readonly sort: string
  readonly thenBy: string
  readonly group: string
  /** Undefined where the default columns are shown. */
  readonly columns: readonly string[] | undefined
}

export type Condition = { readonly field: string; readonly wanted: readonly Wanted[] }
export type Wanted = string | ValueRange

/** A missing end is open. `below` excludes `high` itself. */
export type ValueRange = { readonly low?: number; readonly high?: number; readonly below: boolean }

export const verdictFilters = ['failed', 'error', 'not-evaluated', 'passed', 'running', 'flaky', 'disagreed'] as const
export type VerdictFilter = (typeof verdictFilters)[number]

const numbers = new Set(['cost', 'time', 'tokens'])
const texts = new Set(['category', 'tag', 'reason', 'case'])
const own = new Set(['q', 'only', 'sort', 'group', 'columns', 'open'])

export function scoreField(metric: string): string {
  return `score.${metric}`
}

export function metaField(key: string): string {
  return `meta.${key}`
}

/** Parses an address; parameters that make no sense are left out. */
export function parseTableView(search: URLSearchParams): TableView {
  const fields = [...new Set(search.keys())].filter(isField)
  const columns = search.get('columns')
  const [sort = '', thenBy = ''] = search.getAll('sort')
  return {
    text: search.get('q') ?? '',
    verdicts: search.getAll('only').flatMap((name) => verdictFilters.find((known) => known === name) ?? []),
    conditions: fields.flatMap((field) => conditionOf(field, search.getAll(field))),
    sort,
    thenBy,
    group: search.get('group') ?? '',
    columns: columns === null ? undefined : columns.split(',').flatMap(decoded),
  }
}

/** Writes a view back into an address and keeps the other parameters. */
export function printTableView(view: TableView, search: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const after = new URLSearchParams([...search].filter(([name]) => !own.has(name) && !isField(name)))
  const put = (name: string, value: string) => value !== '' && after.append(name, value)
  put('q', view.text)
  for (const verdict of view.verdicts) put('only', verdict)
  for (const { field, wanted } of view.conditions) for (const one of wanted) put(field, printWanted(one))
  put('sort', view.sort)
  if (view.sort !== '') put('sort', view.thenBy)
  put('group', view.group)
  put('columns', (view.columns ?? []).map(encodeURIComponent).join(','))
  put('open', search.get('open') ?? '')
  return after
}

/** Replaces the condition on a field; an empty list removes it. */
export function withCondition(view: TableView, field: string, wanted: readonly Wanted[]): TableView {
  const others = view.conditions.filter((condition) => condition.field !== field)
  return { ...view, conditions: wanted.length === 0 ? others : [...others, { field, wanted }] }
}

/** Sorts by another column; with `beside` the column orders what the first one leaves equal. */
export function withSort(view: TableView, sort: string, beside: boolean): TableView {
  const isFirst = columnOf(sort) === columnOf(view.sort)
  if (!beside || view.sort === '') return { ...view, sort, thenBy: isFirst ? view.thenBy : '' }
  return isFirst ? { ...view, sort } : { ...view, thenBy: sort }
}

export function columnOf(sort: string): string {
  return sort.replace(/^-/, '')
}

export function isFiltered({ text, verdicts, conditions }: TableView): boolean {
  return text !== '' || verdicts.length > 0 || conditions.length > 0
}

export function printWanted(wanted: Wanted): string {
  if (typeof wanted === 'string') return wanted
  const { low, high, below } = wanted
  return `${low ?? ''}..${below ? '<' : ''}${high ?? ''}`
}

export function isInRange({ low, high, below }: ValueRange, value: number): boolean {
  if (low !== undefined && value < low) return false
  return high === undefined || (below ? value < high : value <= high)
}

function isField(name: string): boolean {
  return numbers.has(name) || texts.has(name) || /^(score|meta)\../s.test(name)
}

function conditionOf(field: string, values: readonly string[]): readonly Condition[] {
  const wanted = values.flatMap((value) => wantedOf(field, value))
  return wanted.length === 0 ? [] : [{ field, wanted }]
}

function wantedOf(field: string, value: string): readonly Wanted[] {
  if (value === '') return []
  const isText = texts.has(field) || field.startsWith('meta.')
  const range = isText ? undefined : rangeOf(value)
  if (range !== undefined) return [range]
  return numbers.has(field) ? [] : [value]
}

const end = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`
const rangePattern = new RegExp(`^(${end})?\\.\\.(<?)(${end})?$`)

function rangeOf(text: string): ValueRange | undefined {
  const [, low, below, high] = rangePattern.exec(text) ?? []
  if (low === undefined && high === undefined) return undefined
  return {
    ...(low !== undefined && { low: Number(low) }),
    ...(high !== undefined && { high: Number(high) }),
    below: below === '<',
  }
}

function decoded(text: string): readonly string[] {
  try {
    return text === '' ? [] : [decodeURIComponent(text)]
  } catch {
    // The address was cut off, so the column is unknown.
    return []
  }
}
