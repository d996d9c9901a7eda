import { type CaseRecord, type Run, type RunStore, EvalError, message, nearestNames } from '../core/index.ts'
import { didYouMean } from '../core/basics/nearest-names.ts'

/** Yields the records of one case. @throws {EvalError} `usage`, with similar names, when the run has no such case */
export async function* onlyCase(store: RunStore, run: Run, caseId: string): AsyncGenerator<CaseRecord> {
  const { runId } = run.plan
  let found = false
  for await (const record of store.recordsOf(runId, caseId)) {
    found = true
    yield record
  }
  if (found) return
  const ids = await Array.fromAsync(store.scoredCases(runId), (scored) => scored.caseId)
  const near = nearestNames(caseId, new Set(ids))
  throw new EvalError('usage', message('run {run} has no case {case}', { run: runId, case: JSON.stringify(caseId) }), {
    hint: didYouMean(
      near,
      message('There are {names} and so on.', { names: [...new Set(ids)].slice(0, 5).join(', ') }),
    ),
  })
}
