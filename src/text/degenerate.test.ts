import { growth } from '../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { toEnglish } from '../core/index.ts'
import { degenerateAnswer } from './degenerate.ts'

describe('degenerateAnswer', () => {
  it.each(['', '   ', '\n\t\n', '\u200b\u200d', '\u202e\u2066', '\u3000', '\ufeff', '\u3164'])(
    'says that nothing visible is an empty answer: %j',
    (text) => {
      expect(reasonOf(text)).toBe('the answer is empty')
    },
  )

  it.each([
    ':',
    '.',
    ',',
    '…',
    '。',
    '、',
    '：',
    '---',
    '!?',
    '```',
    '"" \'\'',
    '| |',
    '\u200b:\u200b',
    '「」',
    '{}',
    '[]',
    ':'.repeat(5000),
  ])('sees that it is only punctuation: %s', (text) => {
    expect(reasonOf(text)).toBe('the answer is only punctuation')
  })

  it.each(['```json\n```', '```\n\n```text\n```', '<br>', '<p></p>\n<div></div>', '1.', '- \n1. \n'])(
    'sees that it is only formatting: %j',
    (text) => {
      expect(reasonOf(text)).toBe('the answer is only formatting, without content')
    },
  )

  it.each([
    'Thought process:',
    'THOUGHT PROCESS',
    '**Thought process:**',
    "Let's solve this problem step by step.",
    'Let’s solve this step by step:',
    'Ｌｅｔ＇ｓ ｔｈｉｎｋ ｓｔｅｐ ｂｙ ｓｔｅｐ．',
    'Let me think about this.',
    'Solution',
    '# Answer\n',
    '## Final answer\n\n```\n```',
    'The answer is:',
    'Here is the answer:',
    'Sure! Here is my answer:',
    "Thought process:\nLet's solve this step by step.\nAnswer:",
    'Th\u200bought pro\u00adcess:',
    'Respuesta',
    '思考プロセス：',
    '思考過程',
    '解',
    '回答：',
    '## 解答',
    '最終的な答えは以下の通りです。',
    '順を追って考えましょう。',
    'では、この問題を段階的に解いていきましょう。',
    'ステップバイステップで解きましょう',
    'この問題を解いていきましょう。',
  ])('sees that it only announces an answer: %j', (text) => {
    expect(reasonOf(text)).toMatch(/^the answer announces an answer and gives none: /)
  })

  it.each([
    'Tokyo',
    '# Tokyo',
    '42',
    '-1',
    '👍',
    'No.',
    'はい、できます。',
    'いいえ',
    'はい',
    'Sure.',
    'Of course!',
    'わかりました。',
    'Answer: Tokyo',
    'Solution: x = 3',
    '答えは東京です。',
    "Let's solve this step by step. 2 + 2 = 4.",
    'The solution is salt water.',
    '- one\n- two',
    '```js\n1 + 1\n```',
    '{"a":1}',
    '解約できます',
    'Let me know if you need more.',
  ])('takes it for a real answer: %j', (text) => {
    expect(degenerateAnswer(text)).toBeUndefined()
  })

  it('lets an answer be what was expected, a single sign or word', () => {
    expect(degenerateAnswer('Solution', { reference: 'solution' })).toBeUndefined()
    expect(degenerateAnswer(':', { reference: '：' })).toBeUndefined()
    expect(degenerateAnswer(':', { reference: 'Tokyo' })).toBeDefined()
    expect(degenerateAnswer('', { reference: '' })).toBeDefined()
  })

  it.each(['let us ', '#', ':', '```', ' \n', 'step by ', '最終', '<a', "let's think about through "])(
    'has work that grows with the length of a text, and not with its square: %j',
    async (piece) => {
      const look = (most: number) => (scale: number) =>
        degenerateAnswer(piece.repeat(Math.floor((most * scale) / 4 / piece.length)))
      // What is longer than 2,000 characters is looked at in another way.
      for (const most of [1990, 40_000]) expect(await growth(look(most))).toBeLessThan(2.3)
    },
  )
})

function reasonOf(text: string): string | undefined {
  const reason = degenerateAnswer(text)
  return reason === undefined ? undefined : toEnglish(reason)
}
