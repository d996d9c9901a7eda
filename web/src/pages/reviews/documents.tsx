import { useState, useId } from 'react'
import { message } from '../../../../src/core/basics/message.ts'
import { ApiError, callApi } from '../../source/call-api.ts'
import { base64Of } from '../../source/base64-of.ts'
import type { ReviewedDocument } from '../../../../src/packs/review/document-review.ts'
import { Card } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FileField } from '../../components/file-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { useFormats } from '../../words/formats.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Button } from '../../components/button.tsx'
import { useAction } from '../../components/use-action.ts'

type DocumentsProps = {
  readonly documents: readonly ReviewedDocument[]
  readonly chosen: readonly string[]
  readonly choose: (documentIds: readonly string[]) => void
  readonly changed: () => void
}

/** What was brought so far, what of it shall be checked, and a place to drop more. */
export function Documents({ documents, chosen, choose, changed }: DocumentsProps) {
  const { words } = useAllWords()
  const texts = words.reviews.documents
  const [doomed, setDoomed] = useState<ReviewedDocument>()
  return (
    <Card title={words.case.documents}>
      <DropZone
        brought={(documentIds) => {
          choose([...new Set([...chosen, ...documentIds])])
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
      {doomed !== undefined && <RemoveDialog document={doomed} close={() => setDoomed(undefined)} changed={changed} />}
    </Card>
  )
}

function DropZone({ brought }: { readonly brought: (documentIds: readonly string[]) => void }) {
  const { words } = useAllWords()
  const texts = words.reviews.documents
  const hintId = useId()
  const [isOver, setIsOver] = useState(false)
  const { sending, errors, upload } = useUploads(brought)
  return (
    <div
      className="reviews-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        void upload([...event.dataTransfer.files])
      }}
    >
      <FileField
        label={texts.upload}
        accept={readable}
        multiple
        hintId={hintId}
        disabled={sending !== undefined}
        take={(files) => void upload(files)}
      />
      <span id={hintId} className="small soft">
        {texts.hint}
      </span>
      {sending !== undefined && <output className="small foreign">{fill(texts.sending, sending)}</output>}
      {errors.map((error, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <ErrorState key={index} error={error} />
      ))}
    </div>
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

type Doomed = { readonly document: ReviewedDocument; readonly close: () => void; readonly changed: () => void }

function RemoveDialog({ document: { documentId, name }, close, changed }: Doomed) {
  const { words } = useAllWords()
  const texts = words.reviews.documents
  const tell = useToast()
  const { act, error } = useAction()
  const remove = async () => {
    await callApi('removeDocument', { params: { documentId } })
    tell(fill(texts.removed, { name }))
    close()
    changed()
  }
  return (
    <Dialog open close={close} title={texts.removeTitle} about={fill(texts.removeAbout, { name })}>
      {error !== undefined && <ErrorState error={error} />}
      <div className="row">
        <Button kind="main" onClick={() => void act(remove)}>
          {texts.remove}
        </Button>
        <Button onClick={close}>{words.app.cancel}</Button>
      </div>
    </Dialog>
  )
}

// As the server says it, without sending it all first.
const mostMegabytes = 25

type Uploads = {
  /** The one that is on its way. */
  readonly sending: { readonly name: string; readonly at: number; readonly of: number } | undefined
  readonly errors: readonly unknown[]
  readonly upload: (files: readonly File[]) => Promise<void>
}

/** Hands documents over one after another; one that is refused keeps no other back. */
function useUploads(brought: (documentIds: readonly string[]) => void): Uploads {
  const [sending, setSending] = useState<Uploads['sending']>()
  const [errors, setErrors] = useState<readonly unknown[]>([])

  async function upload(files: readonly File[]): Promise<void> {
    const failed: unknown[] = []
    const kept: string[] = []
    for (const [index, file] of files.entries()) {
      setSending({ name: file.name, at: index + 1, of: files.length })
      try {
        kept.push(await send(file))
      } catch (error) {
        failed.push(error)
      }
    }
    setSending(undefined)
    setErrors(failed)
    if (kept.length > 0) brought(kept)
  }

  return { sending, errors, upload }
}

async function send(file: File): Promise<string> {
  const size = Math.ceil((file.size / (1024 * 1024)) * 10) / 10
  if (size > mostMegabytes) {
    const values = { file: file.name, size, limit: mostMegabytes }
    const sentence = message('{file} has {size} MB; at most {limit} MB are read', values)
    throw new ApiError('refused', { code: 'format', sentence })
  }
  const { documentId } = await callApi('uploadDocument', { body: { name: file.name, content: await base64Of(file) } })
  return documentId
}

const readable = '.pdf,.png,.jpg,.jpeg,.md,.markdown,.mdx,.txt,.text,.rst,.adoc,.asciidoc,.docx,.docm,.html,.htm,.xhtml'
