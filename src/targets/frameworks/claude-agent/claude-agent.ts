import { noteSoFar } from '../../environment/environment.ts'
import { claudeEvents, claudeReply } from './claude-agent-reply.ts'
import type { Framework } from '../framework.ts'
import { fieldOf, hasMethods } from '../shape.ts'

/** Messages of the Claude Agent SDK's `query`, returned by a function that was called with the prompt. */
export const claudeAgent: Framework = {
  agent: async () => undefined,
  async reply(said) {
    if (!hasMethods(said, 'interrupt', 'setPermissionMode') || fieldOf(said, Symbol.asyncIterator) === undefined)
      return undefined
    const messages: unknown[] = []
    noteSoFar(() => ({ events: claudeEvents(messages) }))
    for await (const one of said as unknown as AsyncIterable<unknown>) messages.push(one) // it has an async iterator
    return claudeReply(messages)
  },
}
