import { describe, expect, it } from 'vitest'
import { type EvalCase, type Metric, type Score, type Transcript, toEnglish } from '../../core/index.ts'
import { containsText, exactMatch } from './text-match.ts'

const userContent = { parts: [{ text: 'Hi' }] }

async function scoreOf(metric: Metric, answer: string, reference: string): Promise<Score> {
  const evalCase: EvalCase = {
    id: 'case',
    conversation: [{ userContent, finalResponse: { parts: [{ text: reference }] } }],
  }
  const transcript: Transcript = { invocations: [{ userContent, finalResponse: { parts: [{ text: answer }] } }] }
  return metric.score(evalCase, transcript, {})
}

async function valueOf(metric: Metric, answer: string, reference: string): Promise<number | undefined> {
  const score = await scoreOf(metric, answer, reference)
  return score.status === 'scored' ? score.value : undefined
}

async function reasonOf(metric: Metric, answer: string, reference: string): Promise<string | undefined> {
  const score = await scoreOf(metric, answer, reference)
  return score.status === 'scored' && score.reason !== undefined ? toEnglish(score.reason) : undefined
}

describe('exactMatch', () => {
  it('wants the very text of the reference', async () => {
    expect(await valueOf(exactMatch(), 'Paris', 'Paris')).toBe(1)
    expect(await valueOf(exactMatch(), 'paris', 'Paris')).toBe(0)
    expect(await reasonOf(exactMatch(), 'paris\n', 'Paris')).toBe('The answer is "paris\\n", not "Paris"')
  })

  it('ignores the differences that it is told to ignore', async () => {
    expect(await valueOf(exactMatch({ ignoreCase: true }), 'PARIS', 'Paris')).toBe(1)
    expect(await valueOf(exactMatch({ ignoreWhitespace: true }), ' New\n York', 'New York ')).toBe(1)
    expect(await valueOf(exactMatch({ nfkc: true }), 'ＡＢＣ ｶﾞ', 'ABC ガ')).toBe(1)
  })

  it('compares with a text for all cases', async () => {
    expect(await valueOf(exactMatch({ text: 'yes' }), 'yes', 'no')).toBe(1)
    expect(() => exactMatch({ text: ' ' })).toThrow('exact_match has no text to compare with, or an empty one')
  })
})

describe('containsText', () => {
  it('finds the reference in the answer', async () => {
    expect(await valueOf(containsText(), 'It is Paris, France.', 'Paris')).toBe(1)
    expect(await reasonOf(containsText(), 'It is Lyon.', 'Paris')).toBe(
      'The answer does not contain "Paris" (1 of 1 text missing)',
    )
    expect(await valueOf(containsText({ ignoreCase: true, ignoreWhitespace: true }), 'NEW\nYORK!', 'new york')).toBe(1)
  })

  it('is the share of several texts', async () => {
    const metric = containsText({ texts: ['refund', '14 days', 'receipt', 'shop'] })
    expect(await valueOf(metric, 'A refund within 14 days with the receipt', 'any')).toBe(0.75)
    expect(await reasonOf(metric, 'A refund within 14 days', 'any')).toBe(
      'The answer does not contain "receipt" (2 of 4 texts missing)',
    )
  })

  it('refuses to search for nothing, which is always found', () => {
    expect(() => containsText({ texts: [] })).toThrow('contains has no text to compare with, or an empty one')
    expect(() => containsText({ text: '' })).toThrow('contains has no text')
    expect(() => containsText({ texts: ['a', ''] })).toThrow('contains has no text')
  })
})
