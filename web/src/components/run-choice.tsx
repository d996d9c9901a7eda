import { Link, useSearchParams } from 'wouter'
import type { RunRow } from '../../../src/server/api/runs.ts'
import { useFormats } from '../words/formats.ts'
import { useWords } from '../words/language.tsx'

/** Which run a page is about; it stands in the address. */
export function RunChoice({ runs, chosen }: { readonly runs: readonly RunRow[]; readonly chosen: string }) {
  const { words } = useWords()
  const { dateTime } = useFormats()
  const [, setSearch] = useSearchParams()
  return (
    <>
      <label className="row">
        {words.runs.run}
        <select value={chosen} onChange={({ target }) => setSearch({ run: target.value })}>
          {!runs.some(({ runId }) => runId === chosen) && <option value={chosen}>{chosen}</option>}
          {runs.map((run) => (
            <option key={run.runId} value={run.runId}>
              {nameOfRun(run, dateTime(run.createdAt))}
            </option>
          ))}
        </select>
      </label>
      <Link href={`/runs/${chosen}`}>{words.runs.toRun}</Link>
    </>
  )
}

/** As people call it: by its name, or by what it was about; when it was tells two of the same apart. */
function nameOfRun({ name, dataset, target }: RunRow, when: string): string {
  return [...(name === undefined ? [dataset, target] : [name, dataset]), when].join(' · ')
}
