import { describe, expect, it } from 'vitest'
import { type InvocationScore, message } from '../../core/index.ts'
import { meanScore } from './mean-score.ts'

const emptyReason = message('Nothing to compare')
const notEvaluated: InvocationScore = { status: 'not-evaluated', reason: message('No reference') }

function scored(value: number, reason?: string): InvocationScore {
  return {
    status: 'scored',
    value,
    passed: value >= 0.5,
    ...(reason === undefined ? {} : { reason: message(reason), evidence: [{ kind: 'texts', actual: reason }] }),
  }
}

describe('meanScore', () => {
  it('averages what was scored and leaves out what was not', () => {
    const invocations = [scored(1), notEvaluated, scored(0.5)]
    expect(meanScore('m', 0.75, invocations, { emptyReason })).toEqual({
      status: 'scored',
      metric: 'm',
      value: 0.75,
      threshold: 0.75,
      passed: true,
      invocations,
    })
  })

  it('explains itself with the first of the worst invocations when it did not pass', () => {
    const invocations = [scored(0.9), scored(0.1, 'first'), scored(0.1, 'second')]
    expect(meanScore('m', 0.5, invocations, { emptyReason })).toMatchObject({
      passed: false,
      reason: message('first'),
      evidence: [{ kind: 'texts', actual: 'first' }],
    })
  })

  it('passes when every invocation is exactly at the threshold', () => {
    const invocations = [scored(0.7), scored(0.7), scored(0.7)]
    expect(meanScore('m', 0.7, invocations, { emptyReason })).toMatchObject({ value: 0.7, passed: true })
  })

  it('is not evaluated when no invocation was scored, and never 0', () => {
    expect(meanScore('m', 0.5, [notEvaluated], { emptyReason })).toEqual({
      status: 'not-evaluated',
      metric: 'm',
      reason: emptyReason,
      invocations: [notEvaluated],
    })
    expect(meanScore('m', 0, [], { emptyReason })).toMatchObject({ status: 'not-evaluated', invocations: [] })
  })
})
