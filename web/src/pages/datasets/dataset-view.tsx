import type { EvalCase } from '../../../../src/core/eval-case.ts'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import { Dialog, DialogButton } from '../../components/dialog.tsx'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { DatasetChoice } from '../../../../src/server/api/new-run.ts'
import { EmptyState, ErrorState, Loading } from '../../components/state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { addressOf, withCase } from './addresses.ts'
import { CaseEditor } from './case-editor.tsx'
import { DatasetCaseTable } from './case-table.tsx'
import { CopyForm } from './copy-form.tsx'
import { drafts } from './drafts.ts'
import { formatName } from './format-name.ts'
import { useDataset, type OpenDataset } from './use-dataset.ts'
import { say } from '../../words/say.ts'

/** A dataset's table of cases, with the case in the address open. */
export function DatasetView({ id }: { readonly id: string }) {
  const opened = useDataset(id)
  const { dataset, error, reload } = opened
  return (
    <>
      <PageHead title={dataset?.name ?? say('Datasets')} above={<Link href="/datasets">← {say('All datasets')}</Link>}>
        {dataset !== undefined && <Actions dataset={dataset} />}
      </PageHead>
      {error !== undefined && <ErrorState error={error} retry={reload} />}
      {error === undefined && dataset === undefined && <Loading />}
      {dataset !== undefined && error === undefined && (
        <DatasetCases dataset={dataset} opened={opened} reload={reload} />
      )}
    </>
  )
}

function Actions({ dataset: { id, name, editable } }: { readonly dataset: DatasetChoice }) {
  return (
    <>
      <Link className="button" href={`/new?${new URLSearchParams({ dataset: id })}`}>
        {say('Evaluate with it')}
      </Link>
      <DialogButton text={say('Copy and export')} title={say('Copy and export')} about={name}>
        <CopyForm id={id} />
      </DialogButton>
      {editable && (
        <Link className="button" data-kind="main" href={addressOf(id, 'new')}>
          {say('Add a case')}
        </Link>
      )}
    </>
  )
}

type DatasetViewProps = { readonly dataset: DatasetChoice; readonly opened: OpenDataset; readonly reload: () => void }

function DatasetCases({ dataset, opened, reload }: DatasetViewProps) {
  const [, go] = useLocation()
  const [search] = useSearchParams()
  const caseKey = search.get('case')
  const { cases, complete } = opened
  const shown = caseKey === null ? undefined : cases[Number(caseKey)]
  const close = () => go(withCase(search, undefined))
  return (
    <div className="stack">
      <p className="soft">
        {formatName(dataset.format)}
        {dataset.about !== undefined && ` · ${say(dataset.about)}`}
      </p>
      {caseKey === null && <UnsavedCases datasetId={dataset.id} />}
      {complete && cases.length === 0 ? (
        <EmptyState title={say('No case in it yet')} next={say('Add the first one.')} />
      ) : (
        <DatasetCaseTable cases={cases} complete={complete} />
      )}
      {caseKey !== null && complete && dataset.editable && (
        <CaseEditor
          key={caseKey}
          place={{ datasetId: dataset.id, caseKey }}
          opened={opened}
          reload={reload}
          close={close}
        />
      )}
      {shown !== undefined && !dataset.editable && <CaseReader evalCase={shown.evalCase} close={close} />}
    </div>
  )
}

/** Unsaved drafts of this dataset. */
function UnsavedCases({ datasetId }: { readonly datasetId: string }) {
  const left = drafts.casesOf(datasetId)
  if (left.length === 0) return null
  return (
    <div className="datasets-unsaved row" role="note">
      <span>{say('Unsaved changes')}</span>
      {left.map((caseKey) => (
        <Link key={caseKey} className="button" href={addressOf(datasetId, caseKey)}>
          {caseKey.startsWith('new') ? say('New case') : say('Case {number}', { number: Number(caseKey) + 1 })}
        </Link>
      ))}
    </div>
  )
}

/** A read-only case. */
function CaseReader({ evalCase, close }: { readonly evalCase: EvalCase; readonly close: () => void }) {
  return (
    <Dialog open wide close={close} title={say('Case {id}', { id: evalCase.id })}>
      <pre
        className="foreign datasets-json"
        // It scrolls, so it must be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={say('The whole case as JSON')}
      >
        {stringifyJson(evalCase, 2)}
      </pre>
    </Dialog>
  )
}
