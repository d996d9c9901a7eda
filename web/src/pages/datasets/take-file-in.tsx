import { useLocation } from 'wouter'
import { FileDrop } from '../../components/form/file-drop.tsx'
import { useToast } from '../../components/toast.tsx'
import { base64Of } from '../../source/base64-of.ts'
import { callApi } from '../../source/call-api.ts'
import { addressOf } from './addresses.ts'
import { say } from '../../words/say.ts'

/** Uploads a file into the project and shows the problems of its format. */
export function TakeFileIn() {
  const [, go] = useLocation()
  const tell = useToast()
  return (
    <FileDrop
      label={say('Choose a file …')}
      hint={say(
        'Drop a dataset here, or choose one: ADK eval sets, CSV, Excel, JSONL, YAML, review suites, runbook questions, strands experiments.',
      )}
      accept=".json,.jsonl,.ndjson,.csv,.tsv,.xlsx,.xlsm,.yaml,.yml"
      megabytes={29}
      take={async (file) => callApi('importDataset', { body: { name: file.name, content: await base64Of(file) } })}
      done={(datasets) => {
        for (const { id, name, cases } of datasets) {
          tell(say('{name}: {count} {count|case|cases} imported', { name, count: cases }))
          go(addressOf(id))
        }
      }}
    />
  )
}
