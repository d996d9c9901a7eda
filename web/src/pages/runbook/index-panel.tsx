import type { RunbookReadiness } from '../../../../src/server/api/runbooks.ts'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/state.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { UploadRunbooks } from './upload-runbooks.tsx'
import { useApi } from '../../source/use-answer.ts'
import { Button } from '../../components/button.tsx'
import { useAction } from '../../components/form/action-form.tsx'
import { factLine, formatted, say } from '../../words/say.ts'

type IndexPanelProps = { readonly status: RunbookReadiness; readonly changed: () => void }

const fileStates = { indexed: 'in the index', changed: 'changed', new: 'new', gone: 'gone' } as const

/** The state of the indexes, an upload for runbooks, and a button to build the index. */
export function IndexPanel({ status, changed }: IndexPanelProps) {
  const { files, places, problems } = status
  return (
    <Card title={say('Index')}>
      {places.map((place) => (
        <Place key={place.name} place={place} />
      ))}
      {files.length > 0 && (
        <details>
          <summary>{say('Files')}</summary>
          <FileList
            files={files.map(({ name, state, sections }) => [
              name,
              factLine([say(fileStates[state]), say('sections: {count}', { count: sections })]),
            ])}
          />
        </details>
      )}
      {problems.length > 0 && (
        <details open>
          <summary>{say('Could not be read, or only in part')}</summary>
          <FileList files={problems.map(({ file, problem }) => [file, say(problem)])} />
        </details>
      )}
      <UploadRunbooks files={files} changed={changed} />
      <BuildButton status={status} changed={changed} />
    </Card>
  )
}

function FileList({ files }: { readonly files: readonly (readonly [name: string, said: string])[] }) {
  return (
    <ul className="runbook-files small">
      {files.map(([name, said]) => (
        <li key={`${name} ${said}`}>
          <span className="foreign">{name}</span>
          <span className="foreign soft">{said}</span>
        </li>
      ))}
    </ul>
  )
}

/** The state of one index; without one, the files that would go into it. */
function Place({ place }: { readonly place: RunbookReadiness['places'][number] }) {
  const { name, builtAt, files, sections, outdated } = place
  const isBuilt = builtAt !== undefined
  return (
    <div>
      <p>
        {name !== '' && <b className="foreign">{name}: </b>}
        {isBuilt
          ? say('Files: {files} · Sections: {sections}', { files, sections })
          : say('Files: {files}, not in an index yet', { files })}
      </p>
      {isBuilt && <p className="small soft">{say('Built {at}', { at: formatted.dateTime(builtAt) })}</p>}
      {isBuilt && outdated > 0 && (
        <p className="small runbook-outdated">
          {say('{count} {count|file|files} not in the index as {count|it is|they are} now', { count: outdated })}
        </p>
      )}
      {isBuilt && outdated === 0 && <p className="small soft">{say('Up to date')}</p>}
    </div>
  )
}

const askEveryMs = 500

function BuildButton({ status, changed }: IndexPanelProps) {
  const tell = useToast()
  const { act, isBusy: building, error } = useAction()

  async function build(): Promise<void> {
    await act(async () => {
      await callApi('buildRunbookIndex', {})
      tell(say('The index is built'))
    })
    changed()
  }

  return (
    <>
      <Button
        kind={status.outdated > 0 ? 'main' : undefined}
        disabled={building || status.files.length === 0}
        onClick={() => void build()}
      >
        {status.builtAt === undefined ? say('Build the index') : say('Build the index again')}
      </Button>
      {building && <Progress />}
      {error !== undefined && <ErrorState error={error} />}
    </>
  )
}

const steps = { reading: 'Reading: {done} of {of}', embedding: 'Embedding: {done} of {of}' } as const

/** Polls the progress of the build. */
function Progress() {
  // Errors are shown by the build itself.
  const build = useApi('runbookBuild', {}, { refetchInterval: askEveryMs })
  const progress = build.value?.progress
  const said = progress === undefined ? say('Building the index…') : say(steps[progress.step], { ...progress })
  return (
    <div className="stack">
      <progress value={progress?.done} max={progress?.of} aria-label={say('Building the index…')} />
      <output className="small">{said}</output>
    </div>
  )
}
