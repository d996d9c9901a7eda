import { useId, useState } from 'react'
import type { RunbookReadiness } from '../../../../src/server/api/runbooks.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FileField } from '../../components/file-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { base64Of } from '../../source/base64-of.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { Button } from '../../components/button.tsx'

const largest = 25_000_000
const kinds = /\.(md|markdown|mdx|txt|text|rst|adoc|asciidoc|docx|docm|html|htm|xhtml|pdf)$/i

type Upload = { readonly files: RunbookReadiness['files']; readonly changed: () => void }

/** Hands files over one after another; what is there already is replaced only when somebody says so. */
export function UploadRunbooks({ files, changed }: Upload) {
  const texts = useAllWords().words.runbook.index
  const tell = useToast()
  const [sending, setSending] = useState<string>()
  const [refused, setRefused] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<readonly unknown[]>([])
  const [doubtful, setDoubtful] = useState<readonly File[]>([])
  const [asked] = doubtful

  async function send(chosen: readonly File[], replace: boolean): Promise<void> {
    const failed: unknown[] = []
    for (const file of chosen) {
      setSending(file.name)
      try {
        await callApi('uploadRunbook', { body: { name: file.name, content: await base64Of(file), replace } })
      } catch (error) {
        failed.push(error)
      }
    }
    setSending(undefined)
    setErrors(failed)
    if (chosen.length > failed.length) tell(fill(texts.uploaded, { count: chosen.length - failed.length }))
    changed()
  }

  function choose(chosen: readonly File[]): void {
    const { wrong, large, known, fresh } = sorted(chosen, files)
    setRefused([
      ...wrong.map(({ name }) => fill(texts.wrongKind, { name })),
      ...large.map(({ name }) => fill(texts.tooLarge, { name })),
    ])
    setDoubtful(known)
    setErrors([])
    if (fresh.length > 0) void send(fresh, false)
  }

  return (
    <div className="stack">
      <FileChoice choose={choose} disabled={sending !== undefined} />
      {sending !== undefined && <output className="small foreign">{fill(texts.uploading, { name: sending })}</output>}
      {refused.map((sentence) => (
        <p key={sentence} className="small foreign runbook-refused" role="alert">
          {sentence}
        </p>
      ))}
      {errors.map((error, index) => (
        <ErrorState key={index} error={error} />
      ))}
      {asked !== undefined && (
        <ReplaceQuestion
          name={asked.name}
          replace={() => void send([asked], true)}
          close={() => setDoubtful(doubtful.slice(1))}
        />
      )}
    </div>
  )
}

type FileChoiceProps = { readonly choose: (chosen: readonly File[]) => void; readonly disabled: boolean }

function FileChoice({ choose, disabled }: FileChoiceProps) {
  const texts = useAllWords().words.runbook.index
  const hintId = useId()
  return (
    <>
      <FileField
        label={texts.upload}
        accept=".md,.markdown,.mdx,.txt,.text,.rst,.adoc,.asciidoc,.docx,.docm,.html,.htm,.xhtml,.pdf"
        multiple
        hintId={hintId}
        disabled={disabled}
        take={choose}
      />
      <span id={hintId} className="small soft">
        {texts.uploadHint}
      </span>
    </>
  )
}

type ReplaceQuestionProps = { readonly name: string; readonly replace: () => void; readonly close: () => void }

function ReplaceQuestion({ name, replace, close }: ReplaceQuestionProps) {
  const { words } = useAllWords()
  const texts = words.runbook.index
  return (
    <Dialog open close={close} title={texts.replace}>
      <p className="foreign">{fill(texts.replaceAbout, { name })}</p>
      <div className="row">
        <Button
          kind="main"
          onClick={() => {
            close()
            replace()
          }}
        >
          {texts.replaceYes}
        </Button>
        <Button onClick={close}>{words.app.cancel}</Button>
      </div>
    </Dialog>
  )
}

/** Files that cannot be taken, those that are there already, and those that are new. */
function sorted(chosen: readonly File[], files: RunbookReadiness['files']) {
  const wrong = chosen.filter(({ name }) => !kinds.test(name))
  const large = chosen.filter((file) => !wrong.includes(file) && file.size > largest)
  const good = chosen.filter((file) => !wrong.includes(file) && !large.includes(file))
  const known = good.filter(({ name }) => isThere(name, files))
  return { wrong, large, known, fresh: good.filter((file) => !known.includes(file)) }
}

/** In the folder itself, or in that of a language. */
function isThere(name: string, files: RunbookReadiness['files']): boolean {
  const wanted = name.normalize('NFC')
  return files.some((file) => file.state !== 'gone' && file.name.replace(/^(?:ja|en)\//, '') === wanted)
}
