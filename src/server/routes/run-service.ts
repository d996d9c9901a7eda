import type { RunService } from '../capabilities/run-service.ts'
import type { AnswerRoute } from '../answer-route.ts'

export function answerRunService(answer: AnswerRoute, service: RunService): void {
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

  answer('cancel', async ({ run }) => {
    service.cancel(run)
    return { done: true }
  })

  answer('resume', async ({ run, body }) => {
    await service.resume(run, body)
    return { runId: run.plan.runId }
  })

  answer('rerunOffer', async ({ run, body }) => service.offerRerun(run, body))

  answer('rerun', async ({ run, body }) => ({ runId: await service.rerun(run, body) }))
}
