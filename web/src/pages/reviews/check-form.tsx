import { useState } from 'react'
import type { DocumentReview, ReviewedDocument } from '../../../../src/packs/review/document-review.ts'
import type { ReviewerDetail } from '../../../../src/server/api/reviews.ts'
import { Card } from '../../components/card.tsx'
import { ActionForm } from '../../components/form/action-form.tsx'
import { Field, SelectField } from '../../components/form/field.tsx'
import { callApi } from '../../source/call-api.ts'
import type { useAnswer } from '../../source/use-answer.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { AnswerState } from '../../components/answer-state.tsx'
import { Button } from '../../components/button.tsx'

type CheckFormProps = {
  /** The documents to check. */
  readonly documents: readonly ReviewedDocument[]
  readonly reviewer: ReturnType<typeof useAnswer<ReviewerDetail>>
  readonly reviewed: (review: DocumentReview) => void
}

const languages = ['English', '日本語'] as const
const exampleNames = ['extinguishers', 'battery', 'sprinklers'] as const

/** A check in words for the reviewer. */
export function CheckForm({ documents, reviewer, reviewed }: CheckFormProps) {
  const { words, language } = useAllWords()
  const texts = words.reviews.check
  const [checkName, setCheckName] = useState('')
  const [checkDescription, setCheckDescription] = useState('')
  const [languageName, setLanguageName] = useState<(typeof languages)[number]>(language === 'ja' ? '日本語' : 'English')
  const ready = documents.length > 0 && checkName.trim() !== '' && checkDescription.trim() !== ''

  async function ask(): Promise<void> {
    const documentIds = documents.map(({ documentId }) => documentId)
    reviewed(await callApi('review', { body: { documentIds, checkName, checkDescription, languageName } }))
  }

  return (
    <Card title={texts.title}>
      <ActionForm act={ask} send={texts.ask} busy={texts.asking} kind="main" disabled={!ready}>
        <div className="row" role="group" aria-label={texts.tryOne}>
          <span className="small soft">{texts.tryOne}</span>
          {exampleNames.map((example) => (
            <Button
              key={example}
              onClick={() => {
                setCheckName(texts.examples[example].name)
                setCheckDescription(texts.examples[example].description)
              }}
            >
              {texts.examples[example].name}
            </Button>
          ))}
        </div>
        <Field label={texts.name}>
          <input required maxLength={200} value={checkName} onChange={({ target }) => setCheckName(target.value)} />
        </Field>
        <Field label={texts.description}>
          <textarea
            required
            rows={3}
            maxLength={10_000}
            value={checkDescription}
            onChange={({ target }) => setCheckDescription(target.value)}
          />
        </Field>
        <SelectField
          label={texts.language}
          value={languageName}
          choices={languages.map((name) => [name, name] as const)}
          choose={(name) => setLanguageName(name === '日本語' ? '日本語' : 'English')}
        />
        <WhoChecksWhat documents={documents} reviewer={reviewer} />
      </ActionForm>
    </Card>
  )
}

function WhoChecksWhat({ documents, reviewer }: Pick<CheckFormProps, 'documents' | 'reviewer'>) {
  const texts = useAllWords().words.reviews.check
  return (
    <>
      <p className="small foreign">
        {documents.length === 0
          ? texts.noDocument
          : fill(texts.of, { names: documents.map(({ name }) => name).join(', ') })}
      </p>
      <AnswerState of={reviewer} meanwhile={null} />
      {reviewer.status === 'ready' && (
        <p className="small soft foreign">
          {fill(reviewer.value.asksModel ? texts.byModel : texts.by, { reviewer: reviewer.value.name })}
        </p>
      )}
    </>
  )
}
