import type { Content } from '../../../core/index.ts'
import type { Serve } from '../framework.ts'
import { copyWith, hasMethods } from '../shape.ts'
import { userMessage } from '../user-message.ts'

/** Writes a user's message in the format of the AI SDK, which other frameworks use too. */
export function aiMessage(content: Content): object {
  const words = {
    text: (text: string) => ({ type: 'text', text }),
    media: ({ mimeType, data }: { mimeType: string; data: string }) => ({ type: 'file', mediaType: mimeType, data }),
    link: ({ mimeType, url }: { mimeType: string; url: string }) => ({ type: 'file', mediaType: mimeType, data: url }),
  }
  return { role: 'user', content: userMessage(content, words) }
}

/** Copies tools so that `execute` calls `serve` first. Tools run by the client or the provider have no `execute`. */
export function servedAiTools(tools: Readonly<Record<string, unknown>>, serve: Serve): Record<string, unknown> {
  const served = Object.entries(tools).map(([name, tool]) => {
    if (!hasMethods(tool, 'execute')) return [name, tool]
    const execute = (input: unknown, ...rest: readonly unknown[]) =>
      serve(name, input, async (args) => lastOf(await tool.execute(args, ...rest)))
    return [name, copyWith(tool, { execute })]
  })
  return Object.fromEntries(served)
}

/** A tool may yield progress while it runs; the last value is its result. */
async function lastOf(said: unknown): Promise<unknown> {
  if (typeof said !== 'object' || said === null || !(Symbol.asyncIterator in said)) return said
  let last: unknown
  for await (const piece of said as AsyncIterable<unknown>) last = piece // an object with an async iterator
  return last
}
