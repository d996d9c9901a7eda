import type { RunbookService } from '../capabilities/runbook-service.ts'
import type { AnswerRoute } from '../answer-route.ts'

export function answerRunbook(answer: AnswerRoute, service: RunbookService): void {
  answer('runbookStatus', async () => service.status())

  answer('uploadRunbook', async ({ body: { name, content, replace } }) => {
    await service.upload({ name, bytes: Buffer.from(content, 'base64'), replace })
    return service.status()
  })

  answer('runbookBuild', async () => ({ progress: service.progress() }))

  answer('buildRunbookIndex', async () => {
    await service.build()
    return service.status()
  })

  answer('ask', async ({ body, signal }) => service.ask(body, signal))
}
