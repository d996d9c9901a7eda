import { describe, expect, it } from 'vitest'
import { rouge1, rougeLOf } from './rouge.ts'
import { tokenizeDefault, tokenizeUnicode } from './tokenize.ts'

describe('rouge1', () => {
  it('counts a repeated word as often as the reference has it', () => {
    expect(rouge1('the the the', 'the cat', tokenizeDefault)).toEqual({
      precision: 1 / 3,
      recall: 1 / 2,
      fmeasure: 0.4,
    })
  })

  it('ignores order', () => {
    expect(rouge1('noon at boat', 'boat at noon', tokenizeDefault).fmeasure).toBe(1)
  })

  it('is 0 where one text or both have no tokens', () => {
    const zero = { precision: 0, recall: 0, fmeasure: 0 }
    expect(rouge1('', '', tokenizeDefault)).toEqual(zero)
    expect(rouge1('', 'word', tokenizeDefault)).toEqual(zero)
    expect(rouge1('สวัสดี', 'สวัสดี', tokenizeDefault)).toEqual(zero)
  })

  it('compares Japanese with the Unicode tokenizer', () => {
    const { precision, recall } = rouge1('東京は晴れです', '東京は雨です', tokenizeUnicode)
    expect([precision, recall]).toEqual([5 / 7, 5 / 6])
  })
})

describe('rougeL', () => {
  it('counts the longest common subsequence', () => {
    // "the … sat on the mat" of 6 and 6 words
    expect(rougeLOf('the cat sat on the mat', 'the dog sat on the mat', tokenizeDefault).fmeasure).toBeCloseTo(
      5 / 6,
      12,
    )
    expect(rougeLOf('a b c d', 'd c b a', tokenizeDefault)).toEqual({ precision: 0.25, recall: 0.25, fmeasure: 0.25 })
    expect(rougeLOf('x a', 'a a', tokenizeDefault).recall).toBe(0.5)
    expect(rougeLOf('a x b y c', 'a b c', tokenizeDefault)).toMatchObject({ precision: 3 / 5, recall: 1 })
  })

  it('is 0 for empty texts', () => {
    expect(rougeLOf('', '', tokenizeDefault).fmeasure).toBe(0)
  })
})
