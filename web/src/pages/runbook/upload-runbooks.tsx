import { useState } from 'react'
import type { RunbookReadiness } from '../../../../src/server/api/runbooks.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FileDrop } from '../../components/form/file-drop.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { base64Of } from '../../source/base64-of.ts'
import { say } from '../../words/say.ts'

type Upload = { readonly files: RunbookReadiness['files']; readonly changed: () => void }

/** Uploads files; existing ones are replaced only on request. */
export function UploadRunbooks({ files, changed }: Upload) {
  const tell = useToast()
  const [doubtful, setDoubtful] = useState<readonly File[]>([])
  const [asked] = doubtful

  function sent(count: number): void {
    if (count > 0) tell(say('Uploaded: {count}. Build the index to search them.', { count }))
    changed()
  }

  return (
    <>
      <FileDrop
        label={say('Upload runbooks')}
        hint={say('Markdown, text, Word (.docx), HTML or PDF, up to 25 MB each.')}
        accept=".md,.markdown,.mdx,.txt,.text,.rst,.adoc,.asciidoc,.docx,.docm,.html,.htm,.xhtml,.pdf"
        multiple
        megabytes={25}
        take={async (file) => (isThere(file.name, files) ? file : send(file, false))}
        done={(taken) => {
          const known = taken.filter((file) => file !== undefined)
          setDoubtful(known)
          sent(taken.length - known.length)
        }}
      />
      {asked !== undefined && (
        <ConfirmDialog
          key={doubtful.length}
          title={say('Replace what is there?')}
          about={say('There is a runbook called {name} already. The one that is there would be lost.', {
            name: asked.name,
          })}
          yes={say('Replace')}
          act={async () => send(asked, true).then(() => sent(1))}
          close={() => setDoubtful(doubtful.slice(1))}
        />
      )}
    </>
  )
}

async function send(file: File, replace: boolean): Promise<void> {
  await callApi('uploadRunbook', { body: { name: file.name, content: await base64Of(file), replace } })
}

/** In the folder or in that of a language. */
function isThere(name: string, files: RunbookReadiness['files']): boolean {
  const wanted = name.normalize('NFC')
  return files.some((file) => file.state !== 'gone' && file.name.replace(/^(?:ja|en)\//, '') === wanted)
}
