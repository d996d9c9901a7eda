import { growth } from '../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { splitSentences } from './sentences.ts'

describe('splitSentences', () => {
  it.each<[string, string, string[]]>([
    ['plain English', 'One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['titles and initials', 'J. Ito met Dr. K. Abe. She ran.', ['J. Ito met Dr. K. Abe.', 'She ran.']],
    ['numbers', 'It costs 3.50 euros. See No. 5 of v1.2.', ['It costs 3.50 euros.', 'See No. 5 of v1.2.']],
    [
      'abbreviations',
      'Use tea, e.g. Assam, etc. and go at 5 p.m. today.',
      ['Use tea, e.g. Assam, etc. and go at 5 p.m. today.'],
    ],
    ['an abbreviation at an end', 'We left at 5 p.m. Then it rained.', ['We left at 5 p.m.', 'Then it rained.']],
    ['quotations', 'He said "Go." She went.', ['He said "Go."', 'She went.']],
    ['brackets', 'It works (see above. Really). Good.', ['It works (see above. Really).', 'Good.']],
    ['plain Japanese', '雨です。傘は？ありません！では', ['雨です。', '傘は？', 'ありません！', 'では']],
    [
      'Japanese quotations',
      '彼は「はい。行きます。」と言った。帰った。',
      ['彼は「はい。行きます。」と言った。', '帰った。'],
    ],
    ['Japanese quotations side by side', '「はい。」「いいえ。」', ['「はい。」', '「いいえ。」']],
    ['an unclosed bracket', '「はい。いいえ。', ['「はい。', 'いいえ。']],
    ['both languages', 'It is late. 遅いです。Go home.', ['It is late.', '遅いです。', 'Go home.']],
    [
      'list items',
      'Bring:\n- tea\n  - green. Or black.\n2) milk\n・砂糖',
      ['Bring:', 'tea', 'green.', 'Or black.', 'milk', '砂糖'],
    ],
    ['no list where there is none', '-5 degrees. **Cold** day.', ['-5 degrees.', '**Cold** day.']],
    ['headings', '# Plan\n\nGo.', ['Plan', 'Go.']],
    [
      'text broken at a width',
      'It is a long\nsentence, and\nit ends. So.',
      ['It is a long\nsentence, and\nit ends.', 'So.'],
    ],
    ['references', 'One. [1] Two.[2][3]\nThree [4]. Four', ['One. [1]', 'Two.[2][3]', 'Three [4].', 'Four']],
    [
      'sources by name',
      'One. [a-b.md]\nTwo! [c.pdf, p. 3] Three.\n四。【手順書】五。',
      ['One. [a-b.md]', 'Two! [c.pdf, p. 3]', 'Three.', '四。【手順書】', '五。'],
    ],
    ['Japanese references', '切る。[1]戻す。 ［2］【3】\n待つ。', ['切る。[1]', '戻す。 ［2］【3】', '待つ。']],
    ['references on a line of their own', 'One.\n[1, 2]\nTwo.', ['One.\n[1, 2]', 'Two.']],
    ['a list of sources', 'One. [1]\n\nSources:\n[1] a.md', ['One. [1]', 'Sources:', '[1] a.md']],
    [
      'a reference that begins a sentence',
      'One. [1] says so. 二。[1]は言う。',
      ['One.', '[1] says so.', '二。', '[1]は言う。'],
    ],
    ['signs alone', '---\n***\n。。。', []],
    ['nothing', '', []],
  ])('splits %s', (_name, text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences)
  })

  it('takes a table as one sentence, and a block of code', () => {
    const table = '| a | b |\n|---|---|\n| 1. X | 2 |'
    expect(splitSentences(`Here. Look:\n${table}\nDone.`)).toEqual(['Here.', 'Look:', table, 'Done.'])
    expect(splitSentences('Run:\n```sh\nls. X\ncd\n```\nDone.')).toEqual(['Run:', 'ls. X\ncd', 'Done.'])
  })

  it('loses no word', () => {
    const text = 'A. B c. 「D。」E。\n1. F\n2. G! H'
    expect(splitSentences(text).join('').match(/\p{L}/gu)?.join('')).toBe('ABcDEFGH')
  })

  it.each(['.', ')', '「', '「。」', 'a. ', ' ', '|', '\n', '1. ', '```\n'])(
    'has work that grows with the length of a text, and not with its square: %j',
    async (piece) => {
      const split = (scale: number) => {
        const long = piece.repeat(1000 * scale)
        for (const text of [long, `${long}x`, `.${long}x`]) splitSentences(text)
      }
      expect(await growth(split)).toBeLessThan(2.3)
    },
  )
})
