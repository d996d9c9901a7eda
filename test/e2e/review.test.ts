import { once } from 'node:events'
import { cpSync, readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startModelServer } from './model-server.ts'
import { type Project, newProject } from './run-shinsa.ts'

const shipped = fileURLToPath(new URL('../../examples/document-review/', import.meta.url))
const suites = ['quick_start', 'floor_plan_hitl', 'prompt_variations', 'six_buildings']

describe('shinsa review', () => {
  it('evaluates the reviewer that ships, offline, and reports in Japanese as the requirement shows it', async () => {
    const project = reviewProject()
    const { exitCode, stdout, stderr } = await project.run(
      'review',
      '--suite',
      'ja/floor_plan_hitl_suite.json',
      '--lang',
      'ja',
    )
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'エージェント: document-reviewer:embedded\n' })
    expect(withoutTimes(stdout)).toMatchInlineSnapshot(`
      "✓ PROJECT/ja/floor_plan_hitl_suite.jsonから3個のテストケースをロード
      ✓ 4つの評価者で実験を作成: verdict_match, explanation_quality, explanation_groundedness, citations_verified

      🤖 エージェント評価を実行中...
        ケース1/3を処理中: TC001-high-confidence-pass...
        ケース2/3を処理中: TC002-high-confidence-fail...
        ケース3/3を処理中: TC004-evidence-absent...

      ✓ 評価完了!
      結果を保存: PROJECT/results/results_TIME.json

      ✓ 合格  3 ケース中 3 ケースが合格、合格率 100 %（95 % 信頼区間 43–100 %）

      評価指標  合格率  平均  合格  未採点
      verdict_match  100 % (43–100 %)  1 (0.43–1)  3/3
      explanation_quality  100 % (43–100 %)  0.908 (0.42–0.97)  3/3
      explanation_groundedness  100 % (34–100 %)  1 (0.34–1)  2/2  対象外 1 件
      citations_verified  100 % (34–100 %)  1 (0.34–1)  2/2  対象外 1 件
      ケースあたりの平均: tool_call_count_v1 0 回、inference_call_count_v1 0 回、invocation_duration_v1 TIME

      =============================================================
      精度メトリクス
      =============================================================
      Accuracy:  100% (3/3 正解、95% 区間 43–100%)
      Recall:  100% ⭐ (すべての違反 2 件を検出、95% 区間 34–100%)
      Precision:  100% (警告 2 件中 2 件が正しい、95% 区間 34–100%)
      Specificity (特異度):  100% (95% 区間 20–100%)
      F1 Score:  1.00 (95% 区間 0.51–1)
      False Negatives:  0 (違反の見逃しなし - HITL安全!)
      False Positives:  0 (誤検出なし)

      =============================================================
      信頼度キャリブレーション (HITL安全性)
      =============================================================
      ECE (キャリブレーション誤差):  0.233 (⚠️ 警告 - >0.20: 信頼度を信用できません、95% 区間 0–0.8)
      ECE (根拠が十分なケース):  0.050 (95% 区間 0–0.71)
      MCE (最大の差):  0.600
      Brier Score:  0.122 (95% 区間 0–0.63)
      Over-Confidence Rate:  0% (高信頼度 2 件中 0 件が誤り、95% 区間 0–66%)
      Under-Confidence Rate:  100% (95% 区間 20–100%)
      Critical Errors (FN@HC):  0 (高信頼度の偽陰性なし、信頼度 > 0.85)

      =============================================================
      自動承認の安全閾値
      =============================================================
      グリッドによる推奨 (保証なし):  (なし)
      保証付き: 見逃し率 5% 以下 (信頼水準 95%):  – (ラベル付きの違反が 2 件では足りません。少なくとも 59 件が必要です)
      保証付き: 承認中の誤り 5% 以下 (信頼水準 95%):  – (承認できるラベル付きの行は 1 件です。検定は 118 件から始まります)

      =============================================================
      EXPLANATION QUALITY (LLM-as-Judge)
      =============================================================
      Mean Score:  0.91/1.0 (95% 区間 0.42–0.97)
      Min Score:  0.85
      Max Score:  0.95
      Low Quality Count:  0 (0.5 未満)
      ジャッジ:  embedded

      ⚠️ 3 ケースでは少なすぎます。値ではなく信頼区間を見てください
      ⚠️ 信頼度が低すぎます（過小信頼）。キャリブレーション誤差は 0.233 で、そのうち 0.200 は信頼度 0.40 前後の 1 行（正解 1
      行）によるものです

      トークン数はエージェントから報告されていません、ツール呼び出し 0 回、エージェントの処理時間 TIME、所要時間 TIME
      3 件のやり取りについてわかること: ツール呼び出し（報告）、状態（報告）。不明: 指示、ツール定義、トークン数、費用、終了理
      由
      審査: embedded
      内蔵のジャッジは言語モデルではありません。オフラインで語句、数値、固有名詞、否定を比較し、それで判断できない場合は判定を
      控えます（docs/judges.md を参照。--judge MODEL でモデルによる審査）。
      ✓ 合格  終了コード 0
      "
    `)
  })

  it.each(['en', 'ja'].flatMap((language) => suites.map((suite) => [language, suite] as const)))(
    'gets every verdict of %s/%s right, and misses no violation with high confidence',
    async (language, suite) => {
      const project = reviewProject()
      const { exitCode } = await project.runHere(
        'review',
        '--suite',
        `${language}/${suite}_suite.json`,
        '--output',
        'r.json',
      )
      const result = resultIn(project)
      expect({ exitCode, accuracy: result.aggregated_metrics.AccuracyEvaluator.accuracy }).toEqual({
        exitCode: 0,
        accuracy: 1,
      })
      expect(result.aggregated_metrics.ConfidenceCalibrationEvaluator.critical_error_count).toBe(0)
    },
  )

  it.each(['en', 'ja'].flatMap((language) => ['', '_2'].map((set) => `${language}/unseen_domains${set}_suite.json`)))(
    'says of much of %s that it cannot tell, and is right in what it states',
    async (suite) => {
      const project = reviewProject()
      await project.runHere('review', '--suite', suite, '--experiment', 'accuracy', '--output', 'r.json')
      const { AccuracyEvaluator: accuracy, ConfidenceCalibrationEvaluator: confidence } =
        resultIn(project).aggregated_metrics
      expect(accuracy.accuracy).toBeGreaterThanOrEqual(0.9)
      expect(confidence.critical_errors).toEqual([])
    },
  )

  it('names a violation that was missed with high confidence, goes on, and ends with 1', async () => {
    const project = reviewProject()
    project.write({
      'careless.mjs': `export default () => JSON.stringify({ result: 'pass', confidence: 0.93, explanation: 'Fine.' })`,
    })
    const { exitCode, stdout } = await project.runHere(
      'review',
      '--suite',
      'en/floor_plan_hitl_suite.json',
      '--target',
      './careless.mjs',
      '--experiment',
      'accuracy',
      '--output',
      'r.json',
    )
    expect(exitCode).toBe(1)
    expect(stdout).toContain('🚨 TC002-high-confidence-fail: expected fail, got pass, confidence 0.93')
    expect(resultIn(project).aggregated_metrics.ConfidenceCalibrationEvaluator.critical_errors).toEqual([
      { case_index: 1, case_name: 'TC002-high-confidence-fail', confidence: 0.93, expected: 'fail', actual: 'pass' },
      { case_index: 2, case_name: 'TC004-evidence-absent', confidence: 0.93, expected: 'fail', actual: 'pass' },
    ])
  })

  it('scores no answer that is not a review, also where the label is fail', async () => {
    const project = reviewProject()
    project.write({ 'vague.mjs': `export default () => 'I would rather not say.'` })
    const { exitCode, stdout } = await project.runHere(
      'review',
      '--suite',
      'en/floor_plan_hitl_suite.json',
      '--target',
      './vague.mjs',
      '--output',
      'r.json',
    )
    const { case_results: cases, aggregated_metrics: metrics } = resultIn(project)
    expect(exitCode).toBe(1)
    expect(cases.map(({ status }) => status)).toEqual(['invalid_output', 'invalid_output', 'invalid_output'])
    expect(metrics.AccuracyEvaluator.accuracy).toBeNull()
    expect(stdout).toContain('Not scored')
  })

  it('goes on when one document cannot be read, and counts that as the error of its case', async () => {
    const project = reviewProject()
    const [one] = JSON.parse(project.read('en/quick_start_suite.json')) as { name: string; input: object }[]
    const broken = { ...one, name: 'broken', input: { ...one?.input, document_paths: ['cut.pdf'] } }
    project.write({ 'en/fixtures/cut.pdf': '%PDF-1.4\ntrailer', 'en/two.json': [broken, one] })
    const { exitCode, stdout } = await project.runHere('review', '--suite', 'en/two.json', '--output', 'r.json')
    expect(exitCode).toBe(1)
    expect(resultIn(project).case_results.map(({ status }) => status)).toEqual(['agent_error', 'ok'])
    expect(stdout).toContain('1 agent error')
    expect(stdout).toContain('Accuracy, no answer counted as wrong:  50% (95% interval')
  })

  it('certifies a threshold for errors among what is approved at a limit of its own', async () => {
    const project = reviewProject()
    const suite = ['review', '--suite', 'en/quick_start_suite.json', '--experiment', 'accuracy', '--output', 'r.json']
    const { stdout } = await project.runHere(...suite, '--max-miss-rate', '0.1', '--max-approved-errors', '0.02')
    expect(stdout).toContain('Certified, misses at most 10% (95% sure)')
    expect(stdout).toContain('Certified, errors among approved at most 2% (95% sure)')
    const shared = await project.runHere(...suite, '--max-miss-rate', '0.1')
    expect(shared.stdout).toContain('Certified, errors among approved at most 10% (95% sure)')
  })

  it('shows with --verbose what was answered, and saves under the time of the run unless told where', async () => {
    const project = reviewProject()
    const { exitCode, stdout } = await project.runHere(
      'review',
      '--case',
      'one.json',
      '--verbose',
      '--fixtures-dir',
      'en/fixtures',
    )
    expect(exitCode).toBe(0)
    expect(stdout).toContain('result: pass (expected: pass)')
    expect(readdirSync(join(project.folder, 'results'))).toEqual([expect.stringMatching(/^results_\d{8}_\d{6}\.json$/)])
  })

  it('reads its own result file back and scores it again', async () => {
    const project = reviewProject()
    await project.runHere('review', '--suite', 'en/quick_start_suite.json', '--output', 'r.json')
    const { exitCode, stdout } = await project.run('run', 'r.json')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Accuracy:         100% (3/3 right')
  })

  it.each([
    [['--suite', 'a.json', '--case', 'b.json'], 'error: --suite and --case exclude each other, and one file is enough'],
    [[], 'error: which suite? None was named'],
    [
      ['--suite', 'en/quick_start_suite.json', '--fixtures-dir', 'nowhere'],
      'error: case "QS001-very-specific": PROJECT/nowhere: there is no such folder',
    ],
    [
      ['--suite', 'en/quick_start_suite.json', '--experiment', 'fast'],
      'error: --experiment takes one of accuracy, tool, comprehensive, not "fast"',
    ],
    [
      ['--suite', 'en/quick_start_suite.json', '--fail-on', 'recal<0.9'],
      'error: the gate asks for recal, which this run does not measure',
    ],
  ])('refuses %j', async (flags, expected) => {
    const project = reviewProject()
    const { exitCode, stderr } = await project.runHere('review', ...flags)
    expect({ exitCode, first: stderr.split('\n')[0] }).toEqual({ exitCode: 2, first: expected })
  })

  it('asks no judge in the accuracy experiment', async () => {
    const project = reviewProject()
    await project.runHere(
      'review',
      '--suite',
      'en/quick_start_suite.json',
      '--experiment',
      'accuracy',
      '--output',
      'r.json',
    )
    const { case_results: cases, aggregated_metrics: metrics } = resultIn(project)
    expect(Object.keys(cases[0]?.evaluations ?? {})).toEqual(['AccuracyEvaluator', 'ConfidenceCalibrationEvaluator'])
    expect(metrics.OutputEvaluator).toBeUndefined()
  })

  it('leaves standard output to the result that --output - asks for', async () => {
    const project = reviewProject()
    const suite = ['--suite', 'en/quick_start_suite.json', '--experiment', 'accuracy']
    const { exitCode, stdout, stderr } = await project.runHere('review', ...suite, '--output', '-')
    expect({ exitCode, cases: ResultFile.parse(JSON.parse(stdout)).case_results.length }).toEqual({
      exitCode: 0,
      cases: 3,
    })
    expect(stderr).toContain('passed')
    expect(readdirSync(project.folder)).not.toContain('-')
    expect(readdirSync(project.folder)).not.toContain('results')
  })
})

describe('shinsa review --model', () => {
  it('reviews with a model that may use tools, and keeps what it answered word by word', async () => {
    const server = await startModelServer((prompt) =>
      prompt.includes('calculator')
        ? { text: `Thinking… <<JSON_START>>${modelReview}<<JSON_END>>` }
        : {
            toolCalls: [
              { id: 'c1', type: 'function', function: { name: 'calculator', arguments: '{"expression":"2*45"}' } },
            ],
          },
    )
    const project = reviewProject()
    const [one] = JSON.parse(project.read('en/quick_start_suite.json'))
    project.write({ 'en/tools.json': { ...one, input: { ...one.input, tool_configuration: {} } } })
    const { exitCode, stderr } = await project.runHere(
      'review',
      'en/tools.json',
      '--model',
      `openai-compatible:m@${server.url}`,
      '--yes',
      '--output',
      'r.json',
      '--experiment',
      'accuracy',
    )
    expect({ exitCode, stderr }).toMatchInlineSnapshot(`
      {
        "exitCode": 0,
        "stderr": "agent: document-reviewer:openai-compatible/m
      The agent’s own openai-compatible/m: about 2 calls, about 10005 tokens; the price is not known here
      ",
      }
    `)
    expect(systemOf(server.requests[0])).toContain('You are an expert document reviewer')
    expect(server.prompts[0]).toContain('floor_plan_safety_reports.pdf, page 1')
    expect(server.prompts[1]).toContain('| 90')
    const result = JSON.parse(project.read('r.json'))
    expect(result.case_results[0].agent_output).toMatchObject({ result: 'pass', confidence: 0.91 })
    expect(result.case_results[0].agent_output.tool_usage).toEqual([
      { toolUseId: 'c1', toolName: 'calculator', input: { expression: '2*45' }, output: '90', status: 'success' },
    ])
  })

  it('runs the programs of a model where they can only compute', async () => {
    const code = [
      'const found = await import("node:fs").catch((error) => error.constructor.constructor("return typeof process")())',
      'console.log(found, typeof fetch)',
      'Array.from({ length: 10 }, (_, index) => index + 1).reduce((sum, one) => sum + one)',
    ].join('\n')
    const server = await startModelServer((prompt) =>
      prompt.includes('exitCode')
        ? { text: modelReview }
        : {
            toolCalls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'code_interpreter', arguments: JSON.stringify({ code }) },
              },
            ],
          },
    )
    const project = reviewProject()
    const [one] = JSON.parse(project.read('en/quick_start_suite.json'))
    project.write({
      'en/code.json': { ...one, input: { ...one.input, tool_configuration: { codeInterpreter: true } } },
    })
    const model = ['--model', `openai-compatible:m@${server.url}`, '--yes']
    await project.runHere('review', 'en/code.json', ...model, '--output', 'r.json', '--experiment', 'accuracy')
    const [used] = JSON.parse(project.read('r.json')).case_results[0].agent_output.tool_usage
    expect(used.output).toBe('{"stdout":"undefined undefined\\n","stderr":"","exitCode":0,"result":"55"}')
  })

  it('asks MCP servers of a suite only on hosts that the config names', async () => {
    const asked: string[] = []
    const listener = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(404).end()
    })
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void listener.close())
    const { port } = listener.address() as AddressInfo // listening on a port, not on a pipe
    const server = await startModelServer(() => ({ text: modelReview }))
    const project = reviewProject()
    const [one] = JSON.parse(project.read('en/quick_start_suite.json'))
    const mcpConfig = { rules: { url: `http://127.0.0.1:${port}/latest/meta-data/` } }
    project.write({ 'en/mcp.json': { ...one, input: { ...one.input, tool_configuration: { mcpConfig } } } })
    const review = () =>
      project.run(
        'review',
        'en/mcp.json',
        '--model',
        `openai-compatible:m@${server.url}`,
        '--yes',
        '--output',
        'r.json',
      )
    const { stderr: warned } = await review()
    expect(warned).toContain(
      'warning: MCP server rules is left out: `mcpHosts` in the config does not allow 127.0.0.1:',
    )
    expect(project.read('r.json')).toContain('MCP server rules is left out: `mcpHosts`')
    expect(asked).toEqual([])
    project.write({ 'shinsa.config.ts': `export default { mcpHosts: ['127.0.0.1:${port}'] }` })
    await review()
    expect(asked[0]).toBe('POST /latest/meta-data/')
    project.write({ 'shinsa.config.ts': "export default { mcpHosts: ['http://127.0.0.1/mcp'] }" })
    const { exitCode, stderr } = await review()
    expect({ exitCode, first: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      first: 'error: PROJECT/shinsa.config.ts: mcpHosts.0: write host, host:port or *.host',
    })
  })

  it('asks knowledge bases that are folders of the project', async () => {
    const server = await startModelServer((prompt) =>
      prompt.includes('Codes ask')
        ? { text: modelReview }
        : {
            toolCalls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'query_knowledge_bases', arguments: '{"query":"codes"}' },
              },
            ],
          },
    )
    const project = reviewProject()
    const [one] = JSON.parse(project.read('en/quick_start_suite.json'))
    const knowledgeBase = [{ knowledgeBaseId: 'codes' }, { knowledgeBaseId: 'elsewhere' }]
    project.write({
      'suite.json': { ...one, input: { ...one.input, tool_configuration: { knowledgeBase } } },
      'codes/fire.md': 'Codes ask for two extinguishers.',
      'shinsa.config.ts': "export default { knowledgeBases: { codes: './codes' } }",
    })
    await project.runHere(
      'review',
      'suite.json',
      '--fixtures-dir',
      'en/fixtures',
      '--model',
      `openai-compatible:m@${server.url}`,
      '--yes',
      '--output',
      'r.json',
    )
    const [used] = JSON.parse(project.read('r.json')).case_results[0].agent_output.tool_usage
    expect(used).toMatchObject({ toolName: 'query_knowledge_bases', input: { query: 'codes' }, status: 'success' })
    expect(used.output).toContain('"knowledgeBaseId":"elsewhere","error":"There is no such knowledge base')
    expect(used.output).toContain('"location":"fire.md"')
  })

  it('counts an answer that nobody can read as none, whatever the right verdict is', async () => {
    const server = await startModelServer(() => ({ text: 'I would say that it fails.' }))
    const project = reviewProject()
    const { exitCode } = await project.runHere(
      'review',
      'en/quick_start_suite.json',
      '--model',
      `openai-compatible:m@${server.url}`,
      '--yes',
      '--output',
      'r.json',
    )
    expect(exitCode).toBe(1)
    const { case_results: cases, aggregated_metrics: metrics } = resultIn(project)
    expect(cases.map(({ status }) => status)).toEqual(['invalid_output', 'invalid_output', 'invalid_output'])
    expect(metrics.AccuracyEvaluator.accuracy).toBe(null)
  })

  it('takes the instructions of a file, and says what they lack', async () => {
    const server = await startModelServer(() => ({ text: modelReview }))
    const project = reviewProject()
    project.write({
      'good.md': 'Review in {{language_name}}: {{ check_description }}',
      'bad.md': 'Review {{ this }}: {{ check_description }}',
    })
    const model = ['--model', `openai-compatible:m@${server.url}`, '--yes']
    await project.runHere('review', 'one.json', '--fixtures-dir', 'en/fixtures', ...model, '--prompt', 'good.md')
    expect(systemOf(server.requests[0])).toMatch(/^Review in English: (?!.*\{\{)/)
    const bad = await project.runHere(
      'review',
      'one.json',
      '--fixtures-dir',
      'en/fixtures',
      ...model,
      '--prompt',
      'bad.md',
    )
    expect({ exitCode: bad.exitCode, stderr: bad.stderr }).toMatchInlineSnapshot(`
      {
        "exitCode": 2,
        "stderr": "error: the instructions for the reviewer have {{ this }}, which nothing fills
      hint: They may have {{ check_name }}, {{ check_description }}, {{ language_name }}, {{ tools }}, {{ feedback }}.
      ",
      }
    `)
    const none = await project.runHere('review', 'one.json', '--fixtures-dir', 'en/fixtures', '--prompt', 'good.md')
    expect({ exitCode: none.exitCode, stderr: none.stderr }).toMatchInlineSnapshot(`
      {
        "exitCode": 2,
        "stderr": "error: instructions for the document reviewer are for a model, and there is none
      hint: Name one: --model, in code \`review.model\`.
      ",
      }
    `)
    const other = await project.runHere(
      'review',
      'one.json',
      '--fixtures-dir',
      'en/fixtures',
      '--target',
      'x',
      ...model,
    )
    expect({ exitCode: other.exitCode, stderr: other.stderr }).toMatchInlineSnapshot(`
      {
        "exitCode": 2,
        "stderr": "error: --model is for agents that can be told which model to ask
      hint: Those that ship can, mcp:… and openai:… too; others have a model of their own.
      ",
      }
    `)
  })
})

// What was asked has any shape.
function systemOf(request: Readonly<Record<string, unknown>> | undefined): string {
  return JSON.parse(JSON.stringify(request)).messages[0].content
}

const modelReview = JSON.stringify({
  result: 'pass',
  confidence: 0.91,
  evidenceStatus: 'sufficient',
  explanation: 'The first-floor corridor has two ABC extinguishers.',
  shortExplanation: 'Two extinguishers',
  citations: [],
  pageNumber: 1,
})

/** A project with the suites that ship, and one case by itself. */
function reviewProject(): Project {
  const project = newProject()
  cpSync(shipped, project.folder, { recursive: true })
  const [one] = JSON.parse(readFileSync(join(shipped, 'en/quick_start_suite.json'), 'utf8')) as unknown[]
  project.write({ 'one.json': one })
  return project
}

// The keys are what is tested here; programs in other languages read them.
function resultIn(project: Project) {
  return ResultFile.parse(JSON.parse(project.read('r.json')))
}

const ResultFile = z.object({
  case_results: z.array(z.object({ status: z.string(), evaluations: z.record(z.string(), z.unknown()) })),
  aggregated_metrics: z.object({
    AccuracyEvaluator: z.object({ accuracy: z.number().nullable() }),
    ConfidenceCalibrationEvaluator: z.object({
      critical_error_count: z.number(),
      critical_errors: z.array(z.unknown()),
    }),
    OutputEvaluator: z.unknown().optional(),
  }),
})

/** Seconds and the names of files that are made from the clock. */
function withoutTimes(text: string): string {
  return (
    text
      .replaceAll(/results_\d{8}_\d{6}/g, 'results_TIME')
      // The last of them may go over the end of a line.
      .replaceAll(/(?:<\s*)?\d+(?:\.\d+)?\s*(?:秒|ミ\s*リ\s*秒|seconds|ms)/g, 'TIME')
      .replaceAll(/TIME \([^)]*\)/g, 'TIME')
      // The columns are as wide as the seconds in them.
      .replaceAll(/(?<=\S) {2,}/g, '  ')
  )
}

it('leaves the result of each of several reviews that begin within a second', async () => {
  const project = newProject()
  const args = ['review', '--suite', 'examples/document-review/en/quick_start_suite.json', '--experiment', 'accuracy']
  const outcomes = await Promise.all([1, 2, 3].map(async () => project.runHere(...args)))
  const saved = outcomes.map(({ stdout }) => /Results saved: PROJECT\/(.+)/.exec(stdout)?.[1] ?? '')
  const runs = saved.map((file) => (JSON.parse(project.read(file)) as { run_id: string }).run_id)
  expect(new Set(saved).size).toBe(3)
  expect(new Set(runs).size).toBe(3)
  const again = await project.run('resume', String(runs[0]))
  expect(again.stdout).toContain(`Results saved: PROJECT/${saved[0]}`)
})
