import { describe, expect, it } from 'vitest'
import { type EvalCase, type Metric, type Score, type Transcript, toEnglish } from '../../core/index.ts'
import { chrf } from './chrf.ts'
import { editSimilarity } from './edit-similarity.ts'
import { rougeL } from './rouge-l.ts'
import { similarityReason } from './similarity-reason.ts'

const userContent = { parts: [{ text: 'Hi' }] }

async function scoreOf(metric: Metric, answer: string, reference: string): Promise<Score> {
  const evalCase: EvalCase = {
    id: 'case',
    conversation: [{ userContent, finalResponse: { parts: [{ text: reference }] } }],
  }
  const transcript: Transcript = { invocations: [{ userContent, finalResponse: { parts: [{ text: answer }] } }] }
  return metric.score(evalCase, transcript, {})
}

function reasonOf(score: Score): string {
  return score.status === 'scored' && score.reason !== undefined ? toEnglish(score.reason) : ''
}

describe('editSimilarity', () => {
  it('is the share that need not be typed again', async () => {
    const score = await scoreOf(editSimilarity({ threshold: 0.6 }), 'sitting', 'kitten')
    expect(score).toMatchObject({ metric: 'edit_similarity', passed: false })
    expect(reasonOf(score)).toBe('Edit similarity with the reference answer is 0.571, at least 0.6 is needed')
  })

  it('ignores the differences that it is told to ignore', async () => {
    const metric = editSimilarity({ threshold: 1, ignoreCase: true, ignoreWhitespace: true, nfkc: true })
    expect(await scoreOf(metric, 'ＡＢ  c', 'ab C')).toMatchObject({ value: 1 })
  })
})

describe('similarityReason', () => {
  it.each([
    [2 / 3, 0.8, '0.667'],
    [0.75 - 1e-16, 0.9, '0.75'],
    [0.79996, 0.8, '0.79996'],
    [0.8 - 1e-14, 0.8, '0.79999999999999'],
  ])('of %d below %d says %s', (value, threshold, shown) => {
    expect(toEnglish(similarityReason('X', value, threshold))).toContain(`is ${shown}, at least`)
  })
})

describe('chrf', () => {
  it('is the F-score of shared n-grams, of the order and weight asked for', async () => {
    const score = await scoreOf(chrf({ threshold: 0.5, order: 2, beta: 1 }), 'ab', 'abcd')
    expect(score).toMatchObject({ metric: 'chrf', value: expect.closeTo(10 / 17, 9), passed: true })
    expect(reasonOf(await scoreOf(chrf({ threshold: 0.5 }), 'ab', 'abcd'))).toBe(
      'chrF with the reference answer is 0.472, at least 0.5 is needed',
    )
  })
})

describe('rougeL', () => {
  it('sees the order of words', async () => {
    const score = await scoreOf(rougeL({ threshold: 0.5 }), 'noon at boat', 'boat at noon')
    expect(score).toMatchObject({
      metric: 'rouge_l',
      passed: false,
      invocations: [{ parts: [{ name: 'precision' }, {}] }],
    })
    expect(reasonOf(score)).toBe('ROUGE-L with the reference answer is 0.333, at least 0.5 is needed')
  })

  it('is not evaluated where the reference has no words', async () => {
    expect(await scoreOf(rougeL({ threshold: 0.5 }), '👍', '👍')).toMatchObject({ status: 'not-evaluated' })
  })

  it('compares the words of a dictionary when asked to', async () => {
    const metric = rougeL({ threshold: 0.5, tokenizer: 'words' })
    expect(await scoreOf(metric, '東京都に住む', '京都に住む')).toMatchObject({ value: expect.closeTo(4 / 7, 9) })
  })
})
