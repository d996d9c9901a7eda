import { describe, expect, it } from 'vitest'
import { segmentWords, tokenizeDefault, tokenizeUnicode } from './tokenize.ts'

describe('tokenizeDefault', () => {
  it('makes lower-case ASCII words and stems those of more than three letters', () => {
    expect(tokenizeDefault('The dogs ran HAPPILY')).toEqual(['the', 'dog', 'ran', 'happili'])
    expect(tokenizeDefault('was his gas')).toEqual(['was', 'his', 'gas'])
  })

  it('splits at everything that is not an ASCII letter or digit', () => {
    expect(tokenizeDefault("don't pay $1,234.50 snake_case café")).toEqual([
      'don',
      't',
      'pay',
      '1',
      '234',
      '50',
      'snake',
      'case',
      'caf',
    ])
  })

  it('has no tokens for other scripts', () => {
    expect(tokenizeDefault('東京は晴れです')).toEqual([])
  })
})

describe('tokenizeUnicode', () => {
  it('agrees with the default on ASCII text', () => {
    const text = "It's 20% off: running_shoes, e-mail a.b@c.io"
    expect(tokenizeUnicode(text)).toEqual(tokenizeDefault(text))
  })

  it('splits Chinese, Japanese and Korean into characters, the long vowel mark too', () => {
    expect(tokenizeUnicode('東京タワーabc안녕')).toEqual(['東', '京', 'タ', 'ワ', 'ー', 'abc', '안', '녕'])
  })

  it('keeps the marks of Thai with their base, and whatever follows until the next base', () => {
    expect(tokenizeUnicode('ก็ดีabc')).toEqual(['ก็', 'ดีabc'])
  })

  it('keeps words of spaced scripts whole and unstemmed', () => {
    expect(tokenizeUnicode('मौसम अच्छा CAFÉS')).toEqual(['मौसम', 'अच्छा', 'cafés'])
  })

  it('folds width and half-width Katakana', () => {
    expect(tokenizeUnicode('１２ ｶﾞ ＡＢＣ')).toEqual(['12', 'ガ', 'abc'])
  })

  it('stems ASCII words beside others, and takes symbols for spaces', () => {
    expect(tokenizeUnicode('😀running–dogs')).toEqual(['run', 'dog'])
  })

  it('leaves ideographs of the extension blocks glued to their neighbours', () => {
    expect(tokenizeUnicode('a\u{20000}b 㐀c')).toEqual(['a\u{20000}b', '㐀c'])
  })
})

describe('segmentWords', () => {
  it('finds the words of languages that write no spaces', () => {
    expect(segmentWords('東京都に住む')).toEqual(['東京', '都', 'に', '住む'])
    expect(segmentWords('ภาษาไทยง่าย')).toEqual(['ภาษา', 'ไทย', 'ง่าย'])
  })

  it('finds in ASCII what the rules of Unicode find', () => {
    const text = "Don't pay 1,234.5 for v1.2_x: a:b 'c' 3;4 5:6 7,8, __init__ __ _ e.g. Node.js 10.x x.10 -- a..b"
    const rules = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text.toLowerCase())]
    const words = rules.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
    expect(segmentWords(text)).toEqual(words)
    expect(words).toEqual(expect.arrayContaining(["don't", '1,234.5', 'v1.2_x', '__init__', 'node.js']))
  })

  it('folds case and width and drops punctuation', () => {
    expect(segmentWords('ＡＢＣ, Don’t stop!')).toEqual(['abc', 'don’t', 'stop'])
  })
})
