import { useLocation } from 'wouter'
import { type HumanLabel, saysSomething } from '../../../../src/core/run/human-label.ts'
import { Badge } from '../../components/badge.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { AnswerState } from '../../components/answer-state.tsx'
import { SearchField } from '../../components/table/search-field.tsx'
import { Select } from '../../components/form/select.tsx'
import { useFormats } from '../../words/formats.ts'
import { useChosen } from '../../chosen.ts'
import { useAllWords } from '../../words/language.tsx'
import { hundred } from './answer-form.tsx'
import { useApi } from '../../source/use-answer.ts'

/** All current labels and notes of a run; a row leads to its case. */
export function LabelList({ runId }: { readonly runId: string }) {
  const { words } = useAllWords()
  const labels = useApi('labels', { params: { runId } })
  if (labels.status !== 'ready') return <AnswerState of={labels} />
  const said = [...labels.value.labels, ...labels.value.notes]
  if (said.length === 0) return <EmptyState title={words.labels.noAgreement} next={words.labels.noLabelsNext} />
  return <Table runId={runId} labels={said} />
}

function Table({ runId, labels }: { readonly runId: string; readonly labels: readonly HumanLabel[] }) {
  const { words } = useAllWords()
  const texts = words.labels
  const [, go] = useLocation()
  const { search, change } = useChosen()
  const columns = useColumns()
  const text = (search.get('q') ?? '').toLowerCase()
  const person = search.get('person') ?? ''
  const people = [...new Set(labels.map(({ by }) => by ?? texts.nobody))]
  const shown = labels.filter(
    (label) =>
      (person === '' || (label.by ?? texts.nobody) === person) && (text === '' || wordsOf(label).includes(text)),
  )

  return (
    <div className="stack">
      <div className="row">
        <SearchField
          text={search.get('q') ?? ''}
          change={(q) => change('q', q)}
          shown={shown.length}
          all={labels.length}
        />
        <Select
          label={texts.author}
          value={person}
          choices={[['', texts.everybody], ...people.map((name) => [name, name] as const)]}
          choose={(name) => change('person', name)}
        />
      </div>
      <DataTable
        label={texts.all}
        rows={shown}
        columns={columns}
        rowKey={({ position, repeat, metric, aspect, by, at, ...said }) =>
          [position, repeat, metric, aspect, by, saysSomething(said), at].join('/')
        }
        open={({ position, repeat }) => go(`/runs/${runId}/cases/${position}/${repeat}`)}
        sort={search.get('sort') ?? ''}
        onSort={(sort) => change('sort', sort)}
      />
    </div>
  )
}

function useColumns(): readonly Column<HumanLabel>[] {
  const { words } = useAllWords()
  const { dateTime } = useFormats()
  const texts = words.labels
  const subjectOf = (label: HumanLabel) => subjectText(label) || texts.whole
  const authorOf = ({ by }: HumanLabel) => by ?? texts.nobody
  return [
    {
      id: 'case',
      head: words.run.case,
      width: 'minmax(5rem, 2fr)',
      sortBy: ({ caseId, repeat }) => (repeat === 0 ? caseId : `${caseId} · ${repeat + 1}`),
    },
    { id: 'subject', head: texts.subject, width: 'minmax(9.5rem, 3fr)', wideOnly: true, sortBy: subjectOf },
    {
      id: 'verdict',
      head: words.run.verdict,
      width: 'minmax(6.5rem, 1fr)',
      sortBy: passedOf,
      cell: (label) => <LabelVerdict {...label} />,
    },
    { id: 'score', head: texts.score, width: '6.5rem', numeric: true, sortBy: scoreOf },
    ...(['comment', 'corrected'] as const).map((id): Column<HumanLabel> => ({
      id,
      head: id === 'comment' ? texts.comment : texts.correctedAnswer,
      width: 'minmax(6rem, 3fr)',
      wideOnly: true,
      sortBy: (label) => label[id],
    })),
    { id: 'author', head: texts.author, width: 'minmax(6rem, 1fr)', wideOnly: true, sortBy: authorOf },
    {
      id: 'blind',
      head: texts.blind,
      width: '4.5rem',
      wideOnly: true,
      sortBy: ({ blind }) => texts[blind ? 'yes' : 'no'],
    },
    {
      id: 'when',
      head: words.runs.when,
      width: '11rem',
      wideOnly: true,
      sortBy: ({ at }) => Date.parse(at),
      cell: ({ at }) => dateTime(at),
    },
  ]
}

function subjectText({ metric, aspect }: HumanLabel): string {
  return [metric, aspect].filter((name) => name !== undefined).join(' · ')
}

function wordsOf(label: HumanLabel): string {
  return [label.caseId, subjectText(label), label.comment, label.corrected, label.by].join(' ').toLowerCase()
}

function scoreOf({ value }: HumanLabel): number | undefined {
  return value === undefined ? undefined : hundred(value)
}

function passedOf({ passed }: HumanLabel): number | undefined {
  return passed === undefined ? undefined : Number(passed)
}

function LabelVerdict({ passed, value }: HumanLabel) {
  const { words } = useAllWords()
  if (passed !== undefined) return <Badge of={passed ? 'passed' : 'failed'} />
  return value === undefined ? words.labels.note : '–'
}
