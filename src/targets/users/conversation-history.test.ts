import { describe, expect, it } from 'vitest'
import type { Invocation } from '../../core/index.ts'
import { historyText, speechesOf } from './conversation-history.ts'

const user = { role: 'user', parts: [{ text: 'Where is my order?' }] }

describe('historyText of exchanges', () => {
  it('shows texts by author and no thoughts or calls', () => {
    expect(historyText(speechesOf([withLists]))).toBe('user: Where is my order?\n\nagent: It is on its way.')
  })

  it('shows calls with their responses when asked to', () => {
    expect(historyText(speechesOf([withLists]), { functionCalls: true })).toBe(
      [
        'user: Where is my order?',
        'agent calls find_order: {"id":7}',
        'find_order gives back: {"state":"shipped"}',
        'agent: It is on its way.',
      ].join('\n\n'),
    )
  })

  it('shows a response once that is also among the events', () => {
    const parts = [{ text: 'Done.' }, { toolCall: { name: 'log' } }]
    const exchange: Invocation = {
      userContent: user,
      steps: { form: 'events', events: [{ author: 'root', content: { role: 'model', parts } }] },
      finalResponse: { role: 'model', parts },
    }
    expect(historyText(speechesOf([exchange]))).toBe('user: Where is my order?\n\nroot: Done.')
  })
})

const withLists: Invocation = {
  userContent: user,
  steps: {
    form: 'lists',
    toolCalls: [{ id: 'c', name: 'find_order', args: { id: 7 } }],
    toolResponses: [{ id: 'c', name: 'find_order', response: { state: 'shipped' } }],
    responses: [],
  },
  finalResponse: { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'It is on its way.' }] },
}
