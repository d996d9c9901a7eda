import type { DatasetChoice } from '../../../../src/server/api/new-run.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { DialogButton } from '../../components/dialog.tsx'
import { AnswerState } from '../../components/state.tsx'
import { type ResultPlace, useRunSource } from '../../source/run-source.ts'
import { useApi } from '../../source/use-answer.ts'
import { addressOf, keyOfResult } from '../datasets/addresses.ts'
import { createDataset } from '../datasets/create-dataset.ts'
import { Field, SelectField } from '../../components/form/field.tsx'
import { ActionForm } from '../../components/form/action-form.tsx'
import { say } from '../../words/say.ts'

type CaseFromResultProps = ResultPlace & { readonly isReview: boolean }

/** Opens the editor of a dataset with a new case made of this result. */
export function CaseFromResult(shown: CaseFromResultProps) {
  const { live } = useRunSource()
  if (!live) return null
  return (
    <DialogButton
      text={say('Add to dataset')}
      title={say('Add to dataset')}
      about={say(
        'A case that expects what the agent did here, from the same initial state. You can change it before it is saved.',
      )}
    >
      <Destination {...shown} />
    </DialogButton>
  )
}

function Destination({ isReview, ...place }: CaseFromResultProps) {
  const [, go] = useLocation()
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('')
  const answer = useApi('datasets', {})
  if (answer.status !== 'ready') return <AnswerState of={answer} />
  const { editable, likeliest } = destinations(answer.value.datasets, isReview)
  if (isReview && editable.length === 0)
    return <p className="soft">{say('The project has no review suite that a review could go into.')}</p>
  const into = chosen ?? likeliest ?? ''

  async function write(): Promise<void> {
    const datasetId = into === '' ? (await createDataset(name)).id : into
    go(addressOf(datasetId, keyOfResult(place)))
  }

  return (
    <ActionForm act={write} send={say('Open in the editor')} kind="main" disabled={into === '' && name.trim() === ''}>
      <SelectField
        label={say('Into')}
        value={into}
        choices={[
          ...editable.map((dataset) => [dataset.id, dataset.name] as const),
          ...(isReview ? [] : [['', say('a new dataset …')] as const]),
        ]}
        choose={setChosen}
      />
      {into === '' && (
        <Field label={say('Name of the new dataset')}>
          <input required maxLength={80} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
      )}
    </ActionForm>
  )
}

function destinations(datasets: readonly DatasetChoice[], isReview: boolean) {
  // Suites of reviews hold only reviews.
  const editable = datasets.filter((one) => one.editable && (one.keepsReviews === true) === isReview)
  // Eval sets can hold any conversation, so they are the default.
  return { editable, likeliest: (editable.find(({ isDefault }) => isDefault === true) ?? editable[0])?.id }
}
