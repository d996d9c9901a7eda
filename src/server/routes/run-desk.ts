import type { RunStore } from '../../core/index.ts'
import type { RunDesk } from '../abilities/run-desk.ts'
import type { AnswerRoute } from '../answer-route.ts'
import { findRun } from './runs.ts'

/** Choosing, beginning, stopping and resuming runs. */
export function answerRunDesk(
  answer: AnswerRoute,
  { store, desk }: { readonly store: RunStore; readonly desk: RunDesk },
): void {
  answer('choices', async ({ query }) => desk.choices(query.dataset))

  answer('estimate', async ({ body }) => desk.estimate(body))

  answer('start', async ({ body }) => ({ runId: await desk.start(body) }))

  answer('cancel', async ({ params }) => {
    desk.cancel(await findRun(store, params.runId))
    return { done: true }
  })

  answer('resume', async ({ params, body }) => {
    const run = await findRun(store, params.runId)
    await desk.resume(run, body)
    return { runId: run.plan.runId }
  })
}
