import { growth } from '../../../test/growth.ts'
import { expect, it } from 'vitest'
import { serverSentEvents, tooLong } from '../http/http-body.ts'
import { a2aExchange } from './a2a-task.ts'

it('reads a long event in time that grows with its length', async () => {
  expect(await growth(readLongEvent)).toBeLessThan(2.5)
})

it.each([
  ['an artifact', { kind: 'artifact-update', append: true, artifact: { artifactId: 'a', parts: [{ raw: 'aGk=' }] } }],
  ['messages', { kind: 'message', role: 'agent', parts: [{ raw: 'aGk=' }] }],
])('puts the pieces of %s together in time that grows with their number', async (_what, event) => {
  const hear = (scale: number) => {
    const exchange = a2aExchange(new Set())
    for (let piece = 0; piece < 200 * scale; piece += 1) exchange.hear(event)
    expect(exchange.events('agent')).toMatchObject([{ content: { parts: { length: 200 * scale } } }])
  }
  expect(await growth(hear)).toBeLessThan(2.5)
})

async function readLongEvent(scale: number): Promise<void> {
  const chunks = ['data: ', ...Array.from({ length: 100 * scale }, () => 'x'.repeat(100)), '\n', '\n']
  const response = new Response(ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk))))
  const limit = { maxBytes: 1_000_000, tooLong: () => tooLong('', 1_000_000) }
  const events = await Array.fromAsync(serverSentEvents(response, limit))
  expect(events.map(({ length }) => length)).toEqual([10_000 * scale])
}
