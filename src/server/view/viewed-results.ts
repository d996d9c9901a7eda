import { type CaseRecord, type Run, type RunStore, type Message, EvalError, message } from '../../core/index.ts'
import type { ResultView } from '../../core/run/result-view.ts'
import { rateCounter } from '../../runner/summarise.ts'
import type { CaseRow } from '../api/runs.ts'
import { pageOf, startWalk } from '../case-walk.ts'
import { rowTest } from './match-rows.ts'
import { isFiltered, parseTableView, printTableView } from './table-view.ts'

type Records = Pick<RunStore, 'records'>

/** The results that a run's table shows; where repeats share a row, all repeats of a case of which one matches. */
export type ViewedResults = { readonly view: ResultView; readonly records: () => AsyncIterable<CaseRecord> }

/** @throws {EvalError} `usage` when the view filters nothing, or nothing matches it */
export async function viewedResults(
  { plan }: Run,
  store: Records,
  { query, say }: { readonly query: string; readonly say: (sentence: Message) => string },
): Promise<ViewedResults> {
  const view = parseTableView(new URLSearchParams(query))
  if (!isFiltered(view)) {
    throw new EvalError('usage', message('{view} filters nothing', { view: JSON.stringify(query) }), {
      hint: message('A view is what the address of a run has behind its `?`, such as only=failed&tag=odd.'),
    })
  }
  const walk = startWalk(store, plan.runId)
  const { rows } = await pageOf(walk, 0, Number.MAX_SAFE_INTEGER)
  const fitting = rows.filter(rowTest(view, say))
  const isTogether = plan.repeat > 1 && view.group !== 'case'
  const keyOf = ({ position, repeat }: Pick<CaseRow, 'position' | 'repeat'>) =>
    isTogether ? String(position) : `${position}/${repeat}`
  const kept = new Set(fitting.map(keyOf))
  const shown = rows.filter((row) => kept.has(keyOf(row)))
  if (shown.length === 0) {
    throw new EvalError('usage', message('no result of run {run} fits {view}', { run: plan.runId, view: query }))
  }
  const rate = rateCounter(plan.repeat)
  const evaluated = shown.filter(({ verdict }) => verdict !== undefined && verdict !== 'not-evaluated')
  for (const { verdict, position } of evaluated) rate.add(verdict === 'passed', position)
  return {
    view: {
      filter: decodeURIComponent(
        String(printTableView({ ...view, sort: '', group: '', columns: undefined })).replaceAll('+', ' '),
      ),
      shown: shown.length,
      of: rows.length,
      passed: evaluated.filter(({ verdict }) => verdict === 'passed').length,
      evaluated: evaluated.length,
      passRate: rate.estimate(),
    },
    async *records() {
      for await (const record of store.records(plan.runId)) if (kept.has(keyOf(record))) yield record
    },
  }
}
