import { Link } from 'wouter'
import { useAllWords } from '../../words/language.tsx'
import type { RunsCompared } from './comparison-of.ts'

/** The runs as heads of columns, the baseline first. */
export function RunHeads({ comparison: { baseline, others } }: { readonly comparison: RunsCompared }) {
  const { words } = useAllWords()
  return [baseline, ...others].map(({ runId, name }, index) => (
    <th key={runId} scope="col">
      <span className="small soft compare-role">{index === 0 ? words.compare.baseline : words.compare.compared}</span>
      <Link href={`/runs/${runId}`} className="foreign">
        {name}
      </Link>
    </th>
  ))
}
