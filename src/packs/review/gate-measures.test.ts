import { expect, it } from 'vitest'
import { toEnglish } from '../../core/index.ts'
import { summariseReview } from '../../statistics/index.ts'
import { reviewMeasures } from './gate-measures.ts'

const summary = summariseReview(
  [
    { caseId: 'found', expected: 'fail', result: 'fail', confidence: 0.9 },
    { caseId: 'missed', expected: 'fail', result: 'pass', confidence: 0.95 },
    { caseId: 'compliant', expected: 'pass', result: 'pass', confidence: 0.8 },
    { caseId: 'broke', expected: 'pass', status: 'agent-error' },
  ],
  { seed: 1 },
)
const asStored: unknown = JSON.parse(JSON.stringify(summary))

it('takes a review that could not be scored for a mistake of the kind that is counted', () => {
  expect(reviewMeasures.valueAtWorst(asStored, { name: 'recall', side: 'below' })).toEqual({ value: 1 / 3, missing: 1 })
  expect(reviewMeasures.valueAtWorst(asStored, { name: 'miss-rate', side: 'above' })).toEqual({
    value: 2 / 3,
    missing: 1,
  })
})

it.each(reviewMeasures.names)('measures %s', (name) => {
  expect(reviewMeasures.valueAtWorst(asStored, { name, side: 'below' })?.value).toBeTypeOf('number')
})

it('counts violations that were missed with high confidence', () => {
  expect(problemOf(asStored)).toBe('1 critical error')
  expect(problemOf(undefined)).toBe('there are no reviews that could have critical errors')
})

it.each([undefined, null, {}, 'review', { ...summary, classification: {} }])(
  'takes %o for no measurement',
  (stored) => {
    expect(reviewMeasures.valueAtWorst(stored, { name: 'recall', side: 'below' })).toBeUndefined()
  },
)

function problemOf(stored: unknown): string | undefined {
  const problem = reviewMeasures.rules['critical-error']?.(stored)
  return problem && toEnglish(problem)
}
