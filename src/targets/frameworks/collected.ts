import type { Reply } from '../reply/reply.ts'

/** Joins an answer in pieces, such as of a generator, a stream or a web handler; other answers stay. */
export async function collected(said: object): Promise<Reply> {
  if (said instanceof Response) {
    const isJson = said.headers.get('content-type')?.includes('json') === true
    return (isJson ? await said.json() : await said.text()) as Reply // checked like any other answer
  }
  if (!(Symbol.asyncIterator in said)) return said as Reply
  const pieces: unknown[] = []
  for await (const piece of said as AsyncIterable<unknown>) pieces.push(piece) // an object with an async iterator
  if (!pieces.every((piece) => typeof piece === 'string' || piece instanceof Uint8Array)) return pieces as Reply
  const decoder = new TextDecoder()
  return pieces.map((piece) => (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).join('')
}
