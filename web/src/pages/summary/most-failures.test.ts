import { expect, it } from 'vitest'
import type { CaseRow } from '../../../../src/server/api/runs.ts'
import { mostFailures } from './most-failures.ts'

it('counts for each metric what it failed, most first, cases once, and what broke by itself', () => {
  const rows = [
    row('a', 'failed', { exact: 'failed', tone: 'passed' }),
    row('b', 'failed', { exact: 'failed', tone: 'failed' }),
    { ...row('b', 'failed', { exact: 'failed' }), repeat: 1 },
    row('c', 'error', { exact: 'not-evaluated' }),
    row('d', 'not-evaluated', {}),
    row('e', 'passed', { exact: 'passed' }),
  ]
  const found = mostFailures(rows).map(({ metric, count, cases, reason }) => [
    metric,
    count,
    cases.map(({ caseId }) => caseId).join(),
    reason?.text,
  ])
  expect(found).toEqual([
    ['exact', 3, 'a,b', 'why a'],
    ['tone', 1, 'b', undefined],
    [undefined, 1, 'c', 'why c'],
  ])
})

function row(caseId: string, verdict: CaseRow['verdict'], scores: Readonly<Record<string, string>>): CaseRow {
  return {
    position: 0,
    repeat: 0,
    caseId,
    verdict,
    question: '',
    reason: { text: `why ${caseId}` },
    metric: verdict === 'error' ? undefined : 'exact',
    scores: Object.entries(scores).map(([metric, status]) => ({
      metric,
      status: status as CaseRow['scores'][number]['status'],
    })),
    judgeDisagreed: false,
    flaky: false,
  }
}
