import type { RunbookDesk } from '../abilities/runbook-desk.ts'
import type { AnswerRoute } from '../answer-route.ts'

/** Runbooks to upload and index, and an assistant to ask. */
export function answerRunbook(answer: AnswerRoute, desk: RunbookDesk): void {
  answer('runbookStatus', async () => desk.status())

  answer('uploadRunbook', async ({ body: { name, content, replace } }) => {
    await desk.upload({ name, bytes: Buffer.from(content, 'base64'), replace })
    return desk.status()
  })

  answer('runbookBuild', async () => ({ progress: desk.progress() }))

  answer('buildRunbookIndex', async () => {
    await desk.build()
    return desk.status()
  })

  answer('ask', async ({ body, signal }) => desk.ask(body, signal))
}
