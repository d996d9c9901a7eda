import { type RunStore, message } from '../../core/index.ts'
import { type AnswerRoute, notFound } from '../answer-route.ts'
import type { Capabilities } from '../capabilities.ts'
import { findRun } from './runs.ts'

export function answerMutation(
  answer: AnswerRoute,
  { store, mutation }: { readonly store: RunStore } & Required<Pick<Capabilities, 'mutation'>>,
): void {
  answer('mutation', async ({ params }) => mutation.page(await findRun(store, params.runId)))

  answer('mutant', async ({ params, query }) => {
    const found = await mutation.mutant(await findRun(store, params.runId), query)
    if (found !== undefined) return found
    throw notFound(message('run {run} has no such mutant', { run: params.runId }))
  })
}
