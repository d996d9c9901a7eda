import { describe, expect, it } from 'vitest'
import type { EvalCase, Invocation, Transcript } from '../../core/index.ts'
import { pairInvocations } from './pair-invocations.ts'

const turn = (id: string): Invocation => ({ id, userContent: { parts: [{ text: id }] } })
const caseOf = (...ids: string[]): EvalCase => ({ id: 'case', conversation: ids.map(turn) })
const transcriptOf = (...ids: string[]): Transcript => ({ invocations: ids.map(turn) })
const scenarioCase: EvalCase = { id: 'played', scenario: { startingPrompt: 'Hi', plan: 'Book a room.' } }

describe('pairInvocations', () => {
  it('pairs by position', () => {
    expect(pairInvocations(caseOf('e1', 'e2'), transcriptOf('a1', 'a2'))).toEqual([
      { expected: turn('e1'), actual: turn('a1') },
      { expected: turn('e2'), actual: turn('a2') },
    ])
  })

  it('keeps turns that the agent never reached', () => {
    expect(pairInvocations(caseOf('e1', 'e2'), transcriptOf('a1'))?.[1]).toEqual({
      expected: turn('e2'),
      actual: undefined,
    })
  })

  it('keeps turns beyond the reference', () => {
    expect(pairInvocations(caseOf('e1'), transcriptOf('a1', 'a2'))?.[1]).toEqual({
      expected: undefined,
      actual: turn('a2'),
    })
  })

  it('has no pairs for a case that a simulated user plays', () => {
    expect(pairInvocations(scenarioCase, transcriptOf('a1'))).toBeUndefined()
  })

  it('refuses what ADK cannot compute, in ADK mode', () => {
    const adk = { adkCompat: true }
    expect(() => pairInvocations(scenarioCase, transcriptOf('a1'), adk)).toThrow(
      'Case played has no reference conversation',
    )
    expect(() => pairInvocations(caseOf('e1', 'e2'), transcriptOf('a1'), adk)).toThrow(
      'Case case has 2 turns, the agent produced 1',
    )
    expect(pairInvocations(caseOf('e1'), transcriptOf('a1'), adk)).toHaveLength(1)
  })
})
