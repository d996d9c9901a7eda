import type { FormEvent } from 'react'
import { useSearchParams } from 'wouter'
import { parseTableView, printTableView } from '../../../../../src/server/view/table-view.ts'
import { Trouble } from '../../../components/state.tsx'
import { useAction } from '../../../components/form/action-form.tsx'
import { callApi } from '../../../source/call-api.ts'
import { useApi } from '../../../source/use-answer.ts'
import { Button } from '../../../components/button.tsx'
import { sayFirst as say } from '../../../words/say.ts'

/** Named views of the table, kept in the store for every run and person. */
export function ViewForm() {
  const [search, setSearch] = useSearchParams()
  const answer = useApi('views', {})
  const { act, error } = useAction()
  const views = answer.value?.views ?? []
  const problem = error ?? (answer.status === 'failed' ? answer.error : undefined)
  const now = String(printTableView(parseTableView(search)))

  const keep = (body: { readonly name: string; readonly address?: string }) =>
    act(async () => {
      await callApi('keepView', { body })
      answer.reload()
    })

  return (
    <>
      {problem !== undefined && <Trouble error={problem} />}
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
            <Button aria-label={say('Remove the view {name}', { name })} onClick={() => void keep({ name })}>
              <span aria-hidden="true">✕</span>
            </Button>
          </li>
        ))}
      </ul>
      <NewView keep={(name) => void keep({ name, address: now })} />
    </>
  )
}

function NewView({ keep }: { readonly keep: (name: string) => void }) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name === '') return
    keep(name)
    event.currentTarget.reset()
  }
  return (
    <form className="row" onSubmit={submit}>
      <input
        name="name"
        required
        maxLength={60}
        aria-label={say('Name of the view')}
        placeholder={say('Name of the view')}
      />
      <Button type="submit">{say('Save this view')}</Button>
    </form>
  )
}
