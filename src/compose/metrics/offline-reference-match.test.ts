import { describe, expect, it } from 'vitest'
import { toEnglish, type EvalCase, type Score, type Transcript } from '../../core/index.ts'
import { offlineReferenceMatch } from './offline-reference-match.ts'

describe('a plain reference', () => {
  it.each([
    ['It is 4 degrees in Oslo.', 'It is 21 degrees in Oslo.'],
    ['Yes, we are open on Sundays.', 'No, we are not open on Sundays.'],
    ['we are open', 'we are not open'],
    ['we are not open', 'we are open'],
    ['Jane Austen', 'Charlotte Brontë'],
    ['It is due on 3 March 2025.', 'It is due on 5 March 2025.'],
    ['Paris', 'Lyon'],
    ['It is 5 km.', 'It is 5 miles.'],
    ['京都は21度です。', '京都は34度です。'],
  ])('is not met: %s / %s', async (reference, answer) => {
    expect(await scoreOf(reference, answer)).toMatchObject({
      metric: 'reference_match',
      status: 'scored',
      passed: false,
    })
  })

  it.each([
    ['Paris', 'Paris'],
    ['Paris', ' paris.'],
    ['Paris', 'The capital of France is Paris.'],
    ['Within 30 days of purchase.', 'Yes, up to 30 days after you bought it.'],
  ])('is met in other words too: %s / %s', async (reference, answer) => {
    expect(await scoreOf(reference, answer)).toMatchObject({ status: 'scored', passed: true })
  })

  it.each([
    ['It is 4 degrees in Oslo.', 'It is 4 °C in Oslo, with light rain.'],
    ['Fourteen days; the shop pays the postage.', 'You get your money back after two weeks, postage is on us.'],
    ['Fourteen days; the shop pays the postage.', 'You get your money back after two weeks, postage is on you.'],
  ])('is left open where words do not tell, with who could: %s / %s', async (reference, answer) => {
    const score = await scoreOf(reference, answer)
    expect(score.status).toBe('not-evaluated')
    expect(score.status === 'not-evaluated' && toEnglish(score.reason)).toContain('--metric final_response_match_v2')
  })

  it('is met by one of several', async () => {
    const evalCase: EvalCase = { id: 'c', conversation: [{ ...turn('Lyon'), otherReferences: ['Paris'] }] }
    expect(await offlineReferenceMatch().score(evalCase, said('Paris'), {})).toMatchObject({ passed: true })
  })
})

function scoreOf(reference: string, answer: string): Score | Promise<Score> {
  return offlineReferenceMatch().score({ id: 'c', conversation: [turn(reference)] }, said(answer), {})
}

function said(answer: string): Transcript {
  return { invocations: [turn(answer)] }
}

function turn(text: string) {
  return { userContent: { parts: [{ text: 'What is it?' }] }, finalResponse: { parts: [{ text }] } }
}
