import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorState, Trouble } from '../../components/error-state.tsx'
import { Loading } from '../../components/loading.tsx'
import { callApi } from '../../source/call-api.ts'
import { useRunSource } from '../../source/run-source.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { useAllWords } from '../../words/language.tsx'
import { addressOf, keyOfResult, type ResultPlace } from '../datasets/addresses.ts'
import { createDataset } from '../datasets/create-dataset.ts'
import { LabelledSelect } from '../datasets/fields.tsx'

type CaseFromResultProps = ResultPlace & { readonly isReview: boolean }

/** What the agent did becomes a case: the editor of a dataset is opened with it. */
export function CaseFromResult(shown: CaseFromResultProps) {
  const { words } = useAllWords()
  const { live } = useRunSource()
  const [open, setOpen] = useState(false)
  if (!live) return null
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {words.datasets.fromResult.button}
      </button>
      <Dialog
        open={open}
        close={() => setOpen(false)}
        title={words.datasets.fromResult.button}
        about={words.datasets.fromResult.about}
      >
        {open && <Destination {...shown} />}
      </Dialog>
    </>
  )
}

function Destination({ isReview, ...place }: CaseFromResultProps) {
  const { words } = useAllWords()
  const [, go] = useLocation()
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('')
  const [trouble, setTrouble] = useState<{ readonly error: unknown }>()
  const answer = useAnswer('datasets', async (signal) => callApi('datasets', { signal }))
  if (answer.status === 'loading') return <Loading />
  if (answer.status === 'failed') return <ErrorState error={answer.error} retry={answer.reload} />
  // Reviews have a format of their own, which holds nothing else.
  const editable = answer.value.datasets.filter(
    (dataset) => dataset.editable && (dataset.keepsReviews === true) === isReview,
  )
  if (isReview && editable.length === 0) return <p className="soft">{words.datasets.fromResult.noSuite}</p>
  // Eval sets hold whatever an agent did, and so are the better guess.
  const likeliest = editable.find(({ isDefault }) => isDefault === true) ?? editable[0]
  const into = chosen ?? likeliest?.id ?? ''

  async function write(event: FormEvent): Promise<void> {
    event.preventDefault()
    try {
      const datasetId = into === '' ? (await createDataset(name)).id : into
      go(addressOf(datasetId, keyOfResult(place)))
    } catch (error) {
      setTrouble({ error })
    }
  }

  return (
    <form className="stack" onSubmit={(event) => void write(event)}>
      <LabelledSelect
        label={words.datasets.fromResult.into}
        value={into}
        choices={[
          ...editable.map((dataset) => [dataset.id, dataset.name] as const),
          ...(isReview ? [] : [['', words.datasets.fromResult.fresh] as const]),
        ]}
        choose={setChosen}
      />
      {into === '' && (
        <label className="datasets-field">
          <span>{words.datasets.fromResult.name}</span>
          <input required maxLength={80} value={name} onChange={({ target }) => setName(target.value)} />
        </label>
      )}
      {trouble !== undefined && <Trouble error={trouble.error} />}
      <div className="row">
        <button type="submit" className="button" data-kind="main" disabled={into === '' && name.trim() === ''}>
          {words.datasets.fromResult.go}
        </button>
      </div>
    </form>
  )
}
