// `shinsa/testing/vitest`: a matcher for `expect`, and a reporter that puts the conversations of tests into the store.
import type { expectAgent } from '../testing/expect-agent.ts'

export { agentMatchers } from '../testing/vitest-matchers.ts'
// Vitest takes the default export of a module for its reporter.
export { RunReporter as default } from '../testing/vitest-reporter.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The agent passes its cases, as `shinsa run` would say; to be awaited. */
    toPass(...given: Parameters<ReturnType<typeof expectAgent>['toPass']>): Promise<void>
  }
}
