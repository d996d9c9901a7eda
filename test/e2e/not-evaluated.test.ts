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
    const { exitCode, stdout } = await project().runHere('run', ...run, '--fail-on', rule)
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

const dead = ['--judge', 'openai-compatible/m@http://127.0.0.1:1/v1', '--yes']
const judged = { criteria: { final_response_match_v2: 0.8 } }

describe('a run that evaluated nothing', () => {
  it.each(['failed', 'error', 'pass-rate<0.01', 'not-evaluated'])('never passes under %s', async (rule) => {
    const { runHere: shinsa } = project({ 'q.csv': 'id,question,expected\n1,one,\n2,two,\n' })
    const { exitCode, stdout } = await shinsa('run', ...run, '--fail-on', rule)
    expect(exitCode).toBe(1)
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      '✗ FAILED  Pass rate –: nothing was evaluated',
      '? 2 of 2 not evaluated',
      'Gate: nothing was evaluated: 2 results without a verdict',
    ])
    const junit = (await shinsa('show', 'latest', '-r', 'junit')).stdout
    expect(junit).toContain('tests="2" failures="2" errors="0" skipped="0"')
    expect(junit).not.toContain('passRate')
    expect((await shinsa('list')).stdout).toMatch(/✗ failed +–; 2 not evaluated/)
  })

  it('never passes where there are only quantities', async () => {
    const { runHere: shinsa } = project({
      'm.mjs':
        'export default { name: "letters", score: () => ({ status: "measured", metric: "letters", value: 3, unit: "letters" }) }\n',
      'shinsa.config.mjs': 'import letters from "./m.mjs"\nexport default { metrics: [letters], criteria: {} }\n',
      'q.jsonl': '{"id":"1","question":"one"}\n',
    })
    const { exitCode, stdout } = await shinsa('run', 'q.jsonl', '-t', './agent.mjs', '--fail-on', 'failed')
    expect({ exitCode, first: stdout.split('\n')[0] }).toEqual({
      exitCode: 1,
      first: '✗ FAILED  Pass rate –: nothing was evaluated',
    })
  })

  it('is not gated under none, which is no pass', async () => {
    const { runHere: shinsa } = project({ 'c.json': judged, 'q.csv': 'id,question,expected\n1,one,one\n' })
    const { exitCode, stdout } = await shinsa('run', ...run, ...dead, '--fail-on', 'none')
    expect(exitCode).toBe(0)
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      '○ NOT GATED  Pass rate –: nothing was evaluated',
      '? 1 of 1 not evaluated, 1 of them because something other than the agent broke',
    ])
    expect((await shinsa('show', 'latest', '-r', 'junit')).stdout).toContain('errors="1"')
    expect((await shinsa('list')).stdout).toContain('○ not gated')
  })
})

describe('shinsa compare', () => {
  it('takes a dead judge for one that said nothing, and not for a worse agent', async () => {
    const two = 'id,question,expected\n1,one,one\n2,two,two\n'
    const { runHere: shinsa } = project({ 'c.json': judged, 'q.csv': two })
    await shinsa('run', ...run, '--name', 'before')
    await shinsa('run', ...run, ...dead, '--name', 'after')
    const worse = await shinsa('compare', 'before', 'after', '--fail-on-worse')
    expect(worse.exitCode).toBe(0)
    const stable = worse.stdout
      .replaceAll(/\d{8}-\d{6}-\w{4}/g, 'RUN')
      .replace(/(Seconds of the agent): .*, 2 cases/, '$1')
    expect(stable).toMatchInlineSnapshot(`
      "No case was evaluated in both runs
      ? Less was evaluated: −100 points of 2 cases (McNemar: p = 0.5)
      ! final_response_match_v2: the judge differs: embedded → openai-compatible/m
      Against RUN: 0 better, 0 worse, 0 the same; pass rate 100 % → – (2 not evaluated)
      2 left out: not evaluated in RUN, the judge failed

      Seconds of the agent

      ◆ passed → not evaluated  1  final_response_match_v2 1 → none
      ◆ passed → not evaluated  2  final_response_match_v2 1 → none
      "
    `)
    expect((await shinsa('compare', 'before', 'after', '--fail-on-less-evaluated')).exitCode).toBe(1)
    expect((await shinsa('compare', 'before', 'before', '--fail-on-less-evaluated')).exitCode).toBe(0)
  })

  it('says so where the datasets differ, in every format', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => index)
    const right = `id,question,expected\n${ids.map((id) => `${id},word${id},word${id}`).join('\n')}\n`
    const { runHere: shinsa, write } = project({ 'q.csv': right.replaceAll(/,word(\d+)$/gm, ',other$1') })
    await shinsa('run', ...run, '--name', 'before')
    write({ 'q.csv': right })
    await shinsa('run', ...run, '--name', 'after')
    const { stdout } = await shinsa('compare', 'before', 'after')
    expect(stdout.split('\n')[0]).toBe('The datasets differ: no case is the same in both')
    expect(stdout).toContain('! The dataset differs: q (')
    const markdown = (await shinsa('compare', 'before', 'after', '-r', 'markdown')).stdout
    expect(markdown).toContain('### The datasets differ: no case is the same in both')
    const json = JSON.parse((await shinsa('compare', 'before', 'after', '--json')).stdout) as object
    expect(json).toMatchObject({ changed: { count: 12 }, settings: [{ setting: 'dataset' }] })
    expect(json).not.toHaveProperty('test')
  })
})
