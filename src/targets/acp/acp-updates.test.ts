import { expect, it } from 'vitest'
import { acpUpdates } from './acp-updates.ts'

const answered = (id: string, response: string) => ({
  author: 'agent',
  content: { role: 'user', parts: [{ toolResponse: { id, name: 'read', response } }] },
})

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

it('has every call that was begun, where an id is used again and where there is none', () => {
  const updates = acpUpdates('agent')
  const call = { sessionUpdate: 'tool_call', kind: 'read', status: 'completed' }
  for (const rawOutput of ['one', 'two']) updates.hear({ ...call, toolCallId: 'a', rawOutput })
  for (const rawOutput of ['three', 'four']) updates.hear({ ...call, rawOutput })
  expect(updates.events()).toEqual(
    ['a one', 'a two', ' three', ' four'].flatMap((words) => {
      const [id = '', response = ''] = words.split(' ')
      return [told({ id, name: 'read', extra: {} }), answered(id, response)]
    }),
  )
})

it('keeps no fields that the protocol does not know', () => {
  const updates = acpUpdates('agent')
  for (const field of ['title', 'one', 'two'])
    updates.hear({ sessionUpdate: 'tool_call_update', toolCallId: 'a', [field]: field })
  expect([...updates.open().values()]).toMatchObject([{ told: { title: 'title' } }])
  expect(Object.keys(updates.open().get('a')?.told ?? {})).toEqual(['title'])
})

it('has the end of a call in the exchange where it is heard, and the call in the one before', () => {
  const before = acpUpdates('agent')
  before.hear({ sessionUpdate: 'tool_call', kind: 'read', toolCallId: 'a' })
  const after = acpUpdates('agent', before.open())
  after.hear({ sessionUpdate: 'tool_call_update', toolCallId: 'a', status: 'completed', rawOutput: 'late' })
  expect([before.events(), after.events()]).toEqual([
    [told({ id: 'a', name: 'read', extra: {} })],
    [answered('a', 'late')],
  ])
  expect(after.open()).toEqual(new Map())
})

it('takes no text from before an exchange for an answer to it, but has the calls', () => {
  const updates = acpUpdates('agent')
  updates.hear({ sessionUpdate: 'agent_message_chunk', content: { text: 'late' } })
  updates.hear({ sessionUpdate: 'tool_call', kind: 'read', toolCallId: 'a' })
  updates.begin()
  expect(updates.events()).toEqual([told({ id: 'a', name: 'read', extra: {} })])
})
