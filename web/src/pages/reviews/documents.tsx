import { useState } from 'react'
import { callApi } from '../../source/call-api.ts'
import { base64Of } from '../../source/base64-of.ts'
import type { ReviewedDocument } from '../../../../src/packs/review/document-review.ts'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FileDrop } from '../../components/form/file-drop.tsx'
import { useToast } from '../../components/toast.tsx'
import { Button } from '../../components/button.tsx'
import { formatted, say } from '../../words/say.ts'

type DocumentsProps = {
  readonly documents: readonly ReviewedDocument[]
  readonly chosen: readonly string[]
  readonly choose: (documentIds: readonly string[]) => void
  readonly changed: () => void
}

/** The uploaded documents, which of them are checked, and an upload area. */
export function Documents({ documents, chosen, choose, changed }: DocumentsProps) {
  const tell = useToast()
  const [doomed, setDoomed] = useState<ReviewedDocument>()

  async function remove({ documentId, name }: ReviewedDocument): Promise<void> {
    await callApi('removeDocument', { params: { documentId } })
    tell(say('{name} is removed', { name }))
    changed()
  }

  return (
    <Card title={say('Documents')}>
      <FileDrop
        label={say('Upload documents')}
        hint={say(
          'or drop them here: PDF, PNG, JPG, Word (.docx), HTML, Markdown or text, up to 25 MB each. They stay in this project.',
        )}
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
        <p className="soft">{say('Nothing is here yet. Upload a document and write what it shall be checked for.')}</p>
      ) : (
        <fieldset className="reviews-documents">
          <legend className="small soft">{say('Check these')}</legend>
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
          title={say('Remove the document?')}
          about={say(
            '{name} goes, and all reviews of it with the decisions on them. Test cases that were saved stay.',
            { name: doomed.name },
          )}
          yes={say('Remove')}
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
  const { name, pages, uploadedAt, warnings } = document
  return (
    <div className="reviews-document">
      <label className="row">
        <input type="checkbox" checked={isChosen} onChange={toggle} />
        <span className="reviews-name">
          <bdi className="foreign">{name}</bdi>
          <span className="small soft">
            {say('{count} {count|page|pages}', { count: pages })} · {formatted.dateTime(uploadedAt)}
          </span>
          {warnings.map((warning, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className="small reviews-warning">
              ⚠ {say(warning)}
            </span>
          ))}
        </span>
      </label>
      <Button aria-label={say('Remove {name}', { name })} onClick={remove}>
        {say('Remove')}
      </Button>
    </div>
  )
}

const readable = '.pdf,.png,.jpg,.jpeg,.md,.markdown,.mdx,.txt,.text,.rst,.adoc,.asciidoc,.docx,.docm,.html,.htm,.xhtml'
