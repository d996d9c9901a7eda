import { useSearchParams } from 'wouter'
import type { Comparison } from '../../../../src/server/api.ts'
import { decimal, decimalsApart } from '../../../../src/reporters/number-format.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import type { Column } from '../../components/data-table.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { useWords } from '../../words/language.tsx'

export type ComparedRow = Comparison['cases'][number]

const shows = ['all', 'changed', 'worse', 'better'] as const
type Became = 'worse' | 'better' | 'other' | 'same' | 'onlyOne'
const signs: Readonly<Record<Became, string>> = { worse: '▼', better: '▲', other: '◆', same: '=', onlyOne: '◇' }
const order: readonly Became[] = ['worse', 'better', 'other', 'onlyOne', 'same']

/** Every case of both runs, those that changed first. */
export function ComparedCases({ cases }: { readonly cases: readonly ComparedRow[] }) {
  const { words } = useWords()
  const [search, setSearch] = useSearchParams()
  const show = shows.find((name) => name === search.get('show')) ?? 'all'
  const change = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set(name, value)
        return next
      },
      { replace: true },
    )
  const columns: readonly Column<ComparedRow>[] = [
    {
      id: 'change',
      head: words.compare.change,
      width: 'minmax(6rem, 1fr)',
      sortBy: (row) => order.indexOf(becameOf(row)),
      cell: (row) => `${signs[becameOf(row)]} ${words.compare.became[becameOf(row)]}`,
    },
    {
      id: 'case',
      head: words.compare.case,
      width: 'minmax(9rem, 3fr)',
      sortBy: (row) => row.caseId,
      cell: (row) => <span className="foreign">{row.caseId}</span>,
    },
    {
      id: 'first',
      head: words.compare.first,
      width: 'minmax(8rem, 1fr)',
      sortBy: (row) => row.first,
      cell: (row) => <Badge of={row.first ?? 'none'} />,
    },
    {
      id: 'second',
      head: words.compare.second,
      width: 'minmax(8rem, 1fr)',
      sortBy: (row) => row.second,
      cell: (row) => <Badge of={row.second ?? 'none'} />,
    },
    {
      id: 'moved',
      head: words.compare.moved,
      width: 'minmax(10rem, 3fr)',
      wideOnly: true,
      cell: (row) => (
        <span className="small compare-moved" title={movedText(row)}>
          {movedText(row)}
        </span>
      ),
    },
  ]
  const counted = (name: (typeof shows)[number]) => cases.filter((row) => isShown(row, name)).length
  return (
    <Card title={words.compare.cases}>
      <fieldset className="row compare-show">
        <legend className="hidden-words">{words.compare.show}</legend>
        {shows.map((name) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={show === name}
            onClick={() => change('show', name)}
          >
            {`${words.compare[name]} (${counted(name)})`}
          </button>
        ))}
      </fieldset>
      <p className="small soft">{words.compare.sideHint}</p>
      <DataTable
        label={words.compare.cases}
        rows={cases.filter((row) => isShown(row, show))}
        columns={columns}
        rowKey={(row) => row.caseId}
        open={(row) => change('case', row.caseId)}
        sort={search.get('sort') ?? 'change'}
        onSort={(sort) => change('sort', sort)}
      />
    </Card>
  )
}

function becameOf({ first, second, changed }: ComparedRow): Became {
  if (first === undefined || second === undefined) return 'onlyOne'
  if (changed === true) return 'other'
  if (first === second) return 'same'
  if (first === 'not-evaluated' || second === 'not-evaluated') return 'other'
  if (first === 'passed') return 'worse'
  return second === 'passed' ? 'better' : 'other'
}

function isShown(row: ComparedRow, show: (typeof shows)[number]): boolean {
  if (show === 'all') return true
  return show === 'changed' ? becameOf(row) !== 'same' : becameOf(row) === show
}

function movedText({ values }: ComparedRow): string {
  return values
    .filter(({ first, second }) => first !== second)
    .map(({ metric, first, second }) => {
      const [before, after] =
        first !== null && second !== null
          ? decimalsApart(first, second)
          : [first, second].map((value) => (value === null ? '–' : decimal(value)))
      return `${metric} ${before} → ${after}`
    })
    .join(', ')
}
