import { expect, it } from 'vitest'
import type { Transcript } from '../core/index.ts'
import { addCosts, caseCost } from './cost.ts'

const userContent = { parts: [{ text: 'hi' }] }

it('what an agent says that its models cost is added up, over the exchanges and over the cases', () => {
  const transcript: Transcript = {
    invocations: [{ userContent, dollars: 0.003 }, { userContent }, { userContent, dollars: 0.002 }],
  }
  const cost = caseCost(transcript, [])
  expect(cost.agentDollars).toBeCloseTo(0.005)
  expect(addCosts(cost, cost).agentDollars).toBeCloseTo(0.01)
})

it('where no agent says what it cost, nobody claims that it cost nothing', () => {
  expect(caseCost({ invocations: [{ userContent }] }, []).agentDollars).toBeUndefined()
})
