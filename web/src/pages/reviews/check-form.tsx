import { useState } from 'react'
import type { DocumentReview, ReviewedDocument } from '../../../../src/packs/review/document-review.ts'
import type { ReviewerDetail } from '../../../../src/server/api/reviews.ts'
import { Card } from '../../components/card.tsx'
import { ActionForm } from '../../components/form/action-form.tsx'
import { Field, SelectField } from '../../components/form/field.tsx'
import { callApi } from '../../source/call-api.ts'
import type { useAnswer } from '../../source/use-answer.ts'
import { AnswerState } from '../../components/state.tsx'
import { Button } from '../../components/button.tsx'
import { useDraft } from '../../use-draft.ts'
import { say, currentLanguage } from '../../words/say.ts'

type CheckFormProps = {
  /** The documents to check. */
  readonly documents: readonly ReviewedDocument[]
  readonly reviewer: ReturnType<typeof useAnswer<ReviewerDetail>>
  readonly reviewed: (review: DocumentReview) => void
}

const languages = ['English', '日本語'] as const
const examples = [
  [
    'Extinguishers in the corridor',
    'Verify that at least 2 ABC fire extinguishers are installed in the first-floor corridor of Building A (page 1) and are within their expiry date.',
  ],
  [
    'Battery of the emergency lighting',
    'Verify that the emergency lighting of Building A (page 1) lasts at least 120 minutes on battery.',
  ],
  ['Sprinklers', 'Verify that a sprinkler system is installed in Building A (page 1).'],
] as const

/** A check in words for the reviewer. */
export function CheckForm({ documents, reviewer, reviewed }: CheckFormProps) {
  const { text: checkName, write: setCheckName } = useDraft('review.name')
  const { text: checkDescription, write: setCheckDescription } = useDraft('review.description')
  const [languageName, setLanguageName] = useState<(typeof languages)[number]>(
    currentLanguage() === 'ja' ? '日本語' : 'English',
  )
  const ready = documents.length > 0 && checkName.trim() !== '' && checkDescription.trim() !== ''

  async function ask(): Promise<void> {
    const documentIds = documents.map(({ documentId }) => documentId)
    reviewed(await callApi('review', { body: { documentIds, checkName, checkDescription, languageName } }))
  }

  return (
    <Card title={say('Check')}>
      <ActionForm act={ask} send={say('Review')} busy={say('Reviewing …')} kind="main" disabled={!ready}>
        <div className="row" role="group" aria-label={say('Examples:')}>
          <span className="small soft">{say('Examples:')}</span>
          {examples.map(([name, description]) => (
            <Button
              key={name}
              onClick={() => {
                setCheckName(say(name))
                setCheckDescription(say(description))
              }}
            >
              {say(name)}
            </Button>
          ))}
        </div>
        <Field label={say('What is checked, in a few words')}>
          <input required maxLength={200} value={checkName} onChange={({ target }) => setCheckName(target.value)} />
        </Field>
        <Field label={say('What has to be fulfilled, as precisely as you can')}>
          <textarea
            required
            rows={3}
            maxLength={10_000}
            value={checkDescription}
            onChange={({ target }) => setCheckDescription(target.value)}
          />
        </Field>
        <SelectField
          label={say('Language of the answer')}
          value={languageName}
          choices={languages.map((name) => [name, name] as const)}
          choose={(name) => setLanguageName(name === '日本語' ? '日本語' : 'English')}
        />
        <p className="small foreign">
          {documents.length === 0
            ? say('Choose a document first.')
            : say('In: {names}', { names: documents.map(({ name }) => name).join(', ') })}
        </p>
        <AnswerState of={reviewer} meanwhile={null}>
          {({ asksModel, name }) => (
            <p className="small soft foreign">
              {say(
                asksModel
                  ? 'Checked by {reviewer}. The document is sent to its model, which may cost money.'
                  : 'Checked by {reviewer}, on this machine or wherever it runs.',
                { reviewer: name },
              )}
            </p>
          )}
        </AnswerState>
      </ActionForm>
    </Card>
  )
}
