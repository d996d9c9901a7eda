import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

function caseLines(count: number, changed: readonly number[] = []): string {
  return Array.from({ length: count }, (_, index) => {
    const question = changed.includes(index) ? `other ${index}` : `q${index}`
    const turn = {
      user_content: { parts: [{ text: question }] },
      final_response: { parts: [{ text: 'secret words' }] },
    }
    return `${JSON.stringify({ eval_id: `case-${index}`, conversation: [turn] })}\n`
  }).join('')
}

/** Right on all cases but the first ones. */
const agent = (wrong: number) =>
  `export default async (message) => (Number(message.slice(1)) < ${wrong} ? 'nothing' : 'secret words')`

const files = {
  'cases.jsonl': caseLines(60),
  'good.mjs': agent(2),
  'less.mjs': agent(5),
  'bad.mjs': agent(20),
  'test_config.json': { criteria: { exact_match: 1 } },
}

async function projectWithBaseline() {
  const project = newProject(files)
  await project.runHere('run', 'cases.jsonl', '-t', './good.mjs')
  const exported = await project.runHere('export', 'latest', '--format', 'baseline', '--output', 'baseline.json')
  expect(exported).toMatchObject({ exitCode: 0, stderr: '' })
  return project
}

const gateLine = (stdout: string) => stdout.split('\n').find((line) => /^(Gate|Note): /.test(line))

describe('a baseline', () => {
  it('has no texts, no path of this machine, and is read on another', async () => {
    const project = await projectWithBaseline()
    const baseline = project.read('baseline.json')
    for (const text of ['secret words', 'nothing', project.folder, 'cases.jsonl']) expect(baseline).not.toContain(text)
    const other = newProject({ ...files, 'baseline.json': baseline })
    await other.runHere('run', 'cases.jsonl', '-t', './bad.mjs')
    const compared = await other.runHere('compare', 'baseline.json', 'latest', '--fail-on-worse')
    expect(compared.exitCode).toBe(1)
    expect(compared.stdout).toContain('0 better, 18 worse, 42 the same')
    await other.runHere('export', 'latest', '--output', 'run.json')
    const same = await other.runHere('compare', 'run.json', 'latest')
    expect(same.stdout).toContain('0 better, 0 worse, 60 the same')
  })

  it('closes the gate on a clear loss alone, whatever failed before', async () => {
    const project = await projectWithBaseline()
    const run = (...args: readonly string[]) =>
      project.runHere('run', 'cases.jsonl', '--baseline', 'baseline.json', ...args)
    const same = await run('-t', './good.mjs')
    expect([same.exitCode, gateLine(same.stdout)]).toEqual([0, expect.stringContaining('no difference')])
    const slightly = await run('-t', './less.mjs')
    expect([slightly.exitCode, gateLine(slightly.stdout)]).toEqual([0, expect.stringContaining('cannot tell yet')])
    const unsure = await run('-t', './less.mjs', '--when-unsure', 'fail')
    expect([unsure.exitCode, gateLine(unsure.stdout)]).toEqual([1, expect.stringContaining('cannot tell yet')])
    const worse = await run('-t', './bad.mjs')
    expect(worse.exitCode).toBe(1)
    expect(gateLine(worse.stdout)).toMatchInlineSnapshot(
      `"Gate: worse than the baseline baseline.json: 18 of 60 cases lost, 0 won (McNemar: p = 0.0000076)"`,
    )
    // Named rules are kept; the baseline is then told of and not gated on.
    expect((await run('-t', './bad.mjs', '--fail-on', 'pass-rate<0.5')).exitCode).toBe(0)
  })

  it('holds nothing against a case that is another one now', async () => {
    const project = await projectWithBaseline()
    project.write({ 'cases.jsonl': caseLines(62, [3, 4]) })
    const { stdout } = await project.runHere('run', 'cases.jsonl', '-t', './good.mjs', '--baseline', 'baseline.json')
    expect(stdout).toContain('2 cases changed since the baseline')
    expect(stdout).toContain('2 cases that the baseline does not have')
    expect(stdout).toContain('no difference from the baseline baseline.json on 58 cases')
  })

  it('with which nothing can be compared closes the gate', async () => {
    const project = await projectWithBaseline()
    project.write({ 'cases.jsonl': caseLines(5, [0, 1, 2, 3, 4]) })
    const run = await project.runHere('run', 'cases.jsonl', '-t', './good.mjs', '--baseline', 'baseline.json')
    expect(run.exitCode).toBe(1)
    expect(run.stdout).toContain('Gate: no case was evaluated in the baseline baseline.json and now')
  })

  it('says nothing of cases that are played again since they failed', async () => {
    const project = await projectWithBaseline()
    const gate = ['--baseline', 'baseline.json', '--fail-on', 'worse-than-baseline']
    await project.runHere('run', 'cases.jsonl', '-t', './bad.mjs', ...gate)
    const again = await project.runHere('rerun', 'latest')
    expect(again.stdout).toContain('0 of 20 cases passed')
    expect(again.stdout).not.toContain('baseline')
    expect(again.stderr).toContain(
      'nothing is held against baseline.json: these cases were chosen for how they came out',
    )
    const none = await project.runHere('rerun', 'latest', '--only', 'error', '--json')
    expect(none).toMatchObject({ exitCode: 0, stdout: '', stderr: 'no case of the run came out as error\n' })
  })

  it('of a config is set aside too, with its rules, and stays so when such a run is resumed', async () => {
    const project = await projectWithBaseline()
    const config = { baseline: './baseline.json', whenUnsure: 'fail', failOn: ['worse-than-baseline'] }
    project.write({ 'shinsa.config.mjs': `export default ${JSON.stringify(config)}` })
    const all = await project.runHere('run', 'cases.jsonl', '-t', './bad.mjs')
    expect([all.exitCode, gateLine(all.stdout)]).toEqual([1, expect.stringContaining('worse than the baseline')])
    const { document } = await project.runJson('cases.jsonl', '-t', './good.mjs', '--first', '20')
    expect(document.run.summary?.baseline?.outcome).toBe('unsure')
    const again = await project.runHere('rerun', 'latest', '--only', 'failed,passed')
    expect(again.stdout).not.toContain('baseline')
    expect(again.stderr).toContain('nothing is held against baseline.json')
    expect(gateLine(again.stdout)).toBe('Gate: 2 results failed')
    const resumed = await project.runHere('resume', 'latest')
    expect(resumed.stdout).not.toContain('baseline')
    expect(gateLine(resumed.stdout)).toBe('Gate: 2 results failed')
  })

  it('that is none, or is missing, is said before the agent is asked', async () => {
    const project = newProject(files)
    const wrong = await project.runHere('run', 'cases.jsonl', '-t', './good.mjs', '--baseline', 'test_config.json')
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' })
    expect(wrong.stderr).toContain('test_config.json is neither a baseline nor a run exported as JSON')
    const none = await project.runHere('run', 'cases.jsonl', '-t', './good.mjs', '--fail-on', 'worse-than-baseline')
    expect(none).toMatchObject({ exitCode: 2, stdout: '' })
    const idle = await project.runHere('run', 'cases.jsonl', '-t', './good.mjs', '--when-unsure', 'fail')
    expect(idle.stderr).toContain('the gate asks how the run stands against a baseline, and none is named')
  })
})
