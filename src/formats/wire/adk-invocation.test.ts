import { describe, expect, it } from 'vitest'
import type { Usage } from '../../core/index.ts'
import { toAdkInvocation } from './adk-invocation.ts'

const written = (usage: Usage) =>
  toAdkInvocation({
    userContent: { role: 'user', parts: [{ text: 'Hi' }] },
    steps: { form: 'events', events: [{ author: 'agent', usage }] },
  })

describe('an event of an exchange', () => {
  it('has no counters where none has a name', () => {
    const intermediate_data = { invocation_events: [{ author: 'agent' }] }
    expect(written({ inputTokens: 4, outputTokens: 2 })).toMatchObject({ intermediate_data })
    expect(JSON.stringify([written({}), written({ inputTokens: 4 })])).not.toContain('usage_metadata')
  })

  it('has those that have one', () => {
    const intermediate_data = { invocation_events: [{ usage_metadata: { prompt_token_count: 0 } }] }
    expect(written({ promptTokens: 0 })).toMatchObject({ intermediate_data })
  })
})
