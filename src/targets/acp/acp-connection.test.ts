import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { acpConnection } from './acp-connection.ts'

it('answers no further request of a program that does not read the answers', async () => {
  const program = `
    for (const id of [1, 2, 3]) console.log(JSON.stringify({ id, method: 'read' }))
    console.log(JSON.stringify({ method: 'asked' }))
    setInterval(() => undefined, 1000)`
  const asked = Promise.withResolvers<void>()
  let answered = 0
  const connection = await acpConnection({
    command: [process.execPath, '-e', program],
    maxReplyBytes: 1000,
    onNotification: () => asked.resolve(),
    async onRequest() {
      answered += 1
      return 'x'.repeat(1_000_000)
    },
  })
  await asked.promise
  await setTimeout(20)
  expect(answered).toBe(1)
  await connection.stop()
})
