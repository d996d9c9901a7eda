import { useState } from 'react'
import { useLocation, Link } from 'wouter'
import { Dialog } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import { addressOf } from './addresses.ts'
import { createDataset } from './create-dataset.ts'
import type { DatasetChoice } from '../../../../src/server/api/new-run.ts'
import { DataTable, type Column } from '../../components/table/data-table.tsx'
import { SearchField } from '../../components/table/search-field.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { AnswerState } from '../../components/answer-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { type ApiAnswer } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { useFormatName } from './format-name.ts'
import { TakeFileIn } from './take-file-in.tsx'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/form/field.tsx'
import { ActionForm } from '../../components/form/action-form.tsx'
import { ProblemText } from '../../components/sentences.tsx'

export function DatasetList() {
  const { words } = useAllWords()
  const answer = useApi('datasets', {})
  return (
    <>
      <PageHead title={words.titles.datasets}>
        <NewDataset />
      </PageHead>
      <div className="stack">
        <TakeFileIn />
        <AnswerState of={answer} />
        {answer.status === 'ready' && <Found found={answer.value} />}
      </div>
    </>
  )
}

function Found({ found: { datasets, unreadable } }: { readonly found: ApiAnswer<'datasets'> }) {
  const { words } = useAllWords()
  return (
    <>
      {datasets.length === 0 ? (
        <EmptyState title={words.datasets.empty} next={words.datasets.emptyNext} />
      ) : (
        <DatasetTable datasets={datasets} />
      )}
      {unreadable.length > 0 && (
        <details className="datasets-unreadable">
          <summary>{fill(words.datasets.unreadable, { count: unreadable.length })}</summary>
          <ul>
            {unreadable.map(({ name, problem }) => (
              <li key={name}>
                <ProblemText of={problem} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function DatasetTable({ datasets }: { readonly datasets: readonly DatasetChoice[] }) {
  const { words } = useAllWords()
  const [, go] = useLocation()
  const [text, setText] = useState('')
  const [sort, setSort] = useState('')
  const formatName = useFormatName()
  const shown = datasets.filter(({ name, format }) =>
    `${name} ${formatName(format)}`.toLowerCase().includes(text.toLowerCase()),
  )
  const columns = useDatasetColumns()
  return (
    <>
      <div className="row">
        <SearchField text={text} change={setText} shown={shown.length} all={datasets.length} />
      </div>
      <DataTable
        label={words.titles.datasets}
        rows={shown}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => go(addressOf(id))}
        sort={sort}
        onSort={setSort}
      />
    </>
  )
}

function NewDataset() {
  const { words } = useAllWords()
  const [, go] = useLocation()
  const tell = useToast()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')

  async function create(): Promise<void> {
    const made = await createDataset(name)
    tell(fill(words.datasets.created, { name: made.name }))
    go(addressOf(made.id))
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.datasets.create}</Button>
      <Dialog open={open} close={() => setOpen(false)} title={words.datasets.create}>
        <ActionForm act={create} send={words.datasets.createButton} kind="main" disabled={name.trim() === ''}>
          <Field label={words.datasets.createName}>
            <input required maxLength={80} value={name} onChange={({ target }) => setName(target.value)} />
          </Field>
        </ActionForm>
      </Dialog>
    </>
  )
}

function useDatasetColumns(): readonly Column<DatasetChoice>[] {
  const { words } = useAllWords()
  const formatName = useFormatName()
  return [
    {
      id: 'name',
      head: words.datasets.name,
      width: 'minmax(6rem, 2fr)',
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link href={addressOf(id)} title={name}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'format',
      head: words.datasets.format,
      width: 'minmax(5rem, 1fr)',
      sortBy: ({ format }) => formatName(format),
    },
    { id: 'cases', head: words.provenance.cases, width: '4rem', numeric: true, sortBy: ({ cases }) => cases },
    {
      id: 'change',
      head: words.datasets.change,
      width: '8rem',
      wideOnly: true,
      cell: ({ editable, shipped }) =>
        editable ? words.datasets.editable : shipped === true ? words.datasets.shipped : words.datasets.readOnly,
    },
  ]
}
