import { expect, it } from 'vitest'
import type { EvalCase, Transcript } from '../../../core/index.ts'
import { verdictMatch } from './verdict-match.ts'

const evalCase: EvalCase = {
  id: 'TC002',
  review: {
    documents: ['report.pdf'],
    folder: '/fixtures',
    checkName: 'Battery',
    checkDescription: 'The battery lasts at least 120 minutes',
    languageName: 'English',
    expected: 'fail',
  },
}
const answered = (text: string): Transcript => ({
  invocations: [{ userContent: {}, finalResponse: { parts: [{ text }] } }],
})
const score = (text: string, of = evalCase) => verdictMatch().score(of, answered(text), {})

it('is 1 for the right verdict and keeps what the set is measured by', () => {
  expect(score('{"result":"fail","confidence":0.4,"evidenceStatus":"insufficient"}')).toEqual({
    status: 'scored',
    metric: 'verdict_match',
    value: 1,
    threshold: 1,
    passed: true,
    evidence: [
      {
        kind: 'classification',
        expected: 'fail',
        actual: 'fail',
        confidence: 0.4,
        details: { evidenceStatus: 'insufficient' },
      },
    ],
  })
})

it('names a missed violation and a false alarm', () => {
  expect(score('{"result":"pass","confidence":0.93}')).toMatchObject({
    passed: false,
    reason: {
      text: 'A violation was missed: pass instead of fail, confidence {confidence}',
      values: { confidence: '0.93' },
    },
  })
  const compliant: EvalCase = { ...evalCase, review: { ...evalCase.review!, expected: 'pass' } }
  expect(score('{"result":"fail"}', compliant)).toMatchObject({
    passed: false,
    reason: { text: 'A false alarm: fail instead of pass, confidence {confidence}', values: { confidence: '–' } },
  })
})

it('calls an answer that is not a review the reviewer’s error, also where the label is fail', () => {
  expect(score('I cannot open the file.')).toMatchObject({ status: 'error', blame: 'agent' })
  expect(score('')).toMatchObject({ status: 'error', blame: 'agent' })
})

it('asks nothing of cases that are no reviews', () => {
  expect(score('hello', { id: 'other' })).toMatchObject({ status: 'not-evaluated', informational: true })
})
