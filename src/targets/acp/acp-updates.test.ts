import { expect, it } from 'vitest'
import { acpUpdates } from './acp-updates.ts'

it('says nothing of arguments that the agent did not tell, and keeps that there were none', () => {
  const updates = acpUpdates('agent')
  updates.hear({ sessionUpdate: 'tool_call', toolCallId: 'a', kind: 'read' })
  updates.hear({ sessionUpdate: 'tool_call', toolCallId: 'b', kind: 'read', rawInput: {} })
  expect(updates.events()).toMatchObject([
    { content: { parts: [{ toolCall: { id: 'a', args: undefined } }] } },
    { content: { parts: [{ toolCall: { id: 'b', args: {} } }] } },
  ])
})
