import { describe, expect, it } from 'vitest'
import { type EvalCase, type Invocation, type Transcript, message } from '../../core/index.ts'
import { responseMatch } from './response-match.ts'

const turn = (response?: string): Invocation => ({
  userContent: { parts: [{ text: 'Hi' }] },
  ...(response === undefined ? {} : { finalResponse: { parts: [{ text: response }] } }),
})
const caseOf = (...references: (string | undefined)[]): EvalCase => ({ id: 'case', conversation: references.map(turn) })
const transcriptOf = (...answers: (string | undefined)[]): Transcript => ({ invocations: answers.map(turn) })

describe('responseMatch', () => {
  it('is the mean of the F-measures', async () => {
    const score = await responseMatch({ threshold: 0.5 }).score(
      caseOf('alpha beta', 'delta'),
      transcriptOf('alpha beta', 'gamma'),
      {},
    )
    expect(score).toMatchObject({
      metric: 'response_match_score',
      value: 0.5,
      passed: true,
      invocations: [
        { value: 1, passed: true },
        { value: 0, passed: false, evidence: [{ kind: 'texts', expected: 'delta', actual: 'gamma' }] },
      ],
    })
  })

  it('says how far the answer is from the reference, in decimals that tell it from the threshold', async () => {
    const score = await responseMatch({ threshold: 0.6667 }).score(
      caseOf('one two three'),
      transcriptOf('one two four'),
      {},
    )
    expect(score).toMatchObject({
      passed: false,
      reason: message('{measure} with the reference answer is {value}, at least {threshold} is needed', {
        measure: 'ROUGE-1',
        value: 0.66667,
        threshold: 0.6667,
      }),
    })
  })

  it('compares any script, unless ASCII words are asked for', async () => {
    const [evalCase, transcript] = [caseOf('東京は晴れです'), transcriptOf('東京は晴れです')]
    expect(await responseMatch().score(evalCase, transcript, {})).toMatchObject({ value: 1 })
    expect(await responseMatch({ tokenizer: 'default' }).score(evalCase, transcript, {})).toMatchObject({
      status: 'not-evaluated',
      reason: message('The reference answer has no words to compare'),
    })
  })

  describe('as ADK', () => {
    const adk = responseMatch({ threshold: 0.1, adkCompat: true })

    it('scores 0 where either text is missing', async () => {
      expect(await adk.score(caseOf('hello'), transcriptOf(undefined), {})).toMatchObject({ value: 0, passed: false })
      expect(await adk.score(caseOf(undefined), transcriptOf('hello'), {})).toMatchObject({
        value: 0,
        passed: false,
        reason: { text: '{measure} with the reference answer is {value}, at least {threshold} is needed' },
        evidence: [{ kind: 'texts', expected: '', actual: 'hello' }],
      })
    })

    it('knows ASCII words only, unless told otherwise', async () => {
      const [evalCase, transcript] = [caseOf('สวัสดี'), transcriptOf('สวัสดี')]
      expect(await adk.score(evalCase, transcript, {})).toMatchObject({ status: 'scored', value: 0 })
      const unicode = responseMatch({ adkCompat: true, tokenizer: 'unicode' })
      expect(await unicode.score(evalCase, transcript, {})).toMatchObject({ value: 1 })
    })

    it('counts thoughts as answer text', async () => {
      const thinking: Transcript = {
        invocations: [{ ...turn(), finalResponse: { parts: [{ text: 'secret', thought: true }, { text: 'answer' }] } }],
      }
      expect(await adk.score(caseOf('secret answer'), thinking, {})).toMatchObject({ value: 1 })
      expect(await responseMatch().score(caseOf('answer'), thinking, {})).toMatchObject({ value: 1 })
    })

    it('cannot compute another number of turns or a case without conversation', () => {
      expect(() => adk.score(caseOf('a', 'b'), transcriptOf('a'), {})).toThrow('has 2 turns, the agent produced 1')
      expect(() => adk.score({ id: 'played' }, transcriptOf('x'), {})).toThrow('has no reference conversation')
    })

    it('is not evaluated with no turns', async () => {
      expect(await adk.score(caseOf(), transcriptOf(), {})).toMatchObject({ status: 'not-evaluated', invocations: [] })
    })
  })
})
