import { describe, expect, it } from 'vitest'
import { answerParts, piecesOf } from './answer-lines.ts'

const files = [{ file: 'malware.md' }, { file: 'malware.md' }, { file: 'report.pdf' }]

describe('an answer of the assistant', () => {
  it('has quoted sections as they stand, each behind its place, and no list of the sources that stand beside it', () => {
    const answer = `⚠️ この操作は承認・確認が必要です

[1] malware.md — 初動

1. 端末を隔離する。
   - 電源は切らない。

\`\`\`sh
isolate --host h1
\`\`\`

[3] report.pdf — 3 ページ

報告する。

※ 抜き出した回答です。

出典:
[1] malware.md — 初動
[3] report.pdf — 3 ページ

あわせて参照:
[2] malware.md — 復旧

証跡の保全を忘れないでください。`
    expect(answerParts(answer, files)).toEqual([
      { kind: 'markdown', text: '⚠️ この操作は承認・確認が必要です' },
      { kind: 'place', citation: 1, place: 'malware.md — 初動' },
      {
        kind: 'markdown',
        text: '1. 端末を隔離する。\n   - 電源は切らない。\n\n```sh\nisolate --host h1\n```',
      },
      { kind: 'place', citation: 3, place: 'report.pdf — 3 ページ' },
      { kind: 'markdown', text: '報告する。\n\n※ 抜き出した回答です。\n\n証跡の保全を忘れないでください。' },
    ])
  })

  it('that a model wrote is one text, with the citations in it', () => {
    const text = '1. 端末を隔離する。 [1]\n2. 報告する。 [1][2]'
    expect(answerParts(text, files)).toEqual([{ kind: 'markdown', text }])
    expect(piecesOf('報告する。 [1][2]', 2)).toEqual(['報告する。 ', { citation: 1 }, { citation: 2 }])
  })

  it('that refuses is one text, and has no citations', () => {
    const text = 'Please ask again with:\n- the alert id\n- the scope\nExample: "At 10:15 [1]"'
    expect(answerParts(text, [])).toEqual([{ kind: 'markdown', text }])
  })

  it('keeps a mark that points nowhere as words', () => {
    expect(piecesOf('One [7].', 3)).toEqual(['One ', '[7]', '.'])
    expect(answerParts('[1] is how the note is marked.', files)).toHaveLength(1)
    expect(answerParts('[1] is how the note is marked.', files)[0]?.kind).toBe('markdown')
    expect(answerParts('[7] nowhere', files)).toEqual([{ kind: 'markdown', text: '[7] nowhere' }])
  })
})
