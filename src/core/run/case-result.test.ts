import { describe, expect, it } from 'vitest'
import { type Failure, type Score, agentCostsMore, isBroken, verdictNow, verdictOf } from '../index.ts'
import { evidenceCountsOf } from './case-result.ts'

const because = { text: 'because' }
const pass: Score = { status: 'scored', metric: 'one', value: 1, passed: true }
const fail: Score = { status: 'scored', metric: 'one', value: 0, passed: false }
const abstained: Score = { status: 'not-evaluated', metric: 'two', reason: because }
const notApplicable: Score = { ...abstained, informational: true }
const measured: Score = { status: 'measured', metric: 'seconds', value: 2, unit: 'seconds' }
const errorOf = (blame: Extract<Score, { status: 'error' }>['blame']): Score => ({
  status: 'error',
  metric: 'two',
  blame,
  reason: because,
})
const failureOf = (code: string): Failure => ({ code, reason: because })

describe('verdictOf', () => {
  it.each<[string, readonly Score[], Failure | undefined, string]>([
    ['everything passed', [pass, measured, notApplicable], undefined, 'passed'],
    ['one metric failed', [pass, { ...fail, metric: 'two' }], undefined, 'failed'],
    ['a metric failed and another could not be evaluated', [fail, abstained], undefined, 'failed'],
    ['a metric failed and the judge of another broke', [fail, errorOf('judge')], undefined, 'failed'],
    ['a metric passed and another could not be evaluated', [pass, abstained], undefined, 'not-evaluated'],
    ['the judge broke', [pass, errorOf('judge')], undefined, 'not-evaluated'],
    ['a metric broke', [pass, errorOf('metric')], undefined, 'not-evaluated'],
    ['the dataset is at fault', [pass, errorOf('dataset')], undefined, 'not-evaluated'],
    ['the answer cannot be read', [pass, errorOf('agent')], undefined, 'error'],
    ['the agent threw', [abstained], failureOf('agent'), 'error'],
    ['the agent was too late', [abstained], failureOf('timeout'), 'error'],
    ['the simulated user broke', [abstained], failureOf('user'), 'not-evaluated'],
    ['a model in place of tools broke', [abstained], failureOf('judge'), 'not-evaluated'],
    ['the world around the agent broke', [abstained], failureOf('environment'), 'not-evaluated'],
    ['there is no metric', [], undefined, 'not-evaluated'],
    ['there are only quantities', [measured], undefined, 'not-evaluated'],
    ['no metric applies', [notApplicable], undefined, 'not-evaluated'],
  ])('where %s', (_what, scores, failure, verdict) => {
    expect(verdictOf(scores, failure)).toBe(verdict)
  })

  it.each<[string, readonly Score[], Failure | undefined, string]>([
    ['lets a pass hide what was not evaluated', [pass, abstained], undefined, 'passed'],
    ['lets a pass hide a judge that broke', [pass, errorOf('judge')], undefined, 'passed'],
    ['fails a case whose agent threw', [abstained], failureOf('agent'), 'failed'],
    ['does not charge the agent with a simulated user that broke', [abstained], failureOf('user'), 'not-evaluated'],
  ])('as ADK does, %s', (_what, scores, failure, verdict) => {
    expect(verdictOf(scores, failure, { adkCompat: true })).toBe(verdict)
  })
})

it('tells of old results what is told today: an error that was not the agent’s evaluated nothing', () => {
  expect(verdictNow('error', [errorOf('judge')], undefined)).toBe('not-evaluated')
  expect(verdictNow('error', [abstained], failureOf('user'))).toBe('not-evaluated')
  expect(verdictNow('error', [abstained], failureOf('timeout'))).toBe('error')
  expect(verdictNow('failed', [fail, errorOf('judge')], undefined)).toBe('failed')
})

it('tells a result without anything to go by from one where something broke', () => {
  const verdict = 'not-evaluated'
  expect(isBroken({ verdict, scores: [abstained] })).toBe(false)
  expect(isBroken({ verdict, scores: [abstained, errorOf('judge')] })).toBe(true)
  expect(isBroken({ verdict, scores: [], failure: failureOf('user') })).toBe(true)
  expect(isBroken({ verdict: 'failed', scores: [fail, errorOf('judge')] })).toBe(false)
})

it('tells an agent’s whole cost from the part that is known', () => {
  const evidence = { exchanges: 2, reported: { cost: 1 }, observed: {}, listeners: [], cut: {} }
  const ofModels = { calls: 3, dollars: 0.5 }
  expect(agentCostsMore({ agentDollars: 0.5 }, evidence)).toBe(true)
  expect(agentCostsMore({ agentDollars: 0.5 }, { ...evidence, observed: { cost: 1 } })).toBe(false)
  expect(agentCostsMore({ agentDollars: 0.5 }, undefined)).toBe(false)
  // What the models behind it cost is known by call, whatever the exchanges tell.
  expect(agentCostsMore({ agent: ofModels }, evidence)).toBe(false)
  expect(agentCostsMore({ agent: { ...ofModels, unpriced: 1 } }, evidence)).toBe(true)
})

it('names each instrumentation once, whichever of them observed an exchange together', () => {
  const exchanges = ['Langfuse, OpenInference', 'Langfuse', 'ADK, Langfuse'].map(
    (listener) => ({ userContent: {}, provenance: { toolCalls: 'observed', listener } }) as const,
  )
  expect(evidenceCountsOf(exchanges).listeners).toEqual(['Langfuse', 'OpenInference', 'ADK'])
})
