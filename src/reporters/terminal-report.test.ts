import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  caseResult,
  estimate,
  failedOnTools,
  hostile,
  passed,
  recordOf,
  sampleRecords,
  sampleRun,
  textFrom,
  unjudged,
} from '../../test/fixtures/sample-run.ts'
import type { CaseResult, Run, RunSummary } from '../core/index.ts'
import { displayWidth } from './display-width.ts'
import { toMarkdown } from './markdown.ts'
import { type TerminalReportOptions, toTerminalReport } from './terminal-report.ts'

const plain: TerminalReportOptions = { language: 'en', color: false, columns: 100 }

const show = (run: Run, results: readonly CaseResult[], options: Partial<TerminalReportOptions> = {}) =>
  textFrom(toTerminalReport({ run, records: results.map(recordOf) }, { ...plain, ...options }))

const sample = (options: Partial<TerminalReportOptions> = {}) =>
  textFrom(toTerminalReport({ run: sampleRun(), records: sampleRecords }, { ...plain, exitCode: 1, ...options }))

describe('toTerminalReport', () => {
  it('tells the verdict, the metrics, the cases that did not pass, the cost and what to do next', async () => {
    expect(await sample()).toMatchInlineSnapshot(`
      "✗ FAILED  16 of 19 evaluated cases passed, 84 % (95 % interval 62–95 %)
      ? 1 of 20 not evaluated: with them, the pass rate lies between 80 % and 85 %
      2 failed, 1 agent error
      Gate: 2 failed

      metric           pass rate       mean               passed  not scored
      tool-trajectory  89 % (68–98 %)  0.921 (0.81–0.98)   17/19  1 not evaluated
      Mean per case: total-tokens 1,234.5 tokens (1 error)

      ✗ book-room  “Book a room for two on Friday”
        tool-trajectory: 0.333 is below the threshold 1
                             expected                          actual
          ✓ matched          search_rooms(day: "Friday")       search_rooms(day: "Friday")
          ≠ wrong arguments  book(room: "A", guests: 2)        book(room: "A", guests: 3)
                             guests: expected 2, actual 3
          − missing          send_mail(to: "ann@example.com")
          + extra                                              cancel(id: 9)
          ~ wrong order      pay()                             pay()
          ✗ forbidden                                          delete_all({"sure": tru)

      ✗ 返金-1  “返金ポリシーを教えてください。できれば簡単にお願いします。”
        rouge-1: 0.7996 is below the threshold 0.8
          expected  購入から[-30-]日以内であれば[-全額-]を返金いたします。
          actual    購入から{+14+}日以内であれば{+半額+}を返金いたします。

      ! timeout-1  “Where is my order?”
        the agent did not finish: no answer after 30 s
          → Raise the time limit.

      ? no-reference  “Tell me a joke”
        rouge-1: not evaluated: the case has no expected answer

      20,345 input and 3,110 output tokens, 41 tool calls, 3 min 34 s of agent time, took 1 min 12 s
      All of a case: shinsa show 20260801-1200-a1b2 CASE
      ✗ FAILED  Exit code 1
      "
    `)
  })

  it('says the same in Japanese, aligned by display width', async () => {
    expect(await sample({ language: 'ja' })).toMatchInlineSnapshot(`
      "✗ 不合格  評価したケース 19 件中 16 件が合格、合格率 84 %（95 % 信頼区間 62–95 %）
      ? 20 件中 1 件が未評価: それらを含めると合格率は 80 % から 85 % の間です
      不合格 2 件、エージェントのエラー 1 件
      ゲート: 不合格 2 件

      評価指標         合格率          平均                合格  未採点
      tool-trajectory  89 % (68–98 %)  0.921 (0.81–0.98)  17/19  未評価 1 件
      ケースあたりの平均: total-tokens 1,234.5 トークン（エラー 1 件）

      ✗ book-room  “Book a room for two on Friday”
        tool-trajectory: 0.333 はしきい値 1 未満です
                      期待                              実際
          ✓ 一致      search_rooms(day: "Friday")       search_rooms(day: "Friday")
          ≠ 引数違い  book(room: "A", guests: 2)        book(room: "A", guests: 3)
                      guests: 期待 2、実際 3
          − 不足      send_mail(to: "ann@example.com")
          + 余分                                        cancel(id: 9)
          ~ 順序違い  pay()                             pay()
          ✗ 禁止                                        delete_all({"sure": tru)

      ✗ 返金-1  “返金ポリシーを教えてください。できれば簡単にお願いします。”
        rouge-1: 0.7996 はしきい値 0.8 未満です
          期待  購入から[-30-]日以内であれば[-全額-]を返金いたします。
          実際  購入から{+14+}日以内であれば{+半額+}を返金いたします。

      ! timeout-1  “Where is my order?”
        エージェントが最後まで実行できませんでした: no answer after 30 s
          → Raise the time limit.

      ? no-reference  “Tell me a joke”
        rouge-1: 未評価: the case has no expected answer

      入力 20,345 トークン、出力 3,110 トークン、ツール呼び出し 41 回、エージェントの処理時間 3 分 34 秒、
      所要時間 1 分 12 秒
      ケースの詳細: shinsa show 20260801-1200-a1b2 CASE
      ✗ 不合格  終了コード 1
      "
    `)
  })

  it('uses colour only beside marks and words', async () => {
    const colored = await sample({ color: true })
    expect(colored).toContain('\u001b[31m')
    expect(stripVTControlCharacters(colored)).toBe(await sample())
  })

  it('shows metrics as a table on 80 columns, whatever their names are, and what only informs in a sentence', async () => {
    for (const language of ['en', 'ja'] as const) {
      for (const columns of [60, 80, 120]) {
        const widths = (await metricTable(language, columns)).split('\n').map(displayWidth)
        expect(Math.max(...widths)).toBeLessThanOrEqual(columns)
      }
    }
    expect(await metricTable('en', 80)).toMatchInlineSnapshot(`
      "metric           pass rate       mean               passed  not scored
      tool-trajectory  89 % (68–98 %)  0.921 (0.81–0.98)   17/19  1 not evaluated
      rubric_based_multi_turn_trajectory_quality_v1
                       89 % (68–98 %)  0.921 (0.81–0.98)   17/20  1 agent error, 1 not
                                                                  evaluated, 1,200
                                                                  errors, 12 not
                                                                  applicable
      回答の質（お客様の声にもとづく、たいへん長い名前の評価指標）
                       89 % (68–98 %)  0.921 (0.81–0.98)   17/19
      Mean per case: tool_call_count_v1 2.3 calls, {token}|usage 1,234.5 tokens,
      invocation_duration_v1 0.1 ms"
    `)
    expect(await metricTable('ja', 80)).toMatchInlineSnapshot(`
      "評価指標          合格率          平均                合格  未採点
      tool-trajectory   89 % (68–98 %)  0.921 (0.81–0.98)  17/19  未評価 1 件
      rubric_based_multi_turn_trajectory_quality_v1
                        89 % (68–98 %)  0.921 (0.81–0.98)  17/20  エージェントのエラー
                                                                  1 件、未評価 1 件、
                                                                  エラー 1,200 件、対
                                                                  象外 12 件
      回答の質（お客様の声にもとづく、たいへん長い名前の評価指標）
                        89 % (68–98 %)  0.921 (0.81–0.98)  17/19
      ケースあたりの平均: tool_call_count_v1 2.3 回、{token}|usage 1,234.5 トークン、
      invocation_duration_v1 0.1 ミリ秒"
    `)
  })

  it('shows the table on 60 columns, and stacks the metrics where not even their numbers fit', async () => {
    expect((await sample({ columns: 60 })).split('\n\n')[1]).toMatchInlineSnapshot(`
      "metric           pass rate       mean               passed
      tool-trajectory  89 % (68–98 %)  0.921 (0.81–0.98)   17/19
        not scored: 1 not evaluated
      Mean per case: total-tokens 1,234.5 tokens (1 error)"
    `)
    expect((await sample({ columns: 44 })).split('\n\n')[1]).toMatchInlineSnapshot(`
      "tool-trajectory
        pass rate: 89 % (68–98 %)
        mean: 0.921 (0.81–0.98)
        passed: 17/19
        not scored: 1 not evaluated
      Mean per case: total-tokens 1,234.5 tokens
      (1 error)"
    `)
  })

  it('puts failures first, shows as many cases as asked for, and counts the others', async () => {
    const results = [
      ...Array.from({ length: 30 }, () => unjudged),
      failedOnTools,
      ...Array.from({ length: 30 }, () => passed),
    ]
    const run = sampleRun({ summary: summaryWith({ total: 61, passed: 30, failed: 1, error: 0, notEvaluated: 30 }) })
    const text = await show(run, results, { limit: 2 })
    expect(text.match(/^[✗!?✓] \S+ {2}“/gm)).toEqual(['✗ book-room  “', '? no-reference  “'])
    expect(text).toContain('\nand 29 more: shinsa show 20260801-1200-a1b2\n')
  })

  it('reads nothing of a run in which all passed', async () => {
    const run = sampleRun({ summary: summaryWith({ total: 3, passed: 3, failed: 0, error: 0, notEvaluated: 0 }, true) })
    const records = {
      [Symbol.iterator]: () => {
        throw new Error('the records were read')
      },
    }
    const text = await textFrom(toTerminalReport({ run, records }, plain))
    expect(text.split('\n')[0]).toBe('✓ PASSED  3 of 3 cases passed, 80 % (95 % interval 58–92 %)')
  })

  it('says what is missing of a run that was stopped', async () => {
    const run = sampleRun({
      summary: { ...summaryWith({ total: 3, passed: 3, failed: 0, error: 0, notEvaluated: 0 }), unfinished: 17 },
    })
    expect((await show(run, [])).split('\n')[1]).toBe('17 not run: the run was stopped')
  })

  it('counts the conversations that were cut off at the turn limit, passed or not', async () => {
    const counts = { total: 3, passed: 2, failed: 1, error: 0, notEvaluated: 0 }
    const run = sampleRun({ summary: { ...summaryWith(counts), turnLimits: 2 } })
    const second = '1 failed, 2 cut off at the limit of turns of the simulated user'
    expect((await show(run, [])).split('\n')[1]).toBe(second)
    expect(await textFrom(toMarkdown({ run, records: [] }, { language: 'en' }))).toContain(`\n- ${second}\n`)
  })

  it('shows what there is of a run without a summary', async () => {
    const text = await show(sampleRun({ summary: undefined, status: 'running' }), [passed, failedOnTools], {
      limit: 20,
    })
    expect(text.split('\n').slice(0, 3)).toEqual([
      'The run is not finished: there is no verdict yet',
      '',
      '✗ book-room  “Book a room for two on Friday”',
    ])
  })

  it('tells flaky cases, pass@k and pass^k of repeated cases', async () => {
    const { plan } = sampleRun()
    const repeats = {
      repeat: 3,
      flaky: 1,
      flakyCases: ['book-room'],
      passAtK: [{ k: 3, estimate: estimate(0.95, 0.8, 0.99, 20) }],
      passHatK: [{ k: 3, estimate: estimate(0.6, 0.4, 0.8, 20) }],
    }
    const summary = { ...summaryWith({ total: 60, passed: 59, failed: 1, error: 0, notEvaluated: 0 }), repeats }
    const text = await show(sampleRun({ plan: { ...plan, repeat: 3 }, summary }), [{ ...failedOnTools, repeat: 1 }])
    expect(text.split('\n')[0]).toBe('✗ FAILED  59 of 60 results passed, 80 % (95 % interval 58–92 %)')
    expect(text).toContain(
      [
        '1 flaky case (passed in some of 3 repeats only): book-room',
        'pass@3 (at least one of 3 passes): 95 % (80–99 %)',
        'pass^3 (all of 3 pass): 60 % (40–80 %)',
        '',
        '✗ book-room (repeat 2 of 3)  “',
      ].join('\n'),
    )
  })

  it('names the turns of a conversation that failed, and those that were never reached', async () => {
    const result = caseResult('talk', 'Hi', [
      {
        status: 'scored',
        metric: 'rouge-1',
        value: 0,
        threshold: 0.8,
        passed: false,
        invocations: [
          { status: 'scored', value: 1, passed: true },
          {
            status: 'scored',
            value: 0,
            passed: false,
            evidence: [{ kind: 'texts', expected: 'It is 20 degrees', actual: 'It is 30 degrees' }],
          },
          { status: 'scored', value: 0, passed: false, missing: true },
        ],
      },
    ])
    const text = await show(sampleRun(), [result])
    expect(text.split('\n\n')[2]).toMatchInlineSnapshot(`
      "✗ talk  “Hi”
        rouge-1: 0 is below the threshold 0.8
          turn 2
          expected  It is [-20-] degrees
          actual    It is {+30+} degrees
          turn 3: the agent never got to this turn"
    `)
  })

  it('keeps every line in its place and every control character out, whatever the agent wrote', async () => {
    const failed = { status: 'scored', metric: hostile, value: 0, threshold: 1, passed: false } as const
    const call = { name: hostile, args: { [hostile]: hostile } }
    const rows = [
      {
        verdict: 'wrong-args' as const,
        expected: call,
        actual: call,
        differences: [{ path: hostile, actual: hostile }],
      },
    ]
    const result = caseResult(hostile, hostile, [
      { ...failed, reason: { text: '{it}', values: { it: hostile } } },
      {
        ...failed,
        evidence: [
          { kind: 'texts', expected: hostile, actual: `${hostile}!` },
          { kind: 'tool-calls', rows },
        ],
      },
      { status: 'not-evaluated', metric: hostile, reason: { text: hostile } },
    ])
    const summary = { ...summaryWith(sampleResults), notes: [{ text: '{tool} is idle', values: { tool: hostile } }] }
    const text = await show(sampleRun({ summary }), [result])
    expect(text).toMatch(/^Note: ␛\[2J/m)
    for (const line of text.split('\n')) {
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b]/u)
      expect(displayWidth(line)).toBeLessThanOrEqual(100)
    }
    expect(text.split('\n').length).toBeLessThan(80)
  })
})

const sampleResults = { total: 20, passed: 16, failed: 4, error: 0, notEvaluated: 0 }

const constant = (value: number) => ({ error: 0, mean: estimate(value, value, value, 20) })

/** Metrics with long names and much that is missing, and four that only inform. */
async function metricTable(language: 'en' | 'ja', columns: number): Promise<string> {
  const { summary } = sampleRun()
  const [judged, measured] = summary?.metrics ?? []
  if (summary === undefined || judged === undefined || measured === undefined) throw new Error('the sample has two')
  const metrics: RunSummary['metrics'] = [
    judged,
    {
      ...judged,
      metric: 'rubric_based_multi_turn_trajectory_quality_v1',
      notApplicable: 12,
      agentErrors: 1,
      error: 1200,
    },
    { ...judged, metric: '回答の質（お客様の声にもとづく、たいへん長い名前の評価指標）', notEvaluated: 0 },
    { ...measured, metric: 'tool_call_count_v1', unit: 'calls', ...constant(2.25) },
    { ...measured, metric: 'inference_call_count_v1', error: 0, measured: 0, mean: null, notApplicable: 20 },
    { ...measured, metric: '{token}|usage', ...constant(1234.5), agentErrors: 1 },
    { ...measured, metric: 'invocation_duration_v1', unit: 'seconds', ...constant(0.00012) },
  ]
  const text = await show(sampleRun({ summary: { ...summary, metrics } }), [], { language, columns })
  return text.split('\n\n')[1] ?? ''
}

function summaryWith(results: RunSummary['results'], gatePassed = false): RunSummary {
  return {
    results,
    unfinished: 0,
    passRate: estimate(0.8, 0.584, 0.919, 20),
    metrics: [],
    cost: { toolCalls: 0 },
    gate: { passed: gatePassed, rules: ['any'], reasons: [] },
  }
}
