import { useLocation } from 'wouter'
import { FileDrop } from '../../components/form/file-drop.tsx'
import { useToast } from '../../components/toast.tsx'
import { base64Of } from '../../source/base64-of.ts'
import { callApi } from '../../source/call-api.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { addressOf } from './addresses.ts'

/** Uploads a file into the project and shows the problems of its format. */
export function TakeFileIn() {
  const texts = useAllWords().words.datasets
  const [, go] = useLocation()
  const tell = useToast()
  return (
    <FileDrop
      label={texts.choose}
      hint={texts.importHint}
      accept=".json,.jsonl,.ndjson,.csv,.tsv,.xlsx,.xlsm,.yaml,.yml"
      megabytes={29}
      take={async (file) => callApi('importDataset', { body: { name: file.name, content: await base64Of(file) } })}
      done={(datasets) => {
        for (const { id, name, cases } of datasets) {
          tell(fill(texts.imported, { name, count: cases }))
          go(addressOf(id))
        }
      }}
    />
  )
}
