import { useId, useState } from 'react'
import type { RunbookReadiness } from '../../../../src/server/api/runbooks.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { base64Of } from '../../source/base64-of.ts'
import { fill, useAllWords } from '../../words/language.tsx'

const largest = 25_000_000
const kinds = /\.(md|markdown|mdx|txt|text|rst|adoc|asciidoc|docx|docm|html|htm|xhtml|pdf)$/i

type Upload = { readonly files: RunbookReadiness['files']; readonly changed: () => void }

/** Hands files over one after another; what is there already is replaced only when somebody says so. */
export function UploadRunbooks({ files, changed }: Upload) {
  const { words } = useAllWords()
  const texts = words.runbook.index
  const tell = useToast()
  const hintId = useId()
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
    const wrong = chosen.filter(({ name }) => !kinds.test(name))
    const large = chosen.filter((file) => !wrong.includes(file) && file.size > largest)
    setRefused([
      ...wrong.map(({ name }) => fill(texts.wrongKind, { name })),
      ...large.map(({ name }) => fill(texts.tooLarge, { name })),
    ])
    const good = chosen.filter((file) => !wrong.includes(file) && !large.includes(file))
    const known = good.filter(({ name }) => isThere(name, files))
    setDoubtful(known)
    setErrors([])
    const fresh = good.filter((file) => !known.includes(file))
    if (fresh.length > 0) void send(fresh, false)
  }

  return (
    <div className="stack">
      {/* The browser's own button speaks the browser's language, not the page's. */}
      <label className="button runbook-upload" aria-disabled={sending !== undefined}>
        {texts.upload}
        <input
          type="file"
          multiple
          accept=".md,.markdown,.mdx,.txt,.text,.rst,.adoc,.asciidoc,.docx,.docm,.html,.htm,.xhtml,.pdf"
          className="hidden-words"
          aria-describedby={hintId}
          disabled={sending !== undefined}
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])]
            // The same file can be chosen again.
            target.value = ''
            choose(chosen)
          }}
        />
      </label>
      <span id={hintId} className="small soft">
        {texts.uploadHint}
      </span>
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
        <Dialog open close={() => setDoubtful(doubtful.slice(1))} title={texts.replace}>
          <p className="foreign">{fill(texts.replaceAbout, { name: asked.name })}</p>
          <div className="row">
            <button
              type="button"
              className="button"
              data-kind="main"
              onClick={() => {
                setDoubtful(doubtful.slice(1))
                void send([asked], true)
              }}
            >
              {texts.replaceYes}
            </button>
            <button type="button" className="button" onClick={() => setDoubtful(doubtful.slice(1))}>
              {words.app.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

/** In the folder itself, or in that of a language. */
function isThere(name: string, files: RunbookReadiness['files']): boolean {
  const wanted = name.normalize('NFC')
  return files.some((file) => file.state !== 'gone' && file.name.replace(/^(?:ja|en)\//, '') === wanted)
}
