import { type CaseRecord, type Run, EvalError, message, nearestNames } from '../core/index.ts'

/** The records of one case. @throws {EvalError} `usage`, with near names, when the run has no such case */
export async function* onlyCase(
  records: AsyncIterable<CaseRecord>,
  caseId: string,
  run: Run,
): AsyncGenerator<CaseRecord> {
  const ids = new Set<string>()
  let found = false
  for await (const record of records) {
    ids.add(record.evalCase.id)
    if (record.evalCase.id !== caseId) continue
    found = true
    yield record
  }
  if (found) return
  const near = nearestNames(caseId, ids)
  throw new EvalError(
    'usage',
    message('run {run} has no case {case}', { run: run.plan.runId, case: JSON.stringify(caseId) }),
    {
      hint: near.length > 0 ? message('Did you mean {names}?', { names: near.join(', ') }) : undefined,
    },
  )
}
