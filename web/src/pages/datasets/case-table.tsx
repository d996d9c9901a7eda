import { Link, useLocation } from 'wouter'
import type { EvalCase } from '../../../../src/core/eval-case.ts'
import { expectedCallsOf, responseTextOf, textOf } from '../../../../src/core/invocation.ts'
import { DataTable, type Column } from '../../components/table/data-table.tsx'
import { SearchField } from '../../components/table/search-field.tsx'
import { TwoLines } from '../../components/two-lines.tsx'
import { useChosen } from '../../chosen.ts'
import { withCase } from './addresses.ts'
import type { CaseAt } from './use-dataset.ts'
import { say } from '../../words/say.ts'

type CaseTableProps = { readonly cases: readonly CaseAt[]; readonly complete: boolean }

/** The cases of a dataset; filter and order are kept in the address. */
export function DatasetCaseTable({ cases, complete }: CaseTableProps) {
  const [, go] = useLocation()
  const { search } = useChosen()
  const text = search.get('q') ?? ''
  const shown = text === '' ? cases : cases.filter(({ evalCase }) => wordsOf(evalCase).includes(text.toLowerCase()))

  return (
    <>
      <div className="row">
        <SearchField
          shown={shown.length}
          all={cases.length}
          says={complete ? undefined : say('{count} cases so far …', { count: cases.length })}
        />
      </div>
      <DataTable
        label={say('Cases##number')}
        rows={shown}
        columns={useColumns(search)}
        rowKey={({ position }) => String(position)}
        open={({ position }) => go(withCase(search, String(position)))}
      />
    </>
  )
}

function useColumns(search: URLSearchParams): readonly Column<CaseAt>[] {
  return [
    {
      id: 'case',
      head: say('Case'),
      width: 'minmax(7rem, 1fr)',
      sortBy: ({ evalCase }) => evalCase.id,
      cell: ({ position, evalCase }) => (
        <Link href={withCase(search, String(position))} title={evalCase.id}>
          <bdi>{evalCase.id}</bdi>
        </Link>
      ),
    },
    {
      id: 'question',
      head: say('Question and expected answer'),
      width: 'minmax(8rem, 2.5fr)',
      cell: (one) => <AskedCell {...one} />,
    },
    { id: 'turns', head: say('Turns'), width: '5rem', numeric: true, wideOnly: true, sortBy: turnsOf },
    {
      id: 'calls',
      head: say('Calls'),
      width: '6.5rem',
      numeric: true,
      wideOnly: true,
      sortBy: ({ evalCase }) => callsOf(evalCase),
    },
    {
      id: 'state',
      head: say('State'),
      width: '5rem',
      wideOnly: true,
      sortBy: ({ evalCase }) => (hasState(evalCase) ? say('yes##there is') : undefined),
    },
    {
      id: 'category',
      head: say('Category'),
      width: 'minmax(6rem, 0.8fr)',
      wideOnly: true,
      sortBy: ({ evalCase }) => categoryOf(evalCase) || undefined,
    },
  ]
}

function questionOf({ conversation, scenario, review }: EvalCase): string {
  if (review !== undefined) return `${review.checkName}: ${review.checkDescription}`
  return textOf(conversation?.[0]?.userContent) ?? scenario?.startingPrompt ?? ''
}

function expectedOf({ conversation, scenario, review }: EvalCase): string {
  if (review !== undefined) return review.expected
  const [first] = conversation ?? []
  return first === undefined ? (scenario?.plan ?? '') : (responseTextOf(first) ?? '')
}

/** Number of expected calls; undefined where calls are not checked. */
function callsOf({ conversation = [] }: EvalCase): number | undefined {
  const checked = conversation.filter(({ steps }) => steps !== undefined)
  return checked.length === 0 ? undefined : checked.flatMap(expectedCallsOf).length
}

function hasState({ session }: EvalCase): boolean {
  return Object.keys(session?.state ?? {}).length > 0
}

function categoryOf({ metadata }: EvalCase): string {
  const category = metadata?.['category']
  return typeof category === 'string' ? category : ''
}

function wordsOf(evalCase: EvalCase): string {
  return [evalCase.id, questionOf(evalCase), expectedOf(evalCase), categoryOf(evalCase)].join(' ').toLowerCase()
}

function turnsOf({ evalCase }: CaseAt): number | undefined {
  return evalCase.conversation?.length
}

function AskedCell({ evalCase: of }: CaseAt) {
  return (
    <TwoLines below={<bdi title={expectedOf(of)}>{expectedOf(of)}</bdi>}>
      <bdi title={questionOf(of)}>{questionOf(of)}</bdi>
    </TwoLines>
  )
}
