import { type RunStore, message } from '../../core/index.ts'
import { type AnswerRoute, notFound } from '../answer-route.ts'
import type { Capabilities } from '../capabilities.ts'
import { openCaseTraces } from '../trace/open-traces.ts'
import { findRun } from './runs.ts'

type TracesDependencies = {
  readonly store: RunStore
  readonly capabilities: Pick<Capabilities, 'dollarsOf'>
}

/** Answers with traces that are too long for the case's own answer, in pages. */
export function answerTraces(answer: AnswerRoute, { store, capabilities }: TracesDependencies): void {
  const traces = openCaseTraces(store, capabilities.dollarsOf)

  answer('trace', async ({ params, query: { turn, from, limit } }) => {
    const run = await findRun(store, params.runId)
    return traces.page(run, { position: Number(params.position), repeat: Number(params.repeat), turn }, from, limit)
  })

  answer('traceFound', async ({ params, query: { turn, text } }) => {
    const run = await findRun(store, params.runId)
    const place = { position: Number(params.position), repeat: Number(params.repeat), turn }
    return { rows: await traces.found(run, place, text) }
  })

  answer('traceRow', async ({ params, query: { turn, row } }) => {
    const run = await findRun(store, params.runId)
    const place = { position: Number(params.position), repeat: Number(params.repeat), turn }
    const detail = await traces.detail(run, place, row)
    if (detail === undefined) throw notFound(message('the trace has no row {row}', { row: row + 1 }))
    return detail
  })

  answer('casePlace', async ({ params, query: { caseId } }) => {
    const run = await findRun(store, params.runId)
    for await (const { position } of store.recordsOf(run.plan.runId, caseId)) return { position }
    throw notFound(message('run {run} has no case {case}', { run: run.plan.runId, case: JSON.stringify(caseId) }))
  })
}
