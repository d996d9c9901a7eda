import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { parseTableView, printTableView } from '../../../../../src/server/view/table-view.ts'
import { Trouble } from '../../../components/state.tsx'
import { ActionForm } from '../../../components/form/action-form.tsx'
import { type ApiCall, callApi } from '../../../source/call-api.ts'
import { useApi } from '../../../source/use-answer.ts'
import { Button } from '../../../components/button.tsx'
import { sayFirst as say } from '../../../words/say.ts'

/** Named views of the table, kept in the store for every run and person. */
export function ViewForm() {
  const [search, setSearch] = useSearchParams()
  const answer = useApi('views', {})
  const [doomed, setDoomed] = useState<string>()
  const stay = () => setDoomed(undefined)
  const views = answer.value?.views ?? []
  const now = String(printTableView(parseTableView(search)))

  async function keep(body: ApiCall<'keepView'>['body']): Promise<void> {
    await callApi('keepView', { body })
    answer.reload()
  }

  if (doomed !== undefined)
    return (
      <ActionForm
        act={async () => keep({ name: doomed }).then(stay)}
        send={say('Remove the view {name}', { name: doomed })}
        kind="main"
        beside={<Button onClick={stay}>{say('Cancel')}</Button>}
      >
        <p>{say('It goes for everybody who uses this store.')}</p>
      </ActionForm>
    )

  return (
    <>
      {answer.status === 'failed' && <Trouble error={answer.error} />}
      {answer.value?.views.length === 0 && (
        <p className="soft small">
          {say('Filter, sort and columns, saved under a name for everybody who uses this store.')}
        </p>
      )}
      <ul className="workbench-columns">
        {views.map(({ name, address }) => (
          <li key={name} className="row">
            <Button
              aria-pressed={address === now}
              onClick={() => setSearch(new URLSearchParams(address), { replace: true })}
            >
              <span className="foreign">{name}</span>
            </Button>
            <Button aria-label={say('Remove the view {name}', { name })} onClick={() => setDoomed(name)}>
              <span aria-hidden="true">✕</span>
            </Button>
          </li>
        ))}
      </ul>
      <ActionForm
        key={views.length}
        className="row"
        act={async (form) => keep({ name: String(form.get('name')).trim(), address: now })}
        send={say('Save this view')}
      >
        <input
          name="name"
          required
          pattern=".*\S.*"
          maxLength={60}
          aria-label={say('Name of the view')}
          placeholder={say('Name of the view')}
        />
      </ActionForm>
    </>
  )
}
