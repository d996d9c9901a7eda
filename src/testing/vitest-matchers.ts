import { AssertionError } from 'node:assert'
import type { MatcherState } from 'vitest'
import { callerPlace } from './agent-failure.ts'
import type { AgentUnderTest } from './expect-agent.ts'
import { type PassOptions, failureOf, toPass } from './to-pass.ts'

type VitestMatchersAgent = Parameters<typeof toPass>[0]['target']
type VitestMatchersCases = Parameters<AgentUnderTest['toPass']>[0]
type VitestMatchersOutcome = { readonly pass: boolean; readonly message: () => string }

/**
 * Adds `toPass` to Vitest's `expect`: the agent passes its cases by the gate of `shinsa run`. It must be awaited.
 *
 * @example
 * import { expect } from 'vitest'
 * expect.extend(agentMatchers)
 * await expect(agent).toPass('weather.csv', { gate: 'pass-rate-low<0.8' })
 */
export const agentMatchers = { toPass: agentToPass }

async function agentToPass(
  this: Pick<MatcherState, 'isNot'>,
  agent: unknown,
  cases: VitestMatchersCases,
  options: PassOptions = {},
): Promise<VitestMatchersOutcome> {
  const place = callerPlace(agentToPass)
  try {
    // `toPass` checks that the value is an agent.
    const evaluation = await toPass({ ...options, cases, target: agent as VitestMatchersAgent }, place)
    const { message } = await failureOf(evaluation, { isStored: options.store === undefined, place })
    return { pass: true, message: () => message }
  } catch (error) {
    if (this.isNot !== true || !(error instanceof AssertionError)) throw error
    return { pass: false, message: () => error.message }
  }
}
