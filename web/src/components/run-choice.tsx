import { Link, useSearchParams } from 'wouter'
import type { RunRow } from '../../../src/server/api.ts'
import { useWords } from '../words/language.tsx'

/** Which run a page is about; it stands in the address. */
export function RunChoice({ runs, chosen }: { readonly runs: readonly RunRow[]; readonly chosen: string }) {
  const { words } = useWords()
  const [, setSearch] = useSearchParams()
  return (
    <>
      <label className="row">
        {words.runs.run}
        <select value={chosen} onChange={({ target }) => setSearch({ run: target.value })}>
          {!runs.some(({ runId }) => runId === chosen) && <option value={chosen}>{chosen}</option>}
          {runs.map(({ runId, dataset, target }) => (
            <option key={runId} value={runId}>{`${runId} · ${dataset} · ${target}`}</option>
          ))}
        </select>
      </label>
      <Link href={`/runs/${chosen}`}>{words.runs.toRun}</Link>
    </>
  )
}
