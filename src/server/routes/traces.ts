import { type RunStore, message } from '../../core/index.ts'
import { type AnswerRoute, notFound } from '../answer-route.ts'
import type { Capabilities } from '../capabilities.ts'
import { openCaseTraces } from '../trace/open-traces.ts'

type TracesDependencies = {
  readonly store: RunStore
  readonly capabilities: Pick<Capabilities, 'dollarsOf'>
}

/** Answers with traces that are too long for the case's own answer, in pages. */
export function answerTraces(answer: AnswerRoute, { store, capabilities }: TracesDependencies): void {
  const traces = openCaseTraces(store, capabilities.dollarsOf)

  answer('trace', async ({ run, params, query: { turn, from, limit } }) =>
    traces.page(run, { ...params, turn }, from, limit),
  )

  answer('traceFound', async ({ run, params, query: { turn, text } }) => ({
    rows: await traces.found(run, { ...params, turn }, text),
  }))

  answer('traceRow', async ({ run, params, query: { turn, row } }) => {
    const detail = await traces.detail(run, { ...params, turn }, row)
    if (detail === undefined) throw notFound(message('the trace has no row {row}', { row: row + 1 }))
    return detail
  })

  answer('casePlace', async ({ run, query: { caseId } }) => {
    for await (const { position } of store.recordsOf(run.plan.runId, caseId)) return { position }
    throw notFound(message('run {run} has no case {case}', { run: run.plan.runId, case: JSON.stringify(caseId) }))
  })
}
