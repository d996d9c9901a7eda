import { useState } from 'react'
import { useLocation } from 'wouter'
import { AnswerState } from '../../components/state.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi, fileAddress } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { addressOf } from './addresses.ts'
import { Field, SelectField } from '../../components/form/field.tsx'
import { formatName } from './format-name.ts'
import { ActionForm } from '../../components/form/action-form.tsx'
import { Sentences } from '../../components/sentences.tsx'
import { say } from '../../words/say.ts'

/** Downloads or copies the dataset in another format, after saying what that format loses. */
export function CopyForm({ id }: { readonly id: string }) {
  const [format, setFormat] = useState('')
  const answer = useApi('datasets', {})
  if (answer.status !== 'ready') return <AnswerState of={answer} />
  const chosen = format || (answer.value.formats[0] ?? '')
  return (
    <>
      <SelectField
        label={say('Format')}
        value={chosen}
        choices={answer.value.formats.map((one) => [one, formatName(one)] as const)}
        choose={setFormat}
      />
      <Copy key={chosen} id={id} format={chosen} />
    </>
  )
}

function Copy({ id, format }: { readonly id: string; readonly format: string }) {
  const copy = useApi('datasetCopy', { params: { datasetId: id }, query: { format } })
  if (copy.status !== 'ready') return <AnswerState of={copy} />
  const { name, losses } = copy.value
  const address = `${fileAddress('dataset', { datasetId: id })}?${new URLSearchParams({ format })}`
  return (
    <>
      {losses.length === 0 ? (
        <p className="soft">{say('This format holds everything.')}</p>
      ) : (
        <div className="datasets-losses" role="note">
          <p>{say('This format cannot hold:')}</p>
          <Sentences of={losses} />
        </div>
      )}
      <div className="row">
        <a className="button" data-kind="main" href={address} download={name}>
          {say('Download')}
        </a>
      </div>
      <SaveCopy id={id} format={format} name={name} />
    </>
  )
}

function SaveCopy({ id, format, name }: { readonly id: string; readonly format: string; readonly name: string }) {
  const [, go] = useLocation()
  const tell = useToast()

  async function save(form: FormData): Promise<void> {
    const body = { format, name: String(form.get('name')).trim() }
    const saved = await callApi('saveDatasetCopy', { params: { datasetId: id }, body })
    tell(say('Saved as {name}', { name: saved.name }))
    go(addressOf(saved.id))
  }

  return (
    <div className="datasets-save-copy">
      <ActionForm act={save} send={say('Save in the project')}>
        <Field label={say('Name of the copy')}>
          <input name="name" required maxLength={120} defaultValue={name} />
        </Field>
      </ActionForm>
    </div>
  )
}
