import { describe, expect, it } from 'vitest'
import { type EvalCase, type Transcript, toEnglish } from '../../../core/index.ts'
import { citationsVerified } from './citations-verified.ts'

const evalCase: EvalCase = {
  id: 'TC001',
  review: {
    documents: ['d.txt'],
    folder: '/',
    checkName: 'Lights',
    checkDescription: 'Lights are there',
    languageName: 'English',
    expected: 'pass',
  },
}

function answering(citations: readonly string[]): Transcript {
  const text = JSON.stringify({ result: 'pass', confidence: 0.9, explanation: 'Seen.', citations })
  return {
    invocations: [{ id: '1', userContent: { parts: [{ text: '{}' }] }, finalResponse: { parts: [{ text }] } }],
  }
}

/** Scores a review that quotes, and counts how many quotes were looked up. */
async function scoreOf(text: string, citations: readonly string[], unread = false) {
  let looked = 0
  const metric = citationsVerified({
    documents: async () => [
      {
        name: 'd.txt',
        pages: [{ number: 1, text }, ...(unread ? [{ number: 2, text: '', unread }] : [])],
        async findQuote(quote) {
          looked += 1
          return text.includes(quote) ? { status: 'verified', page: 1 } : { status: 'not-found' }
        },
      },
    ],
  })
  const score = await metric.score(evalCase, answering(citations), { signal: new AbortController().signal })
  return { score, looked }
}

describe('citations_verified', () => {
  it('is the share of quotes that stand in the documents', async () => {
    const { score } = await scoreOf('The lights work.', ['lights work', 'lights are new'])
    expect(score).toMatchObject({ status: 'scored', value: 0.5, passed: true })
  })

  it('says nothing of quotes that may stand on a page without text', async () => {
    const { score } = await scoreOf('The lights work.', ['lights work', 'lights are new'], true)
    expect(score).toMatchObject({ status: 'scored', value: 1, parts: [{ name: 'quotes', value: 1 }, { name: 'page' }] })
    expect((await scoreOf('The lights work.', ['lights are new'], true)).score).toMatchObject({
      status: 'not-evaluated',
      informational: true,
    })
  })

  it('looks up so many quotes and no more, and says what it left out', async () => {
    const { score, looked } = await scoreOf('The lights work.', Array<string>(5000).fill('lights work'))
    expect(looked).toBe(1000)
    if (score.status !== 'scored' || score.reason === undefined) throw new Error('it is scored, with a reason')
    expect(toEnglish(score.reason)).toBe('only the first 1000 of 5000 quotes were looked up')
    expect(score.parts).toContainEqual({ name: 'quotes not looked up', value: 4000 })
  })

  it('looks up fewer in a longer document', async () => {
    const quotes = Array<string>(1000).fill('lights work')
    const [short, long] = [await scoreOf('x'.repeat(500_000), quotes), await scoreOf('x'.repeat(2_000_000), quotes)]
    expect([short.looked, long.looked]).toEqual([99, 24])
  })
})
