import type { CaseRecord, CaseResult, Run } from '../core/index.ts'

type Record = Pick<CaseRecord, 'result'>

export type Results = AsyncIterable<Record> | Iterable<Record>

/**
 * Returns the first cases that did not pass, failures before errors before unevaluated ones, and how many are left out.
 * Reading stops once the result is certain; when all cases passed, nothing is read.
 */
export async function troubledCases({ run, records }: { readonly run: Run; readonly records: Results }, limit: number) {
  const kept = { failed: [] as CaseResult[], error: [] as CaseResult[], 'not-evaluated': [] as CaseResult[] }
  const results = run.summary?.results
  const expected = results === undefined ? Infinity : results.failed + results.error + results.notEvaluated
  let seen = 0
  if (expected > 0) {
    for await (const { verdict, result } of troubled(records)) {
      seen += 1
      if (kept[verdict].length < limit) kept[verdict].push(result)
      if (seen >= expected || (results !== undefined && kept.failed.length >= limit)) break
    }
  }
  const shown = [...kept.failed, ...kept.error, ...kept['not-evaluated']].slice(0, limit)
  return { shown, more: (results === undefined ? seen : expected) - shown.length }
}

async function* troubled(records: Results) {
  for await (const { result } of records) {
    if (result === undefined || result.verdict === 'passed') continue
    yield { verdict: result.verdict, result }
  }
}
