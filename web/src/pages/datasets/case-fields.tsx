import type { ReactNode } from 'react'
import { useAllWords } from '../../words/language.tsx'
import { defaultSession, type CaseForm, type ReviewForm } from './case-form.ts'
import { SelectField } from '../../components/form/field.tsx'
import { FieldProblems, TextField } from './fields.tsx'
import { TurnFields } from './turn-fields.tsx'
import { Button } from '../../components/button.tsx'

type CaseFieldsProps = { readonly form: CaseForm; readonly change: (form: CaseForm) => void }

/** Fields for the common parts of a case; the JSON view has the others. */
export function CaseFields({ form, change }: CaseFieldsProps) {
  const { words } = useAllWords()
  const text = (field: keyof CaseForm & ('id' | 'appName' | 'userId' | 'category')) => ({
    field,
    label: words.datasets.editor[field],
    value: form[field],
    change: (value: string) => change({ ...form, [field]: value }),
  })
  const json = (field: 'state' | 'finalState' | 'metadata') => ({
    field,
    label: words.datasets.editor[field],
    value: form[field],
    lines: 4,
    code: true as const,
    change: (value: string) => change({ ...form, [field]: value }),
  })
  return (
    <>
      <TextField {...text('id')} />
      {form.review !== undefined && (
        <ReviewFields review={form.review} change={(review) => change({ ...form, review })} />
      )}
      {form.scenario !== undefined && <ScenarioFields form={form} change={change} />}
      {form.review === undefined && form.scenario === undefined && <Turns form={form} change={change} />}
      {form.review === undefined && (
        <Group title={words.datasets.editor.start}>
          <TextField {...json('state')} placeholder='{"basket": []}' />
          <TextField {...json('finalState')} />
          <div className="datasets-pair">
            <TextField {...text('appName')} placeholder={defaultSession.appName} />
            <TextField {...text('userId')} placeholder={defaultSession.userId} />
          </div>
        </Group>
      )}
      <Group title={words.case.metadata}>
        <TextField {...text('category')} />
        <TextField {...json('metadata')} />
      </Group>
    </>
  )
}

function Turns({ form, change }: CaseFieldsProps) {
  const { words } = useAllWords()
  const { turns } = form
  const add = () => {
    const key = Math.max(-1, ...turns.map((turn) => turn.key)) + 1
    change({ ...form, turns: [...turns, { key, user: '', answer: '', checksCalls: false, calls: [] }] })
  }
  return (
    <>
      {turns.map((turn, at) => (
        <TurnFields
          key={turn.key}
          turn={turn}
          at={at}
          change={(next) => change({ ...form, turns: turns.with(at, next) })}
          remove={turns.length > 1 ? () => change({ ...form, turns: turns.toSpliced(at, 1) }) : undefined}
        />
      ))}
      <FieldProblems field="turns" />
      <div className="row">
        <Button onClick={add}>{words.datasets.editor.addTurn}</Button>
      </div>
    </>
  )
}

function ScenarioFields({ form, change }: CaseFieldsProps) {
  const { words } = useAllWords()
  const scenario = form.scenario ?? { startingPrompt: '', plan: '' }
  return (
    <Group title={words.provenance.user}>
      {(['startingPrompt', 'plan'] as const).map((field) => (
        <TextField
          key={field}
          field={field}
          label={words.datasets.editor[field]}
          value={scenario[field]}
          lines={3}
          change={(value) => change({ ...form, scenario: { ...scenario, [field]: value } })}
        />
      ))}
      <FieldProblems field="turns" />
    </Group>
  )
}

function ReviewFields({
  review,
  change,
}: {
  readonly review: ReviewForm
  readonly change: (review: ReviewForm) => void
}) {
  const { words } = useAllWords()
  const text = (field: 'checkName' | 'checkDescription' | 'documents', lines?: number) => ({
    field,
    label: words.datasets.editor[field],
    value: review[field],
    ...(lines !== undefined && { lines }),
    change: (value: string) => change({ ...review, [field]: value }),
  })
  return (
    <Group title={words.datasets.editor.review}>
      <TextField {...text('checkName')} />
      <TextField {...text('checkDescription', 3)} />
      <TextField {...text('documents', 3)} />
      <div className="datasets-pair">
        <SelectField
          label={words.reviews.check.language}
          value={review.languageName}
          choices={[
            ['English', 'English'],
            ['日本語', '日本語'],
          ]}
          choose={(languageName) => change({ ...review, languageName })}
        />
        <SelectField
          label={words.datasets.editor.expected}
          value={review.expected}
          choices={[
            ['pass', words.datasets.editor.pass],
            ['fail', words.datasets.editor.fail],
          ]}
          choose={(expected) => change({ ...review, expected: expected === 'fail' ? 'fail' : 'pass' })}
        />
      </div>
    </Group>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="datasets-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
