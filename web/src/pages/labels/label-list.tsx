import { useLocation } from 'wouter'
import { type HumanLabel, saysSomething } from '../../../../src/core/run/human-label.ts'
import { Badge } from '../../components/badge.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { AnswerState, EmptyState } from '../../components/state.tsx'
import { SearchField } from '../../components/table/search-field.tsx'
import { ChosenSelect } from '../../components/form/field.tsx'
import { useChosen } from '../../chosen.ts'
import { hundred } from './answer-form.tsx'
import { useApi } from '../../source/use-answer.ts'
import { factLine, formatted, say } from '../../words/say.ts'

/** All current labels and notes of a run; a row leads to its case. */
export function LabelList({ runId }: { readonly runId: string }) {
  const labels = useApi('labels', { params: { runId } })
  if (labels.status !== 'ready') return <AnswerState of={labels} />
  const said = [...labels.value.labels, ...labels.value.notes]
  if (said.length === 0)
    return (
      <EmptyState
        title={say('Nothing labelled yet')}
        next={say('Label results here, on a case, or with shinsa labels add.')}
      />
    )
  return <Table runId={runId} labels={said} />
}

function Table({ runId, labels }: { readonly runId: string; readonly labels: readonly HumanLabel[] }) {
  const [, go] = useLocation()
  const { search } = useChosen()
  const text = (search.get('q') ?? '').toLowerCase()
  const person = search.get('person') ?? ''
  const people = [...new Set(labels.map(labelAuthor))]
  const shown = labels.filter(
    (label) => (person === '' || labelAuthor(label) === person) && wordsOf(label).includes(text),
  )

  return (
    <div className="stack">
      <div className="row">
        <SearchField shown={shown.length} all={labels.length} />
        <ChosenSelect
          name="person"
          label={say('Person')}
          choices={[['', say('Everybody')], ...people.map((name) => [name, name] as const)]}
        />
      </div>
      <DataTable
        label={say('All labels')}
        rows={shown}
        columns={columns()}
        rowKey={({ position, repeat, metric, aspect, by, at, ...said }) =>
          [position, repeat, metric, aspect, by, saysSomething(said), at].join('/')
        }
        open={({ position, repeat }) => go(`/runs/${runId}/cases/${position}/${repeat}`)}
      />
    </div>
  )
}

function columns(): readonly Column<HumanLabel>[] {
  return [
    { id: 'case', head: say('Case'), width: 'minmax(5rem, 2fr)', sortBy: caseText },
    wide('subject', say('Label for'), 'minmax(9.5rem, 3fr)', (label) => subjectText(label) || say('The whole result')),
    { id: 'verdict', head: say('Verdict'), width: 'minmax(6.5rem, 1fr)', sortBy: verdictKey, cell: labelVerdict },
    { ...wide('score', say('Score, 0–100'), '6.5rem', scoreOf), numeric: true },
    wide('comment', say('Comment'), 'minmax(6rem, 3fr)', ({ comment }) => comment),
    wide('corrected', say('Corrected answer'), 'minmax(6rem, 3fr)', ({ corrected }) => corrected),
    { id: 'author', head: say('Person'), width: 'minmax(6rem, 1fr)', sortBy: labelAuthor },
    wide('blind', say('Blind'), '4.5rem', ({ blind }) => say(blind ? 'yes' : 'no')),
    { ...wide('when', say('When'), '11rem', ({ at }) => Date.parse(at)), cell: ({ at }) => formatted.dateTime(at) },
  ]
}

type SortedBy = NonNullable<Column<HumanLabel>['sortBy']>

/** A column that small screens leave out. */
function wide(id: string, head: string, width: string, sortBy: SortedBy): Column<HumanLabel> {
  return { id, head, width, wideOnly: true, sortBy }
}

const caseText = ({ caseId, repeat }: HumanLabel) => (repeat === 0 ? caseId : `${caseId} · ${repeat + 1}`)
const verdictKey = ({ passed }: HumanLabel) => (passed === undefined ? undefined : Number(passed))
const scoreOf = ({ value }: HumanLabel) => value && hundred(value)

export function labelAuthor({ by = say('No name'), through }: HumanLabel): string {
  return through === undefined ? by : say('{name}, handed on by {program}', { name: by, program: through })
}

function subjectText({ metric, aspect }: HumanLabel): string {
  return factLine([metric, aspect])
}

function wordsOf(label: HumanLabel): string {
  return [label.caseId, subjectText(label), label.comment, label.corrected, labelAuthor(label)].join(' ').toLowerCase()
}

function labelVerdict({ passed, value }: HumanLabel) {
  if (passed !== undefined) return <Badge of={passed ? 'passed' : 'failed'} />
  return value === undefined ? say('Note') : hundred(value)
}
