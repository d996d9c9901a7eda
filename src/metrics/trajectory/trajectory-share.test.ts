import { describe, expect, it } from 'vitest'
import { type EvalCase, type Invocation, type ToolCall, toEnglish } from '../../core/index.ts'
import { trajectoryShare } from './trajectory-share.ts'

type Written = string | ToolCall

function turn(calls: readonly Written[] | undefined): Invocation {
  const toolCalls = (calls ?? []).map((call) => (typeof call === 'string' ? { name: call } : call))
  const asked = { userContent: { parts: [{ text: 'q' }] } }
  return calls === undefined
    ? asked
    : { ...asked, steps: { form: 'lists', toolCalls, toolResponses: [], responses: [] } }
}

async function shareOf(matchType: 'exact' | 'in-order' | 'any-order', expected: Written[], actual: Written[]) {
  const evalCase: EvalCase = { id: 'c', conversation: [turn(expected)] }
  const metric = trajectoryShare({ name: 'scorer', matchType })
  const score = await metric.score(evalCase, { invocations: [turn(actual)] }, {})
  if (score.status !== 'scored') throw new Error(score.status)
  return score.value
}

describe('trajectoryShare', () => {
  it.each<[Written[], Written[], number, number, number]>([
    [['a', 'b'], ['a', 'b'], 1, 1, 1],
    [['a', 'b'], ['b', 'a'], 0, 0.5, 1],
    [['a', 'b'], ['a', 'x', 'b'], 1 / 3, 1, 1],
    // strands-evals passes over surplus calls when it compares place by place.
    [['a', 'b'], ['a', 'b', 'c'], 2 / 3, 1, 1],
    [['a', 'b', 'c'], ['b', 'c'], 0, 0, 2 / 3],
    [['a', 'b', 'c', 'd'], ['a', 'c', 'd'], 0.25, 0.25, 0.75],
    // As often as it is expected: there, a call that is expected twice can never be made twice.
    [['a', 'a'], ['a', 'a'], 1, 1, 1],
    [['a', 'a'], ['a'], 0.5, 0.5, 0.5],
    [['a'], ['a', 'a'], 0.5, 1, 1],
    // There it divides by zero.
    [[], [], 1, 1, 1],
    [[], ['a'], 0, 1, 1],
    [['a'], [], 0, 0, 0],
    [['find'], [{ name: 'find', args: { id: 1 } }], 1, 1, 1],
    [[{ name: 'find', args: { id: 1 } }], [{ name: 'find', args: { id: 2 } }], 0, 0, 0],
  ])('of %j in %j is %d, %d in order, %d in any order', async (expected, actual, exact, inOrder, anyOrder) => {
    expect(await shareOf('exact', expected, actual)).toBe(exact)
    expect(await shareOf('in-order', expected, actual)).toBe(inOrder)
    expect(await shareOf('any-order', expected, actual)).toBe(anyOrder)
  })

  it('says which call is missing, and what stood where', async () => {
    const evalCase: EvalCase = { id: 'c', conversation: [turn(['find', 'refund'])] }
    const metric = trajectoryShare({ name: 'scorer', matchType: 'in-order', threshold: 0.8 })
    const score = await metric.score(evalCase, { invocations: [turn(['find', 'log'])] }, {})
    expect(score).toMatchObject({ metric: 'scorer', value: 0.5, threshold: 0.8, passed: false })
    expect(score.status === 'scored' && score.reason && toEnglish(score.reason)).toBe(
      'Tool call refund is missing; 1 of 2 expected calls matched',
    )
    expect(score).toMatchObject({
      evidence: [{ kind: 'tool-calls', rows: [{ verdict: 'matched' }, { verdict: 'missing' }, { verdict: 'extra' }] }],
    })
  })

  it('is 0 for a turn that the agent never reached', async () => {
    const evalCase: EvalCase = { id: 'c', conversation: [turn(['a']), turn([])] }
    const score = await trajectoryShare({ name: 's', matchType: 'exact' }).score(
      evalCase,
      { invocations: [turn(['a'])] },
      {},
    )
    expect(score).toMatchObject({ value: 0.5, invocations: [{ value: 1 }, { value: 0, missing: true }] })
  })

  it('is not evaluated where the reference names no calls', async () => {
    const metric = trajectoryShare({ name: 's', matchType: 'exact' })
    for (const conversation of [[turn(undefined)], undefined]) {
      const score = await metric.score({ id: 'c', conversation }, { invocations: [turn(['a'])] }, {})
      expect(score.status).toBe('not-evaluated')
    }
  })
})
