import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

// 9 answers as expected, 3 others, and 13 rows that expect nothing.
const rows = Array.from({ length: 25 }, (_, index) => {
  const expected = index < 9 ? `word${index}` : index < 12 ? 'other' : ''
  return `${index + 1},word${index},${expected}`
})
const table = `id,question,expected\n${rows.join('\n')}\n`
const echo = 'export default (text) => text\n'
const criteria = { criteria: { response_match_score: 0.8 } }

function project(files: Readonly<Record<string, unknown>> = {}) {
  return newProject({ 'q.csv': table, 'agent.mjs': echo, 'c.json': criteria, ...files })
}

const run = ['q.csv', '-t', './agent.mjs', '-c', 'c.json'] as const

describe('what was not evaluated', () => {
  it('is in no pass rate, and stands beside it in every report', async () => {
    const { run: shinsa, runJson } = project()
    const { document } = await runJson(...run)
    expect(document.run.summary).toMatchObject({
      results: { total: 25, evaluated: 12, passed: 9, failed: 3, error: 0, notEvaluated: 13, broken: 0 },
      passRate: { value: 0.75, n: 12 },
      passRateAtWorst: { value: 0.36, n: 25 },
    })
    const shown = async (...args: readonly string[]) => (await shinsa(...args)).stdout
    expect((await shown('show', 'latest')).split('\n').slice(0, 3)).toMatchInlineSnapshot(`
      [
        "✗ FAILED  9 of 12 evaluated cases passed, 75 % (95 % interval 46–92 %)",
        "? 13 of 25 not evaluated: with them, the pass rate lies between 36 % and 88 %",
        "3 failed",
      ]
    `)
    expect((await shown('show', 'latest', '--lang', 'ja')).split('\n').slice(0, 3)).toMatchInlineSnapshot(`
      [
        "✗ 不合格  評価したケース 12 件中 9 件が合格、合格率 75 %（95 % 信頼区間 46–92 %）",
        "? 25 件中 13 件が未評価: それらを含めると合格率は 36 % から 88 % の間です",
        "不合格 3 件",
      ]
    `)
    expect((await shown('show', 'latest', '-r', 'markdown')).split('\n').slice(0, 6)).toMatchInlineSnapshot(`
      [
        "## ❌ FAILED q",
        "",
        "**9 of 12 evaluated cases passed, 75 % (95 % interval 46–92 %)**",
        "",
        "**⚠️ 13 of 25 not evaluated: with them, the pass rate lies between 36 % and 88 %**",
        "",
      ]
    `)
    expect((await shown('list')).split('\n')[1]).toContain('75 % (46–92 %); 13 not evaluated')
    const junit = await shown('show', 'latest', '-r', 'junit')
    expect(junit).toContain('<property name="evaluated" value="12"/>')
    expect(junit).toContain('<property name="notEvaluated" value="13"/>')
    expect(junit).toContain('<property name="passRate" value="0.75"/>')
  })

  it.each([
    ['pass-rate<0.7', 'Gate: pass-rate is 0.36 with 13 not evaluated counted against it, below 0.7'],
    ['pass-rate-low<0.3', 'Gate: pass-rate-low is 0.2025 with 13 not evaluated counted against it, below 0.3'],
    [
      'response_match_score<0.5',
      'Gate: response_match_score is 0.36 with 13 not evaluated counted against it, below 0.5',
    ],
  ])('counts against the run in the rule %s', async (rule, reason) => {
    const { exitCode, stdout } = await project().run('run', ...run, '--fail-on', rule)
    expect(exitCode).toBe(1)
    expect(stdout).toContain(`${reason}\n`)
  })

  it('is an error of anybody but the agent, whose own errors count as not passed', async () => {
    const { runJson } = project({
      'agent.mjs': 'export default (text) => { if (text < "word2") throw new Error("boom"); return text }\n',
    })
    const { document } = await runJson(...run)
    const { results, passRate, metrics } = document.run.summary!
    // word0, word1 and word10 to word19 are refused: 2 that would have passed, 2 that would not, 8 without a reference.
    expect(results).toMatchObject({ evaluated: 20, passed: 7, failed: 1, error: 12, notEvaluated: 5 })
    expect(passRate).toMatchObject({ value: 7 / 20, n: 20 })
    expect(metrics[0]).toMatchObject({ scored: 8, agentErrors: 12, notEvaluated: 5, passRate: { value: 7 / 20 } })
  })
})
