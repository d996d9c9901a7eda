import type { RunStore } from '../../core/index.ts'
import type { RunService } from '../capabilities/run-service.ts'
import type { AnswerRoute } from '../answer-route.ts'
import { findRun } from './runs.ts'

export function answerRunService(
  answer: AnswerRoute,
  { store, service }: { readonly store: RunStore; readonly service: RunService },
): void {
  answer('choices', async ({ query }) => service.choices(query))

  answer('vary', async ({ query }) => {
    const vary = await service.vary(query)
    return vary === undefined ? {} : { vary }
  })

  answer('keepVariant', async ({ body }) => {
    await service.keepVariant(body)
    return { done: true }
  })

  answer('estimate', async ({ body }) => service.estimate(body))

  answer('start', async ({ body }) => ({ runId: await service.start(body) }))

  answer('cancel', async ({ params }) => {
    service.cancel(await findRun(store, params.runId))
    return { done: true }
  })

  answer('resume', async ({ params, body }) => {
    const run = await findRun(store, params.runId)
    await service.resume(run, body)
    return { runId: run.plan.runId }
  })

  answer('rerunOffer', async ({ params, body }) => service.offerRerun(await findRun(store, params.runId), body))

  answer('rerun', async ({ params, body }) => ({
    runId: await service.rerun(await findRun(store, params.runId), body),
  }))
}
