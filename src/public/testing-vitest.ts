// `shinsa/testing/vitest`: a matcher for `expect`, and a reporter that stores the conversations of tests.
import type { expectAgent } from '../testing/expect-agent.ts'

export { agentMatchers } from '../testing/vitest-matchers.ts'
// Vitest takes the default export of a module for its reporter.
export { RunReporter as default } from '../testing/vitest-reporter.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Asserts that the agent passes its cases by the gate of `shinsa run`; must be awaited. */
    toPass(...given: Parameters<ReturnType<typeof expectAgent>['toPass']>): Promise<void>
  }
}
