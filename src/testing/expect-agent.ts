import type { Evaluation, EvaluationOptions } from '../compose/evaluate.ts'
import { callerPlace } from './agent-failure.ts'
import { type AgentChat, startChat } from './agent-chat.ts'
import { chatPlayer } from './chat-player.ts'
import { holdTestOpen } from './current-test.ts'
import { type PassOptions, toPass } from './to-pass.ts'

type ExpectAgent = NonNullable<EvaluationOptions['target']>
type ExpectAgentCases = NonNullable<EvaluationOptions['cases']>

export type AgentUnderTest = {
  /** Sends a message in a new conversation; the expectations that follow are about its answer. */
  ask(text: string): AgentChat
  /** Evaluates the agent on cases in code, or on a file of them, with the options of `evaluate`. */
  toPass(cases: ExpectAgentCases, options?: PassOptions): Promise<Evaluation>
}

/**
 * Tests an agent in Vitest, node:test or another runner. A failed expectation is thrown as an assertion error with the terminal's
 * report.
 *
 * @throws {AssertionError} when awaited, for an answer or cases that are not as expected
 * @example
 * await expectAgent(agent).ask('How warm is it in Kyoto?').toCall('get_weather', { city: 'Kyoto' }).toAnswer(/34/)
 * await expectAgent(agent).toPass('weather.evalset.json', { repeat: 3, gate: 'pass-rate-low<0.8' })
 */
export function expectAgent(agent: ExpectAgent, options: PassOptions = {}): AgentUnderTest {
  function ask(text: string): AgentChat {
    return startChat(text, callerPlace(ask), chatPlayer({ ...options, target: agent }))
  }
  function pass(cases: ExpectAgentCases, more: PassOptions = {}): Promise<Evaluation> {
    return holdTestOpen(toPass({ ...options, ...more, cases, target: agent }, callerPlace(pass)))
  }
  return { ask, toPass: pass }
}
