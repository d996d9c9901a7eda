// `shinsa/testing`: agents in the tests of Vitest, node:test and other runners.
export { expectAgent } from '../testing/expect-agent.ts'
