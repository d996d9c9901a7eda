import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../src/public/index.ts'
import { agents, loudSet, newProject } from './run-shinsa.ts'

const right = loudSet({ one: 'right' })
const loud = (message: string) => message.toUpperCase()
const wrong = loudSet({ two: 'wrong' })

describe('a folder as dataset', () => {
  it('is all eval sets below it, in the order of their paths, each a run; one that fails closes the gate', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'evals/b.evalset.json': right,
      'evals/a/z.test.json': right,
      'evals/a/test_config.json': { criteria: { response_match_score: 0.1 } },
      'evals/a/notes.json': { anything: true },
      'evals/.hidden/c.test.json': wrong,
      'evals/node_modules/d.test.json': wrong,
    })
    mkdirSync(join(project.folder, 'elsewhere'))
    symlinkSync(join(project.folder, 'evals'), join(project.folder, 'evals', 'again'))
    const { exitCode, stdout } = await project.run('run', 'evals', '-t', './agent.ts', '--reporter', 'json')
    const runs = JSON.parse(stdout)
    expect(runs.map((one: { run: { plan: { dataset: { path: string } } } }) => one.run.plan.dataset.path)).toEqual([
      'PROJECT/evals/a/z.test.json',
      'PROJECT/evals/b.evalset.json',
    ])
    const criteriaOf = runs.map(
      (one: { run: { plan: { criteria?: { file: string } } } }) => one.run.plan.criteria?.file,
    )
    expect(criteriaOf).toEqual(['evals/a/test_config.json', undefined])
    expect(exitCode).toBe(0)
    project.write({ 'evals/c.test.json': wrong })
    expect(await project.runHere('run', 'evals', '-t', './agent.ts')).toMatchObject({ exitCode: 1 })
  })

  it('without an eval set, or with a selector, is refused', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'evals/notes.json': {}, 'sets/a.test.json': right })
    const empty = await project.runHere('run', 'evals', '-t', './agent.ts')
    expect([empty.exitCode, empty.stderr]).toMatchInlineSnapshot(`
      [
        2,
        "error: PROJECT/evals: there is no eval set in it or below it
      hint: Of a folder, all files that end in .test.json or .evalset.json are meant. Name others one by one.
      ",
      ]
    `)
    const chosen = await project.runHere('run', 'sets:one', '-t', './agent.ts')
    expect([chosen.exitCode, chosen.stderr]).toMatchInlineSnapshot(`
      [
        2,
        "error: PROJECT/sets is a folder: cases are chosen from one file
      hint: Name the file that has them, as in evals/weather.evalset.json:hot_day
      ",
      ]
    `)
  })

  it('is one evaluation of several runs in code', async () => {
    const project = newProject({ 'evals/a.test.json': right, 'evals/b/b.test.json': wrong })
    const { runs, passed, results } = await evaluate({
      dataset: 'evals',
      cwd: project.folder,
      store: ':memory:',
      target: loud,
    })
    expect(runs).toHaveLength(2)
    expect(results).toHaveLength(2)
    expect(passed).toBe(false)
  })
})

describe('the words of adk eval', () => {
  const files = {
    'agents/loud/agent.ts': agents.loud,
    'agents/loud/loud.evalset.json': loudSet({ one: 'right', two: 'wrong' }),
    'other/test_config.json': { criteria: { response_match_score: 0 } },
  }

  it('are the agent’s folder and the set, by path or by id, with cases', async () => {
    for (const set of ['agents/loud/loud.evalset.json:one', 'loud:one']) {
      const { outcome, document } = await newProject(files).runJson('agents/loud', set)
      expect(outcome.exitCode).toBe(0)
      expect(document.results.map(({ evalCase }) => evalCase.id)).toEqual(['one'])
    }
    // A folder that is called like the set is not meant.
    const beside = newProject({ ...files, 'loud/notes.txt': 'x' })
    expect((await beside.runJson('agents/loud', 'loud:one')).outcome.exitCode).toBe(0)
    const { outcome } = await newProject(files).runJson('agents/loud/agent.ts', 'agents/loud/loud.evalset.json')
    expect(outcome.exitCode).toBe(1)
  })

  it('are --config_file_path and --print_detailed_results', async () => {
    const flags = ['--config_file_path', 'other/test_config.json', '--print_detailed_results']
    const { exitCode, stdout } = await newProject(files).runHere('run', 'agents/loud', 'loud', ...flags)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('response_match_score')
    expect(stdout).not.toContain('tool_trajectory_avg_score')
    for (const id of ['one', 'two']) expect(stdout).toMatch(new RegExp(`^✓ passed {2}${id}\\b`, 'm'))
  })

  it('name one agent and one config, and an agent in Python is reached otherwise', async () => {
    const project = newProject({ ...files, 'agents/py/agent.py': 'root_agent = None\n' })
    const twice = await project.runHere('run', 'agents/loud', 'loud', '-t', './agents/loud/agent.ts')
    expect([twice.exitCode, twice.stderr]).toMatchInlineSnapshot(`
      [
        2,
        "error: agents/loud is an agent, and --target names one too
      hint: Leave out one of the two.
      ",
      ]
    `)
    const configs = await project.runHere('run', 'agents/loud', 'loud', '-c', 'a.json', '--config_file_path', 'b.json')
    expect([configs.exitCode, configs.stderr]).toMatchInlineSnapshot(`
      [
        2,
        "error: --config and --config_file_path say the same: leave out one of the two
      ",
      ]
    `)
    const python = await project.runHere('run', 'agents/py', 'agents/loud/loud.evalset.json')
    expect([python.exitCode, python.stderr]).toMatchInlineSnapshot(`
      [
        2,
        "error: agents/py holds an agent in Python, which cannot run in this process
      hint: Start \`adk api_server agents\` and name it as the agent: adk:http://127.0.0.1:8000/py. See docs/targets.md.
      ",
      ]
    `)
  })
})

it('takes the flags that only ADK has a use for, and says so', async () => {
  const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': loudSet({ one: 'right' }) })
  const flags = [
    '--log_level',
    'DEBUG',
    '--eval_storage_uri',
    'gs://b',
    '--enable_features',
    'A',
    '--enable_features',
    'B',
  ]
  const { stderr, exitCode } = await project.runHere('run', './agent.ts', 'a.evalset.json', ...flags)
  expect(exitCode).toBe(0)
  for (const flag of ['--log_level', '--eval_storage_uri', '--enable_features'])
    expect(stderr).toContain(`warning: ${flag} has no effect`)
})

it('names the words of now for an option that ADK called otherwise, and keys of a session that nothing reads', async () => {
  const set = loudSet({ one: 'right' })
  const mistyped = set.eval_cases.map((one: object) => ({
    ...one,
    session_input: { app_name: 'a', user_id: 'u', sate: { city: 'Kyoto' } },
  }))
  const project = newProject({
    'agent.ts': agents.loud,
    'a.evalset.json': { ...set, eval_cases: mistyped },
    'old.json': { criteria: { final_response_match_v2: { threshold: 0.5, evaluate_full_response: true } } },
  })
  const refused = await project.runHere('run', './agent.ts', 'a.evalset.json', '-c', 'old.json')
  expect(refused.stderr).toContain('Did you mean include_intermediate_responses_in_final?')
  expect(refused.exitCode).toBe(2)
  const { stderr } = await project.runHere('run', './agent.ts', 'a.evalset.json')
  expect(stderr).toContain('session_input.sate: this key is unknown and passed over')
})
