import { describe, expect, it } from 'vitest'
import {
  caseResult,
  failedOnTools,
  hostile,
  recordOf,
  sampleRecords,
  sampleRun,
  unjudged,
} from '../../../test/fixtures/sample-run.ts'
import { type CaseResult, type Run, message } from '../../core/index.ts'
import { displayWidth } from '../display-width.ts'
import { type FailureTextOptions, toFailureText } from './failure-text.ts'

const plain: FailureTextOptions = { language: 'en', color: false, columns: 100, maximumLines: 25, isStored: true }

const show = (results: readonly CaseResult[], options: Partial<FailureTextOptions> = {}, run: Run = sampleRun()) =>
  toFailureText([{ run, records: results.map(recordOf) }], { ...plain, ...options })

describe('toFailureText', () => {
  it('tells the verdict, the gate, and cases with their differences', async () => {
    const text = await toFailureText([{ run: sampleRun(), records: sampleRecords }], plain)
    expect(text).toMatchInlineSnapshot(`
      "✗ FAILED  16 of 19 evaluated cases passed, 84 % (95 % interval 62–95 %)
      ? 1 of 20 not evaluated: with them, the pass rate lies between 80 % and 85 %
      Gate: 2 failed

      ✗ book-room  “Book a room for two on Friday”
        tool-trajectory: 0.333 is below the threshold 1
                             expected                          actual
          ≠ wrong arguments  book(room: "A", guests: 2)        book(room: "A", guests: 3)
                             guests: expected 2, actual 3
          − missing          send_mail(to: "ann@example.com")
          …

      ✗ 返金-1  “返金ポリシーを教えてください。できれば簡単にお願いします。”
        rouge-1: 0.7996 is below the threshold 0.8
          expected  購入から[-30-]日以内であれば[-全額-]を返金いたします。
          actual    購入から{+14+}日以内であれば{+半額+}を返金いたします。

      ! timeout-1  “Where is my order?”
        the agent did not finish: no answer after 30 s
          → Raise the time limit.

      ? no-reference  “Tell me a joke”
        rouge-1: not evaluated: the case has no expected answer
      All of it: shinsa show 20260801-1200-a1b2 book-room"
    `)
  })

  it('has fewer cases where there is less room', async () => {
    const text = await toFailureText([{ run: sampleRun(), records: sampleRecords }], { ...plain, maximumLines: 14 })
    expect(text).toMatchInlineSnapshot(`
      "✗ FAILED  16 of 19 evaluated cases passed, 84 % (95 % interval 62–95 %)
      ? 1 of 20 not evaluated: with them, the pass rate lies between 80 % and 85 %
      Gate: 2 failed

      ✗ book-room  “Book a room for two on Friday”
        tool-trajectory: 0.333 is below the threshold 1
                             expected                          actual
          ≠ wrong arguments  book(room: "A", guests: 2)        book(room: "A", guests: 3)
                             guests: expected 2, actual 3
          − missing          send_mail(to: "ann@example.com")
          …
      and 3 more
      All of it: shinsa show 20260801-1200-a1b2 book-room"
    `)
  })

  it('says it in Japanese', async () => {
    const report = { run: sampleRun(), records: sampleRecords }
    expect(await toFailureText([report], { ...plain, language: 'ja' })).toMatchInlineSnapshot(`
      "✗ 不合格  評価したケース 19 件中 16 件が合格、合格率 84 %（95 % 信頼区間 62–95 %）
      ? 20 件中 1 件が未評価: それらを含めると合格率は 80 % から 85 % の間です
      ゲート: 不合格 2 件

      ✗ book-room  “Book a room for two on Friday”
        tool-trajectory: 0.333 はしきい値 1 未満です
                      期待                              実際
          ≠ 引数違い  book(room: "A", guests: 2)        book(room: "A", guests: 3)
                      guests: 期待 2、実際 3
          − 不足      send_mail(to: "ann@example.com")
          …

      ✗ 返金-1  “返金ポリシーを教えてください。できれば簡単にお願いします。”
        rouge-1: 0.7996 はしきい値 0.8 未満です
          期待  購入から[-30-]日以内であれば[-全額-]を返金いたします。
          実際  購入から{+14+}日以内であれば{+半額+}を返金いたします。

      ! timeout-1  “Where is my order?”
        エージェントが最後まで実行できませんでした: no answer after 30 s
          → Raise the time limit.

      ? no-reference  “Tell me a joke”
        rouge-1: 未評価: the case has no expected answer
      詳細: shinsa show 20260801-1200-a1b2 book-room"
    `)
  })

  it.each([25, 16, 8])(
    'is at most %i lines of hostile texts, none wider than asked and none with a control character',
    async (maximumLines) => {
      const results = [...hostileResults(), caseResult(hostile, hostile, unjudged.scores), failedOnTools]
      for (const columns of [80, 100, 200]) {
        const text = await show(results, { maximumLines, columns })
        const lines = text.split('\n')
        expect(lines.length).toBeLessThanOrEqual(maximumLines)
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2028\u2029]/u)
        expect(text).not.toMatch(/^\s*at .*:\d|^\s*::/m)
        expect(text).not.toMatch(/undefined|\[object/)
        expect(lines.filter((line) => displayWidth(line) > columns && !line.includes('shinsa show'))).toEqual([])
      }
    },
  )

  it('shows five of many at most', async () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      answered(`case-${index}`, 'It is 34 degrees.', 'It is 21 degrees.'),
    )
    const text = await show(many, {}, runOf(200))
    expect(text).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 200 cases passed, 0 % (95 % interval 0–2 %)
      Gate: 200 results failed
      ✗ case-0  “How warm is it?”
        response_match_score: 0.5 is below the threshold 0.8
          expected  It is [-34-] degrees.
          actual    It is {+21+} degrees.
      ✗ case-1  “How warm is it?”
        response_match_score: 0.5 is below the threshold 0.8
          expected  It is [-34-] degrees.
          actual    It is {+21+} degrees.
      ✗ case-2  “How warm is it?”
        response_match_score: 0.5 is below the threshold 0.8
          expected  It is [-34-] degrees.
          actual    It is {+21+} degrees.
      ✗ case-3  “How warm is it?”
        response_match_score: 0.5 is below the threshold 0.8
          expected  It is [-34-] degrees.
          actual    It is {+21+} degrees.
      ✗ case-4  “How warm is it?”
        response_match_score: 0.5 is below the threshold 0.8
          expected  It is [-34-] degrees.
          actual    It is {+21+} degrees.
      and 195 more
      All of it: shinsa show 20260801-1200-a1b2 case-0"
    `)
  })

  it('gives one case all the room that it needs', async () => {
    expect(await show([failedOnTools], {}, runOf(1))).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–2 %)
      Gate: 1 result failed

      ✗ book-room  “Book a room for two on Friday”
        tool-trajectory: 0.333 is below the threshold 1
                             expected                          actual
          ≠ wrong arguments  book(room: "A", guests: 2)        book(room: "A", guests: 3)
                             guests: expected 2, actual 3
          − missing          send_mail(to: "ann@example.com")
          + extra                                              cancel(id: 9)
          ~ wrong order      pay()                             pay()
          ✗ forbidden                                          delete_all({"sure": tru)
      All of it: shinsa show 20260801-1200-a1b2 book-room"
    `)
  })

  it('shows both sides of every difference, however long and however many', async () => {
    const metrics = ['a', 'b', 'c'].map((metric) => ({
      status: 'scored' as const,
      metric,
      value: 0,
      threshold: 1,
      passed: false,
      reason: message('{why}', { why: repeated('because') }),
      evidence: [{ kind: 'texts' as const, expected: repeated('yes'), actual: repeated('no') }],
    }))
    const text = await show([caseResult('long', 'Why?', metrics)], { maximumLines: 16 }, runOf(1))
    expect(text).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–2 %)
      Gate: 1 result failed

      ✗ long  “Why?”
        a: because because because because because because because because because because because beca…
          expected  [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes…
          actual    {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {…
        b: because because because because because because because because because because because beca…
          expected  [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes…
          actual    {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {…
        c: because because because because because because because because because because because beca…
          expected  [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes-] [-yes…
          actual    {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {+no+} {…
      All of it: shinsa show 20260801-1200-a1b2 long"
    `)
  })

  it('has a line for each further run', async () => {
    const reports = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => {
      const run = runOf(1)
      return {
        run: { ...run, plan: { ...run.plan, dataset: { ...run.plan.dataset, id } } },
        records: [recordOf(answered('x', 'yes', 'no'))],
      }
    })
    expect(await toFailureText(reports, plain)).toMatchInlineSnapshot(`
      "✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–2 %)
      Gate: 1 result failed
      ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–2 %)  b
      ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–2 %)  c
      ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–2 %)  d
      and 2 more runs

      ✗ x  “How warm is it?”
        response_match_score: 0.5 is below the threshold 0.8
          expected  yes
          actual    no
      All of it: shinsa show 20260801-1200-a1b2 x"
    `)
  })

  it('quotes what a shell would take apart, and does not name what nobody can type', async () => {
    expect(await lastLine("how warm? it's $(rm)")).toBe(
      String.raw`All of it: shinsa show 20260801-1200-a1b2 'how warm? it'\''s $(rm)'`,
    )
    expect(await lastLine('京都/気温')).toBe('All of it: shinsa show 20260801-1200-a1b2 京都/気温')
    expect(await lastLine('a\u001b[31m')).toBe('All of it: shinsa show 20260801-1200-a1b2 CASE')
    expect(await lastLine('x'.repeat(300))).toBe('All of it: shinsa show 20260801-1200-a1b2 CASE')
  })

  it('names no command for what is not kept', async () => {
    expect(await show([failedOnTools], { isStored: false })).not.toContain('shinsa show')
  })
})

function repeated(word: string): string {
  return `${word} `.repeat(200)
}

async function lastLine(id: string): Promise<string | undefined> {
  return (await show([answered(id, 'a', 'b')])).split('\n').at(-1)
}

function answered(id: string, expected: string, actual: string): CaseResult {
  return caseResult(id, 'How warm is it?', [
    {
      status: 'scored',
      metric: 'response_match_score',
      value: 0.5,
      threshold: 0.8,
      passed: false,
      evidence: [{ kind: 'texts', expected, actual }],
    },
  ])
}

function runOf(failed: number): Run {
  const run = sampleRun()
  if (run.summary === undefined) return run
  const results = { total: failed, evaluated: failed, passed: 0, failed, error: 0, notEvaluated: 0 }
  const passRate = { ...run.summary.passRate, value: 0, low: 0, high: 0.02 } as NonNullable<typeof run.summary.passRate>
  const gate = {
    passed: false,
    rules: ['failed'],
    reasons: [message('{failed} {failed|result|results} failed', { failed })],
  }
  return { ...run, summary: { ...run.summary, results, passRate, gate } }
}

/** Long, of many lines, wide, and with what terminals obey. */
function hostileResults(): readonly CaseResult[] {
  const long = 'word '.repeat(5000)
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`).join('\n')
  const wide = '気温は三十四度です。👩‍👩‍👧‍👦🇯🇵'.repeat(200)
  const controls =
    '::error::x\n    at f (/etc/passwd:1:1)\n\u001b[2J\u001b]0;x\u0007\u202e\r\n::error::\u0000\u2028 {count} {placeholder}'
  return [long, lines, wide, controls].flatMap((text, index) => [
    answered(`${text.slice(0, 300)}${index}`, text, `${text} and more`),
    caseResult(`c${index}`, text, [
      { status: 'error', metric: text, blame: 'judge', reason: message('{problem}', { problem: text }), stack: lines },
    ]),
  ])
}
