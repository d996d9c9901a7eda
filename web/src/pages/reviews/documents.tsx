import { useState } from 'react'
import { callApi } from '../../source/call-api.ts'
import { base64Of } from '../../source/base64-of.ts'
import type { ReviewedDocument } from '../../../../src/packs/review/document-review.ts'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FileDrop } from '../../components/form/file-drop.tsx'
import { useToast } from '../../components/toast.tsx'
import { useFormats } from '../../words/formats.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { Button } from '../../components/button.tsx'

type DocumentsProps = {
  readonly documents: readonly ReviewedDocument[]
  readonly chosen: readonly string[]
  readonly choose: (documentIds: readonly string[]) => void
  readonly changed: () => void
}

/** The uploaded documents, which of them are checked, and an upload area. */
export function Documents({ documents, chosen, choose, changed }: DocumentsProps) {
  const { words } = useAllWords()
  const texts = words.reviews.documents
  const tell = useToast()
  const [doomed, setDoomed] = useState<ReviewedDocument>()

  async function remove({ documentId, name }: ReviewedDocument): Promise<void> {
    await callApi('removeDocument', { params: { documentId } })
    tell(fill(texts.removed, { name }))
    changed()
  }

  return (
    <Card title={words.case.documents}>
      <FileDrop
        label={texts.upload}
        hint={texts.hint}
        accept={readable}
        multiple
        megabytes={25}
        take={async (file) => callApi('uploadDocument', { body: { name: file.name, content: await base64Of(file) } })}
        done={(brought) => {
          choose([...new Set([...chosen, ...brought.map(({ documentId }) => documentId)])])
          changed()
        }}
      />
      {documents.length === 0 ? (
        <p className="soft">{texts.empty}</p>
      ) : (
        <fieldset className="reviews-documents">
          <legend className="small soft">{texts.choose}</legend>
          {documents.map((document) => (
            <DocumentLine
              key={document.documentId}
              document={document}
              isChosen={chosen.includes(document.documentId)}
              toggle={() =>
                choose(
                  chosen.includes(document.documentId)
                    ? chosen.filter((id) => id !== document.documentId)
                    : [...chosen, document.documentId],
                )
              }
              remove={() => setDoomed(document)}
            />
          ))}
        </fieldset>
      )}
      {doomed !== undefined && (
        <ConfirmDialog
          title={texts.removeTitle}
          about={fill(texts.removeAbout, { name: doomed.name })}
          yes={texts.remove}
          act={async () => remove(doomed)}
          close={() => setDoomed(undefined)}
        />
      )}
    </Card>
  )
}

type DocumentsLine = {
  readonly document: ReviewedDocument
  readonly isChosen: boolean
  readonly toggle: () => void
  readonly remove: () => void
}

function DocumentLine({ document, isChosen, toggle, remove }: DocumentsLine) {
  const { words, say } = useAllWords()
  const texts = words.reviews.documents
  const { dateTime } = useFormats()
  const { name, pages, uploadedAt, warnings } = document
  return (
    <div className="reviews-document">
      <label className="row">
        <input type="checkbox" checked={isChosen} onChange={toggle} />
        <span className="reviews-name">
          <bdi className="foreign">{name}</bdi>
          <span className="small soft">
            {fill(texts.pages, { count: pages })} · {dateTime(uploadedAt)}
          </span>
          {warnings.map((warning, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className="small reviews-warning">
              ⚠ {say(warning)}
            </span>
          ))}
        </span>
      </label>
      <Button aria-label={fill(texts.removeNamed, { name })} onClick={remove}>
        {texts.remove}
      </Button>
    </div>
  )
}

const readable = '.pdf,.png,.jpg,.jpeg,.md,.markdown,.mdx,.txt,.text,.rst,.adoc,.asciidoc,.docx,.docm,.html,.htm,.xhtml'
