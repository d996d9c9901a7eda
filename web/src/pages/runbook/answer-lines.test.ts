import { describe, expect, it } from 'vitest'
import { answerBlocks } from './answer-lines.ts'

describe('an answer of the assistant', () => {
  it('is steps with their citations, and leaves out the list of sources that stands beside it', () => {
    const answer = `⚠️ この操作は承認・確認が必要です

1. 端末を隔離する。 [1]
2. 報告する。 [1][2]

※ 抜き出した回答です。

出典:
[1] malware.md — 初動
[2] report.pdf — 3 ページ

証跡の保全を忘れないでください。`
    expect(answerBlocks(answer, 2)).toEqual([
      { kind: 'paragraph', pieces: ['⚠️ この操作は承認・確認が必要です'] },
      {
        kind: 'steps',
        first: 1,
        items: [
          ['端末を隔離する。 ', { citation: 1 }],
          ['報告する。 ', { citation: 1 }, { citation: 2 }],
        ],
      },
      { kind: 'paragraph', pieces: ['※ 抜き出した回答です。'] },
      { kind: 'paragraph', pieces: ['証跡の保全を忘れないでください。'] },
    ])
  })

  it('that refuses has a list of what is missing, and no citations', () => {
    expect(answerBlocks('Please ask again with:\n- the alert id\n- the scope\nExample: "At 10:15 [1]"', 0)).toEqual([
      { kind: 'paragraph', pieces: ['Please ask again with:'] },
      { kind: 'list', items: [['the alert id'], ['the scope']] },
      { kind: 'paragraph', pieces: ['Example: "At 10:15 ', '[1]', '"'] },
    ])
  })

  it('keeps a mark that points nowhere as words, and lines of one paragraph together', () => {
    expect(answerBlocks('One [7].\nTwo [0].\n\nThree.', 3)).toEqual([
      { kind: 'paragraph', pieces: ['One ', '[7]', '.', '\n', 'Two ', '[0]', '.'] },
      { kind: 'paragraph', pieces: ['Three.'] },
    ])
  })
})
