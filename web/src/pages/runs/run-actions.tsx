import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { Button } from '../../components/button.tsx'
import { writtenList } from '../../components/form/written-list.ts'
import { ActionForm } from '../../components/form/action-form.tsx'
import { sayFirst as say } from '../../words/say.ts'

type RunActionsProps = {
  /** The marked runs. */
  readonly runs: readonly RunRow[]
  readonly changed: () => void
}

/** Renames, tags and pins a run, or deletes any number of them. */
export function RunActions({ runs, changed }: RunActionsProps) {
  const [asked, setAsked] = useState<'note' | 'delete'>()
  const close = () => setAsked(undefined)
  const [only, ...others] = runs
  const tell = useToast()
  const client = useQueryClient()
  const deletes = say('Delete {count} {count|run|runs}', { count: runs.length })

  async function remove(): Promise<void> {
    for (const { runId } of runs) {
      await callApi('deleteRun', { params: { runId } })
      client.removeQueries({ queryKey: ['run', runId] })
    }
    tell(say('{count} {count|run|runs} deleted', { count: runs.length }))
  }

  if (only === undefined) return null
  return (
    <>
      {others.length === 0 && <Button onClick={() => setAsked('note')}>{say('Name and tags')}</Button>}
      <Button onClick={() => setAsked('delete')}>{deletes}</Button>
      <Dialog open={asked === 'note'} close={close} title={say('Name and tags')}>
        <NoteForm run={only} changed={changed} close={close} />
      </Dialog>
      {asked === 'delete' && (
        <ConfirmDialog
          title={deletes}
          about={say('Results, costs and labels go with them. There is no way back.')}
          yes={deletes}
          act={async () => remove().finally(changed)}
          close={close}
        >
          <ul className="foreign">
            {runs.map(({ runId, name = runId }) => (
              <li key={runId}>{name}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}

type Closing = Pick<RunActionsProps, 'changed'> & { readonly close: () => void }

function NoteForm({ run, changed, close }: Closing & { readonly run: RunRow }) {
  const { runId, name = '', tags = [], pinned } = run
  const client = useQueryClient()

  async function save(form: FormData): Promise<void> {
    const [written, after] = [String(form.get('name')), writtenList(String(form.get('tags')))]
    const body = { ...(written.trim() !== '' && { name: written }), tags: [...after], pinned: form.has('pinned') }
    await callApi('noteRun', { params: { runId }, body })
    // Its page has the former name, which the way back would show.
    void client.invalidateQueries({ queryKey: ['run', runId], exact: true })
    changed()
    close()
  }

  return (
    <ActionForm act={save} send={say('Save')} kind="main">
      <label className="stack">
        {say('Name')}
        <input name="name" type="text" maxLength={200} defaultValue={name} />
      </label>
      <label className="stack">
        {say('Tags, separated by commas')}
        <input name="tags" type="text" defaultValue={tags.join(', ')} />
      </label>
      <label className="row">
        <input name="pinned" type="checkbox" defaultChecked={pinned === true} />
        {say('Pinned: it stands first')}
      </label>
    </ActionForm>
  )
}
