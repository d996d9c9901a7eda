import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Trouble } from '../../components/error-state.tsx'
import { useToast } from '../../components/toast.tsx'
import { base64Of } from '../../source/base64-of.ts'
import { callApi } from '../../source/call-api.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { addressOf } from './addresses.ts'
import { FileField } from '../../components/file-field.tsx'

/** What the server takes, before base64 makes it a third larger. */
const largestUpload = 29_000_000

/** Takes a file into the project, dropped or chosen. What is wrong with it is said by its format. */
export function TakeFileIn() {
  const { words } = useAllWords()
  const [, go] = useLocation()
  const tell = useToast()
  const [over, setOver] = useState(false)
  const [trouble, setTrouble] = useState<{ readonly error: unknown } | { readonly sentence: string }>()
  const hintId = useId()

  async function take(file: File | undefined): Promise<void> {
    setTrouble(undefined)
    if (file === undefined) return
    if (file.size > largestUpload) {
      const megabytes = Math.floor(largestUpload / 1_000_000)
      setTrouble({ sentence: fill(words.datasets.tooLarge, { name: file.name, megabytes }) })
      return
    }
    try {
      const body = { name: file.name, content: await base64Of(file) }
      const { id, name, cases } = await callApi('importDataset', { body })
      tell(fill(words.datasets.imported, { name, count: cases }))
      go(addressOf(id))
    } catch (error) {
      setTrouble({ error })
    }
  }

  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') void take(event.dataTransfer?.files[0])
  })

  useEffect(() => {
    // Wherever it is dropped: outside of this page's reach the browser would go to the file and leave the page.
    const handle = (event: DragEvent) => drop(event)
    for (const name of ['dragover', 'dragleave', 'drop'] as const) window.addEventListener(name, handle)
    return () => {
      for (const name of ['dragover', 'dragleave', 'drop'] as const) window.removeEventListener(name, handle)
    }
  }, [])

  return (
    <section className="datasets-drop" aria-label={words.datasets.import} data-over={over}>
      <p id={hintId} className="soft">
        {words.datasets.importHint}
      </p>
      <FileField
        label={words.datasets.choose}
        accept=".json,.jsonl,.ndjson,.csv,.tsv,.xlsx,.xlsm,.yaml,.yml"
        hintId={hintId}
        disabled={false}
        take={([file]) => void take(file)}
      />
      {trouble !== undefined && 'error' in trouble && <Trouble error={trouble.error} />}
      {trouble !== undefined && 'sentence' in trouble && (
        <p className="trouble" role="alert">
          {trouble.sentence}
        </p>
      )}
    </section>
  )
}
