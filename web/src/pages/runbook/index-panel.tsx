import type { RunbookReadiness } from '../../../../src/server/api/runbooks.ts'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { useFormats } from '../../words/formats.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { UploadRunbooks } from './upload-runbooks.tsx'
import { useApi } from '../../source/use-answer.ts'
import { Button } from '../../components/button.tsx'
import { useAction } from '../../components/use-action.ts'

type RunbookIndexPanelDetail = { readonly status: RunbookReadiness; readonly changed: () => void }

/** The state of the indexes, an upload for runbooks, and a button to build the index. */
export function IndexPanel({ status, changed }: RunbookIndexPanelDetail) {
  const { words, say } = useAllWords()
  const texts = words.runbook.index
  const { files, places, problems } = status
  return (
    <Card title={texts.title}>
      {places.map((place) => (
        <Place key={place.name} place={place} />
      ))}
      {files.length > 0 && (
        <details>
          <summary>{texts.files}</summary>
          <ul className="runbook-files small">
            {files.map((file) => (
              <li key={file.name}>
                <span className="foreign">{file.name}</span>
                <span className="soft">
                  {[texts.states[file.state], fill(texts.sections, { count: file.sections })].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {problems.length > 0 && (
        <details open>
          <summary>{texts.problems}</summary>
          <ul className="runbook-files small">
            {problems.map(({ file, problem }) => (
              <li key={`${file} ${problem.text}`}>
                <span className="foreign">{file}</span>
                <span className="foreign soft">{say(problem)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <UploadRunbooks files={files} changed={changed} />
      <BuildButton status={status} changed={changed} />
    </Card>
  )
}

/** The state of one index; without one, the files that would go into it. */
function Place({
  place: { name, builtAt, files, sections, outdated },
}: {
  readonly place: RunbookReadiness['places'][number]
}) {
  const { words } = useAllWords()
  const { dateTime } = useFormats()
  const texts = words.runbook.index
  const isBuilt = builtAt !== undefined
  return (
    <div>
      <p>
        {name !== '' && <b className="foreign">{name}: </b>}
        {isBuilt ? fill(texts.counts, { files, sections }) : fill(texts.unbuilt, { files })}
      </p>
      {isBuilt && <p className="small soft">{fill(texts.built, { at: dateTime(builtAt) })}</p>}
      {isBuilt && outdated > 0 && <p className="small runbook-outdated">{fill(texts.outdated, { count: outdated })}</p>}
      {isBuilt && outdated === 0 && <p className="small soft">{texts.ready}</p>}
    </div>
  )
}

const askEveryMs = 500

function BuildButton({ status, changed }: RunbookIndexPanelDetail) {
  const { words } = useAllWords()
  const texts = words.runbook.index
  const tell = useToast()
  const { act, isBusy: building, error } = useAction()

  async function build(): Promise<void> {
    await act(async () => {
      await callApi('buildRunbookIndex', {})
      tell(texts.done)
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
        {status.builtAt === undefined ? texts.build : texts.rebuild}
      </Button>
      {building && <Progress />}
      {error !== undefined && <ErrorState error={error} />}
    </>
  )
}

/** Polls the progress of the build. */
function Progress() {
  const { words } = useAllWords()
  const texts = words.runbook.index
  // Errors are shown by the build itself.
  const build = useApi('runbookBuild', {}, { refetchInterval: askEveryMs })
  const progress = build.status === 'ready' ? build.value.progress : undefined
  const said = progress === undefined ? texts.building : fill(texts.step[progress.step], { ...progress })
  return (
    <div className="stack">
      <progress value={progress?.done} max={progress?.of} aria-label={texts.building} />
      <output className="small">{said}</output>
    </div>
  )
}
