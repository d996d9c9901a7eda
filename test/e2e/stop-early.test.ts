import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { RunDocument } from '../../src/reporters/json.ts'
import { type Project, newProject, until } from './run-shinsa.ts'

const cases = Array.from({ length: 200 }, (_, index) => {
  const turn = { user_content: { parts: [{ text: `q${index}` }] }, final_response: { parts: [{ text: 'yes' }] } }
  return `${JSON.stringify({ eval_id: `case-${index}`, conversation: [turn] })}\n`
}).join('')

/** Wrong in so many cases of 200, spread over the file. */
const agent = (wrong: number) =>
  `export default async (message) => ((Number(message.slice(1)) * 37) % 200 < ${wrong} ? 'no' : 'yes')`

const files = {
  'cases.jsonl': cases,
  'good.mjs': agent(4),
  'bad.mjs': agent(60),
  'test_config.json': { criteria: { exact_match: 1 } },
}
const rule = ['--fail-on', 'pass-rate<0.9', '--seed', '1']

/** What is the same in every run; times and ids are not. */
function report(stdout: string): string {
  return stdout
    .replaceAll(/\d{8}-\d{6}-\w{4}/g, 'RUN')
    .split('\n')
    .filter((line) => /^(?:✓ P|✗ F|\d+ failed|Gate|Note|Exit)/.test(line) || line.includes('not run'))
    .join('\n')
}

async function documentOf(project: Project, run = 'latest') {
  const { stdout } = await project.runHere('export', run, '--format', 'json')
  return RunDocument.parse(JSON.parse(stdout))
}

describe('--stop-early', () => {
  it('stops when the gate is decided, says so, and exits with its verdict', async () => {
    const project = newProject(files)
    const bad = await project.runHere('run', 'cases.jsonl', '-t', './bad.mjs', '--stop-early', '-j', '1', ...rule)
    expect(bad.exitCode).toBe(1)
    expect(report(bad.stdout)).toMatchInlineSnapshot(`
      "✗ FAILED  21 of 30 cases passed, 70 % (95 % interval 42–90 %)
      9 failed, 170 not run: the gate was decided early
      Gate: pass-rate<0.9 is decided: 21 of the first 30 results passed
      Note: stopped early: the gate was decided after 30 of 200 results; the whole run says otherwise at most 4 times in 100
      Note: the rest is played by shinsa resume RUN --all, and then the whole run decides
      ✗ FAILED  Exit code 1"
    `)
    const good = await project.runHere('run', 'cases.jsonl', '-t', './good.mjs', '--stop-early', '-j', '1', ...rule)
    expect(good.exitCode).toBe(0)
    expect(report(good.stdout)).toMatchInlineSnapshot(`
      "✓ PASSED  68 of 70 cases passed, 97 % (95 % interval 84–100 %)
      2 failed, 130 not run: the gate was decided early
      Note: stopped early: the gate was decided after 70 of 200 results; the whole run says otherwise at most 4 times in 100
      Note: pass-rate<0.9 is decided: 68 of the first 70 results passed
      Note: the rest is played by shinsa resume RUN --all, and then the whole run decides
      ✓ PASSED  Exit code 0"
    `)
    const listed = await project.runHere('list')
    expect(listed.stdout).toContain('✓ passed early')
    expect(listed.stdout).toContain('✗ failed early')
    const japanese = await project.runHere('show', 'latest', '--lang', 'ja')
    expect(report(japanese.stdout.replaceAll('備考: ', 'Note: '))).toContain('早期終了')
  })

  it('decides the same with eight at once, and tells it to every reader', async () => {
    const project = newProject(files)
    const outcome = ['-t', './bad.mjs', '--stop-early', ...rule]
    const one = (await project.runJson('cases.jsonl', ...outcome, '-j', '1')).document.run.summary
    const eight = (await project.runJson('cases.jsonl', ...outcome, '-j', '8')).document.run.summary
    expect(one?.stoppedEarly?.after).toBe(one?.results.total)
    expect(eight?.stoppedEarly).toEqual(one?.stoppedEarly)
    expect(eight?.results.total).toBeGreaterThanOrEqual(one?.results.total ?? 0)
    const text = async (format: string) => (await project.runHere('export', 'latest', '--format', format)).stdout
    expect(await text('markdown')).toContain('stopped early: the gate was decided after')
    const junit = await text('junit')
    expect(junit).toMatch(/<skipped message="\d+ not run: the gate was decided early"\/>/)
    expect(junit).toMatch(/errors="0"/)
    await project.runHere('export', 'latest', '--html', 'page.html')
    expect(project.read('page.html')).toContain('stopped early: the gate was decided after')
  })

  it('has another order in each run, which is kept with it, unless a seed is given', async () => {
    const project = newProject(files)
    const drawn = ['cases.jsonl', '-t', './bad.mjs', '--stop-early', '--fail-on', 'pass-rate<0.9']
    const plans = [await project.runJson(...drawn), await project.runJson(...drawn)].map(
      ({ document }) => document.run.plan,
    )
    expect(plans.map(({ orderSeed }) => orderSeed)).toEqual([expect.any(Number), expect.any(Number)])
    expect(plans[0]?.orderSeed).not.toBe(plans[1]?.orderSeed)
    expect((await project.runJson(...drawn, '--seed', '1')).document.run.plan.orderSeed).toBeUndefined()
  })

  it('leaves the rest to resume --all, which decides as a run that never stopped', async () => {
    const project = newProject(files)
    for (const name of ['good', 'bad']) {
      await project.runHere('run', 'cases.jsonl', '-t', `./${name}.mjs`, '--stop-early', ...rule)
      const early = await documentOf(project)
      const again = await project.runHere('resume', 'latest')
      expect(report(again.stdout)).toContain('shinsa resume RUN --all')
      expect((await documentOf(project)).results).toEqual(early.results)
      const all = await project.runHere('resume', 'latest', '--all')
      const whole = await documentOf(project)
      expect(whole.results).toHaveLength(200)
      for (const result of early.results) expect(whole.results).toContainEqual(result)
      const plain = await project.runJson('cases.jsonl', '-t', `./${name}.mjs`, ...rule)
      expect(all.exitCode).toBe(plain.outcome.exitCode)
      expect(whole.run.summary).toMatchObject({
        unfinished: 0,
        results: plain.document.run.summary?.results,
        gate: plain.document.run.summary?.gate,
      })
      expect(whole.run.summary?.stoppedEarly).toBeUndefined()
    }
  })

  it('goes on as it would have after kill -9', async () => {
    const slow = `
      import { appendFileSync } from 'node:fs'
      import { setTimeout } from 'node:timers/promises'
      export default async (message) => {
        appendFileSync('asked.txt', message + '\\n')
        await setTimeout(10)
        return (Number(message.slice(1)) * 37) % 200 < 40 ? 'no' : 'yes'
      }`
    const project = newProject({ ...files, 'slow.mjs': slow })
    const args = ['cases.jsonl', '-t', './slow.mjs', '--stop-early', '-j', '3', ...rule]
    const untouched = (await project.runJson(...args)).document.run.summary
    const asked = () =>
      existsSync(join(project.folder, 'asked.txt'))
        ? readFileSync(join(project.folder, 'asked.txt'), 'utf8').trim().split('\n')
        : []
    const before = asked().length
    const running = project.start(['run', ...args])
    await until(() => asked().length >= before + 10)
    running.child.kill('SIGKILL')
    await running.ended
    const resumed = await project.run('resume', 'latest', '--json')
    expect(resumed.exitCode).toBe(1)
    const { summary } = RunDocument.parse(JSON.parse(resumed.stdout)).run
    expect(summary?.stoppedEarly).toEqual(untouched?.stoppedEarly)
    // At most those that were under way are asked again.
    const questions = asked().slice(before)
    expect(questions.length - new Set(questions).size).toBeLessThanOrEqual(3)
  })

  it('holds a run against its baseline', async () => {
    const project = newProject(files)
    await project.runHere('run', 'cases.jsonl', '-t', './good.mjs')
    await project.runHere('export', 'latest', '--format', 'baseline', '--output', 'baseline.json')
    const against = ['cases.jsonl', '--baseline', 'baseline.json', '--stop-early', '-j', '1', '--seed', '1']
    const worse = await project.runHere('run', ...against, '-t', './bad.mjs')
    expect(worse.exitCode).toBe(1)
    expect(report(worse.stdout)).toMatchInlineSnapshot(`
      "✗ FAILED  22 of 32 cases passed, 69 % (95 % interval 42–89 %)
      10 failed, 168 not run: the gate was decided early
      Gate: worse than the baseline: 9 lost, 0 won of the first 32 cases
      Note: stopped early: the gate was decided after 32 of 200 results; the whole run says otherwise at most 5 times in 100
      Note: the rest is played by shinsa resume RUN --all, and then the whole run decides
      ✗ FAILED  Exit code 1"
    `)
    const same = ['-t', './good.mjs', '--fail-on', 'worse-than-baseline']
    const unchanged = await project.runHere('run', ...against, ...same)
    expect(unchanged.exitCode).toBe(0)
    expect(report(unchanged.stdout)).toMatchInlineSnapshot(`
      "✓ PASSED  91 of 94 cases passed, 97 % (95 % interval 86–100 %)
      3 failed, 106 not run: the gate was decided early
      Note: stopped early: the gate was decided after 94 of 200 results; the whole run says otherwise at most 5 times in 100
      Note: not to be called worse than the baseline: 0 lost, 0 won of the first 94 cases
      Note: the rest is played by shinsa resume RUN --all, and then the whole run decides
      ✓ PASSED  Exit code 0"
    `)
    const unsure = await project.runHere('run', ...against, '-t', './bad.mjs', '--when-unsure', 'fail')
    expect(report(unsure.stdout)).toContain('Gate: worse than the baseline')
  })

  it('is left out where a run is compared: what was not played is no loss', async () => {
    const project = newProject(files)
    await project.runHere('run', 'cases.jsonl', '-t', './good.mjs')
    await project.runHere('run', 'cases.jsonl', '-t', './good.mjs', '--stop-early', '-j', '1', ...rule)
    const runs = z.array(z.object({ plan: z.object({ runId: z.string() }) }))
    const [second, first] = runs.parse(JSON.parse((await project.runHere('list', '--json')).stdout))
    const ids = [first?.plan.runId ?? '', second?.plan.runId ?? '']
    const compared = await project.runHere('compare', ...ids, '--fail-on-worse', '--fail-on-less-evaluated')
    expect(compared.exitCode).toBe(0)
    expect(compared.stdout).toContain('0 better, 0 worse')
    expect(compared.stdout).toMatch(/\d+ left out: .* was stopped before them/)
    expect(compared.stdout).not.toContain('Less was evaluated')
  })

  it('leaves no result file of questions about runbooks before the whole run is there', async () => {
    const questions = Array.from({ length: 30 }, (_, index) => ({
      id: index + 1,
      category: '正常系',
      question: `第${index + 1}問です。端末の隔離の手順を教えてください。`,
      expected_keypoints: ['端末の隔離'],
    }))
    const project = newProject({
      'questions.json': questions,
      'agent.mjs': "export default () => ({ response: '分かりません。', citations: [] })",
    })
    const logs = () => (existsSync(join(project.folder, 'logs')) ? readdirSync(join(project.folder, 'logs')) : [])
    const early = await project.runHere('run', 'questions.json', '-t', './agent.mjs', '--stop-early', ...rule)
    expect(report(early.stdout)).toContain('stopped early')
    expect(logs()).toEqual([])
    await project.runHere('resume', 'latest', '--all')
    expect(logs()).toHaveLength(1)
  })

  it('plays reordered repeats and counts them as the gate does', async () => {
    const project = newProject(files)
    const { document } = await project.runJson('cases.jsonl', '-t', './bad.mjs', '--stop-early', '-n', '3', ...rule)
    expect(document.run.summary?.stoppedEarly).toMatchObject({ of: 600, rules: [{ gate: 'closed' }] })
    expect(document.results.length).toBeLessThan(120)
  })
})

describe('--stop-early where a whole run decides', () => {
  it.each([
    ['exact_match<0.9', []],
    ['pass-rate<0.9,exact_match<0.9', []],
    ['pass-rate-low<0.8', ['--repeat', '2']],
    ['none', []],
  ])('is refused by the name of the rule: %s', async (rules, more) => {
    const project = newProject(files)
    const args = ['cases.jsonl', '-t', './good.mjs', '--stop-early', '--fail-on', rules, ...more]
    const refused = await project.runHere('run', ...args)
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
    const named = rules.split(',').at(-1)
    expect(refused.stderr).toMatch(`error: --stop-early: only a whole run decides the rule ${named}\n`)
    expect(refused.stderr).toContain('hint: Early can be decided: failed, error, not-evaluated, pass-rate<0.9,')
    expect(existsSync(join(project.folder, 'asked.txt'))).toBe(false)
  })

  it('has no effect when a config says it for many datasets, which is said', async () => {
    const project = newProject({
      ...files,
      'shinsa.config.mjs': "export default { stopEarly: true, failOn: ['exact_match<0.5'] }",
    })
    const run = await project.runHere('run', 'cases.jsonl', '-t', './good.mjs')
    expect(run.exitCode).toBe(0)
    expect(run.stderr).toContain(
      'stopEarly of the config has no effect: only a whole run decides the rule exact_match<0.5',
    )
    const first = await project.runHere('run', 'cases.jsonl', '-t', './bad.mjs', '--fail-on', 'failed')
    expect(report(first.stdout)).toContain('stopped early')
  })
})
