import { describe, expect, it } from 'vitest'
import type { Review } from '../../../../src/core/review.ts'
import type { DocumentReview } from '../../../../src/packs/review/document-review.ts'
import { decisionOn, whoDecides } from './who-decides.ts'

function reviewWith(changes: {
  readonly confidence?: number
  readonly quote?: 'verified' | 'not-found'
}): DocumentReview {
  const { confidence, quote = 'verified' } = changes
  return {
    reviewId: 'r',
    documentIds: ['d'],
    checkName: 'c',
    checkDescription: 'd',
    languageName: 'English',
    reviewer: 'r',
    review: {
      result: 'pass',
      ...(confidence !== undefined && { confidence }),
      explanation: '',
      shortExplanation: '',
      citations: [],
      sources: [],
    },
    quotes: [{ quote: 'q', status: quote, places: [] }],
    createdAt: '2026-01-01T00:00:00Z',
    durationMs: 1,
  }
}

describe('the last word on a review', () => {
  it('is the agent’s from the line on, the line included', () => {
    expect(whoDecides(reviewWith({ confidence: 0.85 }), 0.85)).toEqual({ by: 'agent' })
    expect(whoDecides(reviewWith({ confidence: 0.849 }), 0.85)).toEqual({ by: 'person', why: 'below' })
  })

  it('is a person’s where no confidence is stated, or a quote is made up, whatever the line', () => {
    expect(whoDecides(reviewWith({}), 0)).toEqual({ by: 'person', why: 'unstated' })
    expect(whoDecides(reviewWith({ confidence: 1, quote: 'not-found' }), 0)).toEqual({ by: 'person', why: 'misquoted' })
  })

  it('is a person’s where a pass has no quote, as in a workbook of reviews', () => {
    const { quotes: _quotes, ...made } = reviewWith({ confidence: 1 })
    expect(whoDecides({ ...made, quotes: [] }, 0.85)).toEqual({ by: 'person', why: 'unquoted' })
    const failed = { ...made, review: { ...made.review, result: 'fail' } as Review, quotes: [] }
    expect(whoDecides(failed, 0.85)).toEqual({ by: 'agent' })
  })

  it('is a person’s where there is no verdict, and theirs is the first', () => {
    const { review, ...made } = reviewWith({})
    const { result: _none, confidence: _unstated, ...said } = review as Review
    const undecided: DocumentReview = { ...made, review: { ...said, result: 'not_evaluated' } }
    expect(whoDecides(undecided, 0)).toEqual({ by: 'person', why: 'undecided' })
    const override = { verdict: 'pass', createdAt: '2026-01-01T00:00:00Z' } as const
    expect(decisionOn(undecided.review, override)).toBe('Decided by a person')
    expect(decisionOn(reviewWith({}).review, override)).toBe('Confirmed')
  })

  it('was spoken once a person decided', () => {
    const override = { verdict: 'fail', createdAt: '2026-01-01T00:00:00Z' } as const
    expect(whoDecides({ ...reviewWith({}), override }, 1)).toEqual({ by: 'decided' })
  })
})
