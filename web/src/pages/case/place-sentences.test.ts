import { describe, expect, it } from 'vitest'
import { splitSentences } from '../../../../src/text/sentences.ts'
import { placeSentences } from './place-sentences.ts'

describe('placeSentences', () => {
  it('marks each judged sentence where it stands, and leaves the rest as it was written', () => {
    expect(placed('One.  Two!\n\nThree?', ['One.', 'Two!', 'Three?'])).toEqual([
      [0, 'One.'],
      '  ',
      [1, 'Two!'],
      '\n\n',
      [2, 'Three?'],
    ])
  })

  it('names the sentences that nobody judged, and no marks of lists', () => {
    expect(placed('Plan:\n1. Go. [1]\n2. Stop.', ['Go. [1]'])).toEqual([
      ['unjudged', 'Plan:'],
      '\n1. ',
      [0, 'Go. [1]'],
      '\n2. ',
      ['unjudged', 'Stop.'],
    ])
    expect(placed('Go. [1] Stop.', ['Go.', 'Stop.'])).toEqual([[0, 'Go.'], ' [1] ', [1, 'Stop.']])
  })

  it('takes repeated sentences one after the other', () => {
    expect(placed('Go. Stop. Go.', ['Go.', 'Stop.', 'Go.'])).toEqual([[0, 'Go.'], ' ', [1, 'Stop.'], ' ', [2, 'Go.']])
    expect(placed('Go. Go.', ['Go.'])).toEqual([[0, 'Go.'], ' ', ['unjudged', 'Go.']])
  })

  it('finds sentences in another order', () => {
    expect(placed('One. Two. Three.', ['Three.', 'One.'])).toEqual([
      [1, 'One.'],
      ' ',
      ['unjudged', 'Two.'],
      ' ',
      [0, 'Three.'],
    ])
  })

  it('does not take the end of one sentence for another', () => {
    expect(placed('Let’s Go. Go.', ['Go.'])).toEqual([['unjudged', 'Let’s Go.'], ' ', [0, 'Go.']])
    expect(placed('止めない。止めない', ['止めない'])).toEqual([
      ['unjudged', '止めない。'],
      [0, '止めない'],
    ])
  })

  it('sees through line breaks, Markdown and the width of letters', () => {
    expect(placed('**Cold**\n  day, is\nit?', ['Cold day, is it?'])).toEqual([[0, '**Cold**\n  day, is\nit?']])
    expect(placed('## Plan\n- *Go.*', ['Plan', 'Go.'])).toEqual(['## ', [0, 'Plan'], '\n- ', [1, '*Go.*']])
    expect(placed('５㎏です。（終）', ['5kgです。', '(終)'])).toEqual([
      [0, '５㎏です。'],
      [1, '（終）'],
    ])
  })

  it('finds Japanese sentences, which have no space between them', () => {
    expect(placed('切断する。[1]報告する。「はい。」と言う。', ['切断する。[1]', '「はい。」と言う。'])).toEqual([
      [0, '切断する。[1]'],
      ['unjudged', '報告する。'],
      [1, '「はい。」と言う。'],
    ])
  })

  it('says which judged sentences do not stand there', () => {
    expect(placeSentences('One.', ['Two.', 'One.', '', 'One.'])).toEqual({
      pieces: [{ text: 'One.', is: 1 }],
      elsewhere: [0, 2, 3],
    })
  })

  it('finds all that the split of sentences gives, and loses nothing of the answer', () => {
    const answer = [
      '# 手順',
      '',
      '1. 端末を**切断**する。 [1]',
      '   - 電源は切らない。[2]報告する！',
      'Dr. Ito says "Go. Now." He left, and',
      'came back.',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '```sh',
      'ls. X',
      '```',
      'Sources:',
      '[1] a.md',
    ].join('\n')
    const { pieces, elsewhere } = placeSentences(answer, splitSentences(answer))
    expect(elsewhere).toEqual([])
    expect(pieces.filter(({ is }) => is === 'unjudged')).toEqual([])
    expect(pieces.map(({ text }) => text).join('')).toBe(answer)
  })
})

function placed(answer: string, sentences: readonly string[]) {
  return placeSentences(answer, sentences).pieces.map(({ text, is }) => (is === undefined ? text : [is, text]))
}
