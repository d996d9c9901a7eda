import './datasets.css'
import { useState } from 'react'
import { useLocation, useSearchParams, Link } from 'wouter'
import { DialogButton } from '../components/dialog.tsx'
import { useToast } from '../components/toast.tsx'
import { addressOf } from './datasets/addresses.ts'
import { createDataset } from './datasets/create-dataset.ts'
import type { DatasetChoice } from '../../../src/server/api/new-run.ts'
import { DataTable, type Column } from '../components/table/data-table.tsx'
import { SearchField } from '../components/table/search-field.tsx'
import { AnswerState, EmptyState, ProblemText } from '../components/state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { type ApiAnswer, callApi } from '../source/call-api.ts'
import { useApi } from '../source/use-answer.ts'
import { formatName } from './datasets/format-name.ts'
import { DatasetView } from './datasets/dataset-view.tsx'
import { FileDrop } from '../components/form/file-drop.tsx'
import { base64Of } from '../source/base64-of.ts'
import { Field } from '../components/form/field.tsx'
import { ActionForm } from '../components/form/action-form.tsx'
import { say } from '../words/say.ts'

/** The project's datasets, one dataset's cases, or one case in the editor. */
export function Datasets() {
  const [search] = useSearchParams()
  const id = search.get('dataset')
  return id === null ? <DatasetList /> : <DatasetView key={id} id={id} />
}

function DatasetList() {
  const answer = useApi('datasets', {})
  return (
    <>
      <PageHead title={say('Datasets')}>
        <NewDataset />
      </PageHead>
      <div className="stack">
        <TakeFileIn />
        <AnswerState of={answer}>{(found) => <Found found={found} />}</AnswerState>
      </div>
    </>
  )
}

function Found({ found: { datasets, unreadable } }: { readonly found: ApiAnswer<'datasets'> }) {
  return (
    <>
      {datasets.length === 0 ? (
        <EmptyState
          title={say('No dataset yet')}
          next={say('Import an eval set, a CSV or a JSONL file, create a new one, or put files into the project.')}
        />
      ) : (
        <DatasetTable datasets={datasets} />
      )}
      {unreadable.length > 0 && (
        <details className="datasets-unreadable">
          <summary>{say('{count} {count|file|files} that cannot be read', { count: unreadable.length })}</summary>
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
  const [, go] = useLocation()
  const text = useSearchParams()[0].get('q') ?? ''
  const shown = datasets.filter(({ name, format }) =>
    `${name} ${formatName(format)}`.toLowerCase().includes(text.toLowerCase()),
  )
  return (
    <>
      <div className="row">
        <SearchField shown={shown.length} all={datasets.length} />
      </div>
      <DataTable
        label={say('Datasets')}
        rows={shown}
        columns={datasetColumns()}
        rowKey={({ id }) => id}
        open={({ id }) => go(addressOf(id))}
      />
    </>
  )
}

function NewDataset() {
  const [, go] = useLocation()
  const tell = useToast()
  const [name, setName] = useState('')

  async function create(): Promise<void> {
    const made = await createDataset(name)
    tell(say('{name} was created', { name: made.name }))
    go(addressOf(made.id))
  }

  return (
    <DialogButton text={say('New dataset')} title={say('New dataset')}>
      <ActionForm act={create} send={say('Create')} kind="main" disabled={name.trim() === ''}>
        <Field label={say('Name of the new dataset')}>
          <input required maxLength={80} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
      </ActionForm>
    </DialogButton>
  )
}

function datasetColumns(): readonly Column<DatasetChoice>[] {
  return [
    {
      id: 'name',
      head: say('File'),
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
      head: say('Format'),
      width: 'minmax(5rem, 1fr)',
      sortBy: ({ format }) => formatName(format),
    },
    { id: 'cases', head: say('Cases##number'), width: '4rem', numeric: true, sortBy: ({ cases }) => cases },
    {
      id: 'change',
      head: say('Changes'),
      width: '8rem',
      wideOnly: true,
      cell: ({ editable, shipped }) =>
        editable ? say('editable') : shipped === true ? say('example') : say('read only'),
    },
  ]
}

/** Uploads a file into the project and shows the problems of its format. */
function TakeFileIn() {
  const [, go] = useLocation()
  const tell = useToast()
  return (
    <FileDrop
      label={say('Choose a file …')}
      hint={say(
        'Drop a dataset here, or choose one: ADK eval sets, CSV, Excel, JSONL, YAML, review suites, runbook questions, strands experiments.',
      )}
      accept=".json,.jsonl,.ndjson,.csv,.tsv,.xlsx,.xlsm,.yaml,.yml"
      megabytes={29}
      take={async (file) => callApi('importDataset', { body: { name: file.name, content: await base64Of(file) } })}
      done={(datasets) => {
        for (const { id, name, cases } of datasets) {
          tell(say('{name}: {count} {count|case|cases} imported', { name, count: cases }))
          go(addressOf(id))
        }
      }}
    />
  )
}
