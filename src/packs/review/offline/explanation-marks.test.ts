import { describe, expect, it } from 'vitest'
import { type ExplanationSubject, judgeExplanation } from './explanation-marks.ts'

const good: ExplanationSubject = {
  rubrics: ['clarity', 'evidence', 'completeness', 'language', 'relevance'].map((id) => ({ id, points: 5 })),
  check: 'Emergency lights must last at least 60 minutes.',
  language: 'English',
  verdict: 'pass',
  explanation: 'The emergency lights last 90 minutes, which is at least the 60 minutes that they must last.',
  citations: '“Emergency lighting: battery 90 minutes”',
  document: 'Emergency lighting: battery 90 minutes. The required time is 60 minutes.',
}

describe('marks for an explanation that are counted', () => {
  it('are the best for one that quotes the document, deals with the check and keeps to both', () => {
    expect(marks({})).toEqual({ clarity: 5, evidence: 5, completeness: 5, language: 5, relevance: 5 })
  })

  it('are given for those that are asked for, on the scale that is asked for', () => {
    expect(
      marks({
        rubrics: [
          { id: 'language', points: 3 },
          { id: 'charm', points: 5 },
        ],
      }),
    ).toEqual({ language: 3 })
  })

  it.each<[string, Partial<ExplanationSubject>, string, string]>([
    ['clarity', { explanation: 'Ok.' }, '1', 'there is next to nothing'],
    ['clarity', { explanation: `It lasts ${'very '.repeat(60)}long.` }, '4', 'the longest of about 63 words'],
    ['clarity', { explanation: 'It lasts long. It lasts long. It lasts long.' }, '3', '2 repeated'],
    ['evidence', { citations: '“The battery lasts 300 minutes”' }, '2', '0 of 1 quotes and 2 of 2 numbers'],
    ['evidence', { citations: '' }, '3', '0 of 0 quotes and 2 of 2 numbers'],
    ['evidence', { citations: '', explanation: 'The lights are fine.' }, '1', '0 of 0 quotes and 0 of 0 numbers'],
    ['completeness', { explanation: 'It is fine.' }, '1', '0 of '],
    ['language', { explanation: '非常灯は90分間点灯します。' }, '1', 'not written in English'],
    ['relevance', { explanation: 'Bananas ripen quickly in warm kitchens.' }, '1', '0 of '],
  ])('mark %s down for %j', (id, change, score, reason) => {
    const row = rows({ ...change }).find((one) => one.id === id)
    expect(String(row?.score)).toBe(score)
    expect(row?.reason).toContain(reason)
  })

  it('take it for evidence that a violation without a quote names what is missing, and not that it does not', () => {
    const absent = { check: 'A sprinkler system is installed.', verdict: 'fail', citations: '' }
    expect(marks({ ...absent, explanation: 'There is no mention of sprinklers.' })['evidence']).toBe(4)
    expect(marks({ ...absent, explanation: 'The sprinklers do not convince.' })['evidence']).toBe(2)
  })

  it.each([
    ['a pass that its quote speaks against', 'Battery: 45 minutes', 'pass', '; the verdict does not follow', 1],
    ['a fail that its quote speaks against', 'Battery: 90 minutes', 'fail', '; the verdict does not follow', 1],
    ['a fail by its quote', 'Battery: 45 minutes', 'fail', '; the verdict follows', 5],
    [
      'what nobody can compare',
      'Battery: as long as the last one',
      'pass',
      '; whether the verdict follows was not checked',
      3,
    ],
  ])('are by whether the verdict follows: %s', (_, line, verdict, reason, score) => {
    const explanation = `The document says “${line}”.`
    const subject = {
      check: 'Battery\nThe battery lasts at least 60 minutes.',
      verdict,
      explanation,
      citations: `“${line}”`,
    }
    const row = rows({ ...subject, document: `[d.md, page 1]\n${line}` }).find(({ id }) => id === 'evidence')
    expect(row?.reason).toContain(reason)
    expect(row?.score).toBe(score)
  })

  it('do not believe that something is missing where a line answers', () => {
    const subject = { check: 'The battery lasts at least 60 minutes.', verdict: 'fail', citations: '' }
    const explanation = 'Nothing is said of the battery; the time is missing.'
    const evidenceFor = (document: string) => marks({ ...subject, explanation, document })['evidence']
    expect(evidenceFor('The battery lasts 90 minutes.')).toBe(2)
    expect(evidenceFor('The exits are free.')).toBe(4)
  })

  it('find quotes through another layout, and count one that stands there twice once', () => {
    const citations = '“Emergency\u00a0lighting:  battery 90 minutes”\n“EMERGENCY LIGHTING – battery 90 minutes”'
    expect(rows({ citations }).find(({ id }) => id === 'evidence')?.reason).toContain('1 of 1 quotes')
  })

  it('are counted and reasoned in Japanese as well', () => {
    const subject: Partial<ExplanationSubject> = {
      check: '非常灯は60分以上点灯すること。',
      language: '日本語',
      explanation: '非常灯は90分点灯し、60分以上という要件を満たします。',
      citations: '「非常灯：バッテリー90分」',
      document: '非常灯：バッテリー90分。点灯時間は60分以上とする。',
    }
    expect(rows(subject, 'ja').map(({ score, reason }) => `${score} ${reason}`)).toMatchInlineSnapshot(`
      [
        "5 1 文、最長で約 14 語、重複 0 文",
        "5 引用 1 件中 1 件、数値 2 個中 2 個が文書にある。判定と一致する",
        "5 チェックの語 6 個中 6 個に触れている",
        "5 日本語で書かれている",
        "5 語 9 個中 7 個がチェックか文書にある",
      ]
    `)
  })
})

function rows(change: Partial<ExplanationSubject>, language: 'en' | 'ja' = 'en'): readonly Row[] {
  const finding = judgeExplanation({ ...good, ...change }, language)
  // The shape is that of the answer that the question asks for.
  return 'value' in finding ? (finding.value as { rubrics: readonly Row[] }).rubrics : []
}

type Row = { readonly id: string; readonly score: number; readonly reason: string }

function marks(change: Partial<ExplanationSubject>): Readonly<Record<string, number>> {
  return Object.fromEntries(rows(change).map(({ id, score }) => [id, score]))
}
