import { useState } from 'react'
import { parseJson, stringifyJson } from '../../../../src/core/basics/json.ts'
import { readAs } from '../../source/read-as.ts'
import { RunbookReply, z } from '../../source/shapes.ts'

const Exchange = z.object({ question: z.string(), answer: RunbookReply })
export type Exchange = z.infer<typeof Exchange>

const RunbookConversation = z.object({ id: z.string(), exchanges: z.array(Exchange) })
export type RunbookConversation = z.infer<typeof RunbookConversation>

const key = 'shinsa.runbook.conversation'
/** What is older is no longer shown, and the assistant remembers far less. */
const mostExchanges = 50

/** The conversation of this tab, which outlives a reload. */
export function useConversation() {
  const [conversation, setConversation] = useState(() => kept() ?? emptyConversation())
  return {
    conversation,
    add: (exchange: Exchange) =>
      setConversation((before) =>
        keep({ ...before, exchanges: [...before.exchanges, exchange].slice(-mostExchanges) }),
      ),
    beginAnew: () => setConversation(keep(emptyConversation())),
  }
}

function emptyConversation(): RunbookConversation {
  // Not `randomUUID`, which pages of another machine without HTTPS do not have.
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return { id, exchanges: [] }
}

function kept(): RunbookConversation | undefined {
  const text = storage()?.getItem(key) ?? undefined
  if (text === undefined) return undefined
  // It may be of another version of this page.
  return readAs(RunbookConversation, parseJson(text)).data
}

function keep(conversation: RunbookConversation): RunbookConversation {
  try {
    storage()?.setItem(key, stringifyJson(conversation))
  } catch (error) {
    // No room is left: it goes on without being kept.
    if (!(error instanceof DOMException)) throw error
  }
  return conversation
}

// A browser may forbid it; then a conversation ends with the page.
function storage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
