import { describe, expect, it } from 'vitest'
import { type Invocation, knownBy, toolCallsOf } from '../core/index.ts'
import { withUnknown } from './older-layouts.ts'

const userContent = { parts: [{ text: 'q' }] }
const events = (...parts: readonly object[]) => ({
  form: 'events',
  events: parts.map((part) => ({ author: 'agent', content: { parts: [part] } })),
})

describe('an exchange that an older version kept', () => {
  it('has calls that are unknown where nothing was heard of any', () => {
    const kept = migrated('invocation', { userContent, steps: events({ text: 'Let me see.' }) })
    expect(toolCallsOf(kept)).toBeUndefined()
  })

  it.each([
    ['calls that were heard', { userContent, steps: events({ toolCall: { name: 'find' } }) }, 1],
    [
      'calls of which the agent said that there are none',
      { userContent, steps: { form: 'lists', toolCalls: [], toolResponses: [], responses: [] } },
      0,
    ],
  ])('keeps %s', (_which, invocation, count) => {
    expect(toolCallsOf(migrated('invocation', invocation))).toHaveLength(count)
  })

  it('has instructions and tools that are unknown where they were written as empty', () => {
    const agents = { a: { name: 'a', instructions: '', toolDeclarations: [] } }
    const kept = migrated('invocation', { userContent, agents })
    expect(knownBy(kept, 'instructions')).toBe('unknown')
    expect(knownBy(kept, 'toolDeclarations')).toBe('unknown')
  })

  it('counts no calls in the cost of a case where none were known', () => {
    const end = { caseId: 'c', cost: { toolCalls: 0, inputTokens: 3 } }
    expect(withUnknown('case-end', JSON.stringify(end))).toBe('{"caseId":"c","cost":{"inputTokens":3}}')
    expect(withUnknown('case-end', JSON.stringify({ caseId: 'c', cost: { toolCalls: 2 } }))).toBeUndefined()
  })

  it('stays as it is where it cannot be read', () => {
    expect(withUnknown('invocation', '{"userContent":')).toBeUndefined()
  })
})

function migrated(type: string, body: object): Invocation {
  const changed = withUnknown(type, JSON.stringify(body))
  return JSON.parse(changed ?? JSON.stringify(body)) as Invocation // as it was written above
}
