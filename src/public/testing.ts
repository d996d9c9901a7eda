// `shinsa/testing`: tests of agents in Vitest, node:test and other runners.
export { evaluation } from '../compose/evaluations/evaluation.ts'
export { pluginEvaluation } from '../compose/evaluations/plugin/plugin-evaluation.ts'
export { expectAgent } from '../testing/expect-agent.ts'
