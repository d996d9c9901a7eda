import { describe, expect, it } from 'vitest'
import { type EvalCase, type Invocation, type Transcript, message } from '../../core/index.ts'
import { answerMetric } from './answer-metric.ts'

const turn = (response?: string): Invocation => ({
  userContent: { parts: [{ text: 'Hi' }] },
  ...(response === undefined ? {} : { finalResponse: { parts: [{ text: response }] } }),
})
const caseOf = (...references: (string | undefined)[]): EvalCase => ({ id: 'case', conversation: references.map(turn) })
const transcriptOf = (...answers: (string | undefined)[]): Transcript => ({ invocations: answers.map(turn) })

const sameLength = answerMetric({
  name: 'same_length',
  threshold: 0.5,
  compare: (answer, expected) => ({
    status: 'compared',
    value: answer.length === expected.length ? 1 : 0,
    reason: message('Not as long'),
    parts: [{ name: 'length', value: answer.length }],
  }),
})

describe('answerMetric', () => {
  it('compares turn by turn and says nothing about what passed', async () => {
    expect(await sameLength.score(caseOf('abc'), transcriptOf('xyz'), {})).toEqual({
      status: 'scored',
      metric: 'same_length',
      value: 1,
      threshold: 0.5,
      passed: true,
      invocations: [{ status: 'scored', value: 1, passed: true, parts: [{ name: 'length', value: 3 }] }],
    })
  })

  it('shows both texts and the reason of what failed', async () => {
    expect(await sameLength.score(caseOf('abc'), transcriptOf('x'), {})).toMatchObject({
      passed: false,
      reason: message('Not as long'),
      evidence: [{ kind: 'texts', expected: 'abc', actual: 'x' }],
    })
  })

  it('leaves turns without a reference answer out of the mean', async () => {
    const score = await sameLength.score(caseOf(undefined, 'abc', ' '), transcriptOf('any', 'xyz', 'any'), {})
    expect(score).toMatchObject({
      value: 1,
      invocations: [
        { status: 'not-evaluated', reason: message('The reference has no final response') },
        { status: 'scored' },
        { status: 'not-evaluated' },
      ],
    })
  })

  it('is not evaluated when there is nothing to compare with', async () => {
    expect(await sameLength.score(caseOf(undefined), transcriptOf('any'), {})).toMatchObject({
      status: 'not-evaluated',
      reason: message('The reference has no final response'),
    })
    const scenario: EvalCase = { id: 'played', scenario: { startingPrompt: 'Hi', plan: 'Chat.' } }
    expect(await sameLength.score(scenario, transcriptOf('any'), {})).toEqual({
      status: 'not-evaluated',
      metric: 'same_length',
      reason: message('The case has no reference conversation'),
    })
  })

  it('gives 0 for an answer that is missing or empty', async () => {
    for (const answer of [undefined, '', ' \n']) {
      expect(await sameLength.score(caseOf('abc'), transcriptOf(answer), {})).toMatchObject({
        value: 0,
        passed: false,
        reason: message('The agent gave no answer'),
        evidence: [{ kind: 'texts', expected: 'abc' }],
      })
    }
  })

  it('gives 0 for a turn that the agent never reached', async () => {
    const score = await sameLength.score(caseOf('abc', 'def'), transcriptOf('xyz'), {})
    expect(score).toMatchObject({
      value: 0.5,
      invocations: [{ value: 1 }, { value: 0, missing: true, reason: message('The agent never reached this turn') }],
    })
  })

  it('does not count turns beyond the reference', async () => {
    expect(await sameLength.score(caseOf('abc'), transcriptOf('xyz', 'more'), {})).toMatchObject({
      value: 1,
      invocations: [{ value: 1 }, { status: 'not-evaluated', reason: message('The reference has no such turn') }],
    })
  })

  it('leaves thoughts out unless asked for', async () => {
    const thinking: Transcript = {
      invocations: [{ ...turn(), finalResponse: { parts: [{ text: 'hm', thought: true }, { text: 'xyz' }] } }],
    }
    expect(await sameLength.score(caseOf('abc'), thinking, {})).toMatchObject({ value: 1 })
    const withThoughts = answerMetric({
      name: 'echo',
      threshold: 1,
      thoughts: true,
      compare: (answer) => ({ status: 'compared', value: 0, reason: message('{answer}', { answer }) }),
    })
    expect(await withThoughts.score(caseOf('abc'), thinking, {})).toMatchObject({
      reason: message('{answer}', { answer: 'hm\nxyz' }),
    })
  })

  it('compares every answer with a fixed text, in scenarios too', async () => {
    const fixed = answerMetric({
      name: 'fixed',
      threshold: 1,
      expected: 'yes',
      compare: (answer, expected) => ({
        status: 'compared',
        value: answer === expected ? 1 : 0,
        reason: message('No'),
      }),
    })
    const scenario: EvalCase = { id: 'played', scenario: { startingPrompt: 'Hi', plan: 'Chat.' } }
    expect(await fixed.score(scenario, transcriptOf('yes', 'no'), {})).toMatchObject({ value: 0.5, passed: false })
    expect(await fixed.score(caseOf(undefined, 'ignored'), transcriptOf('yes'), {})).toMatchObject({
      value: 0.5,
      invocations: [{ value: 1 }, { value: 0, missing: true }],
    })
  })

  it('blames the dataset for a reference that is broken, whatever the other turns say', async () => {
    const picky = answerMetric({
      name: 'picky',
      threshold: 1,
      compare: (_answer, expected) =>
        expected === 'bad'
          ? { status: 'broken-reference', reason: message('Broken') }
          : { status: 'compared', value: 1, reason: message('Fine') },
    })
    expect(await picky.score(caseOf('good', 'bad'), transcriptOf('a', 'b'), {})).toEqual({
      status: 'error',
      metric: 'picky',
      blame: 'dataset',
      reason: message('Broken'),
    })
  })
})
