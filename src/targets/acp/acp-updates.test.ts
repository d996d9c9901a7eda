import { expect, it } from 'vitest'
import { acpUpdates } from './acp-updates.ts'

const told = (toolCall: object) => ({ author: 'agent', content: { role: 'model', parts: [{ toolCall }] } })

it('says nothing of arguments that the agent did not tell, and keeps that there were none', () => {
  const updates = acpUpdates('agent')
  const call = { sessionUpdate: 'tool_call', kind: 'read' }
  updates.hear({ ...call, toolCallId: 'a' })
  updates.hear({ ...call, toolCallId: 'b', rawInput: {} })
  expect(updates.events()).toEqual([
    told({ id: 'a', name: 'read', extra: {} }),
    told({ id: 'b', name: 'read', args: {}, extra: {} }),
  ])
})
