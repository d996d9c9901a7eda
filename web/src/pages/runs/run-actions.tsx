import { useState } from 'react'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { useAction } from '../../components/use-action.ts'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { fill, useWords } from '../../words/language.tsx'
import { Button } from '../../components/button.tsx'
import { ActionForm } from '../../components/action-form.tsx'

type RunActionsProps = {
  /** The marked ones. */
  readonly runs: readonly RunRow[]
  /** Called when something was changed. */
  readonly changed: () => void
}

/** What is done to marked runs: a name, tags and a pin for one, deletion for any number. */
export function RunActions({ runs, changed }: RunActionsProps) {
  const { words } = useWords()
  const [asked, setAsked] = useState<'note' | 'delete'>()
  const close = () => setAsked(undefined)
  const [only, ...others] = runs
  if (only === undefined) return null
  return (
    <>
      {others.length === 0 && <Button onClick={() => setAsked('note')}>{words.runs.edit}</Button>}
      <Button onClick={() => setAsked('delete')}>{fill(words.runs.delete, { count: runs.length })}</Button>
      <Dialog open={asked === 'note'} close={close} title={words.runs.edit}>
        <NoteForm run={only} changed={changed} close={close} />
      </Dialog>
      <Dialog
        open={asked === 'delete'}
        close={close}
        title={fill(words.runs.delete, { count: runs.length })}
        about={words.runs.deleteAbout}
      >
        <Deletion runs={runs} changed={changed} close={close} />
      </Dialog>
    </>
  )
}

type Closing = Pick<RunActionsProps, 'changed'> & { readonly close: () => void }

function NoteForm({ run, changed, close }: Closing & { readonly run: RunRow }) {
  const { words } = useWords()
  const { runId, name = '', tags = [], pinned } = run

  async function save(form: FormData): Promise<void> {
    const [written, listed] = [String(form.get('name')), String(form.get('tags')).split(/[,，、]/)]
    const after = [...new Set(listed.flatMap((tag) => tag.trim() || []))]
    const body = { ...(written.trim() !== '' && { name: written }), tags: after, pinned: form.has('pinned') }
    await callApi('noteRun', { params: { runId }, body })
    changed()
    close()
  }

  return (
    <ActionForm act={save} send={words.runs.save} kind="main">
      <label className="stack">
        {words.runs.name}
        <input name="name" type="text" maxLength={200} defaultValue={name} />
      </label>
      <label className="stack">
        {words.runs.tags}
        <input name="tags" type="text" defaultValue={tags.join(', ')} />
      </label>
      <label className="row">
        <input name="pinned" type="checkbox" defaultChecked={pinned === true} />
        {words.runs.pin}
      </label>
    </ActionForm>
  )
}

function Deletion({ runs, changed, close }: RunActionsProps & Closing) {
  const { words } = useWords()
  const { isBusy, error, act } = useAction()
  const tell = useToast()

  async function remove(): Promise<void> {
    const isDone = await act(async () => {
      for (const { runId } of runs) await callApi('deleteRun', { params: { runId } })
    })
    changed()
    if (!isDone) return
    tell(fill(words.runs.deleted, { count: runs.length }))
    close()
  }

  return (
    <div className="stack">
      <ul className="foreign">
        {runs.map(({ runId, name = runId }) => (
          <li key={runId}>{name}</li>
        ))}
      </ul>
      {error !== undefined && <ErrorState error={error} />}
      <Button kind="main" disabled={isBusy} onClick={() => void remove()}>
        {fill(words.runs.delete, { count: runs.length })}
      </Button>
    </div>
  )
}
