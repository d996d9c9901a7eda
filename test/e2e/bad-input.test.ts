import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, symlinkSync, writeSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isProcessAlive } from '../../src/files/index.ts'
import { type Project, agents, loudSet, newProject } from './run-shinsa.ts'

const one = loudSet({ one: 'right' })
const two = loudSet({ one: 'right', two: 'right' })
const MIB = 2 ** 20

describe('a dataset that is wrong ends with 2 and says where and what next:', () => {
  it('broken JSON', async () => {
    const text = '{\n  "eval_set_id": "x",\n  "eval_cases": [\n    {"eval_id": "a" "conversation": []}\n  ]\n}\n'
    expect(await refusedDataset('a.evalset.json', text)).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json:4:21: expected a comma
      hint: Look there and just before it: a quote, a comma or a bracket is missing or too many.
      "
    `)
  })

  it('a broken line of JSON lines', async () => {
    const [first] = one.eval_cases
    expect(await refusedDataset('a.jsonl', `${JSON.stringify(first)}\n{"eval_id": \n`)).toMatchInlineSnapshot(`
      "error: PROJECT/a.jsonl:2:13: expected a value
      hint: Look there and just before it: a quote, a comma or a bracket is missing or too many.
      "
    `)
  })

  it('UTF-16', async () => {
    const bytes = Buffer.from(`\ufeff${JSON.stringify(one)}`, 'utf16le')
    expect(await refusedDataset('a.evalset.json', bytes)).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json: this is UTF-16, not UTF-8
      hint: Save it again as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8 PROJECT/a.evalset.json
      "
    `)
  })

  it('Shift_JIS', async () => {
    // 質問,回答 and two rows in the encoding that Excel in Japan writes.
    const bytes = Buffer.concat([
      Buffer.from([0x8e, 0xbf, 0x96, 0xe2, 0x2c, 0x89, 0xf1, 0x93, 0x9a, 0x0a]),
      Buffer.from([0x82, 0xb1, 0x82, 0xea, 0x82, 0xcd, 0x3f, 0x2c, 0x82, 0xcd, 0x82, 0xa2, 0x0a]),
    ])
    expect(await refusedDataset('質問.csv', bytes)).toMatchInlineSnapshot(`
      "error: PROJECT/質問.csv: byte 0 (0x8e) is not UTF-8
      hint: It looks like Shift_JIS. Convert it: iconv -f CP932 -t UTF-8 PROJECT/質問.csv
      "
    `)
  })

  it('a missing field', async () => {
    const dataset = { eval_set_id: 'x', eval_cases: [{ eval_id: 'a', conversation: [{ final_response: {} }] }] }
    expect(await refusedDataset('a.evalset.json', dataset)).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json:7: eval_cases[0].conversation[0]: "user_content" is missing
      "
    `)
  })

  it('an unknown field', async () => {
    const exchange = { user_content: { parts: [{ text: 'q' }] }, final_respnse: {} }
    const dataset = { eval_set_id: 'x', eval_cases: [{ eval_id: 'a', conversation: [exchange] }] }
    expect(await refusedDataset('a.evalset.json', dataset)).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json:15: eval_cases[0].conversation[0].final_respnse: unknown key
      hint: Did you mean "final_response"?
      "
    `)
  })

  it('a field whose name would write on the screen', async () => {
    const text =
      '{"eval_set_id": "x", "eval_cases": [{"eval_id": "a", "conversation": [{"\\u001b[2J\\nerror: fine": 1}]}]}'
    expect(await refusedDataset('a.evalset.json', text)).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json:1: eval_cases[0].conversation[0].␛[2J ⏎ error: fine: unknown key
      hint: Known here: invocation_id, user_content, final_response, other_references, intermediate_data, creation_timestamp, rubrics, app_details, duration, inference_call_count. Further problems in it: 1.
      "
    `)
  })

  it('an unknown field of a case, which would be metadata if it stood beside a conversation', async () => {
    const dataset = { eval_set_id: 'x', eval_cases: [{ eval_id: 'a', conversaton: [] }] }
    expect(await refusedDataset('a.evalset.json', dataset)).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json:4: eval_cases[0]: a case needs a conversation or a conversation_scenario
      hint: Did you mean "conversation"?
      "
    `)
  })

  it('ids that are there twice', async () => {
    const dataset = { ...one, eval_cases: [...one.eval_cases, ...one.eval_cases] }
    expect(await refusedDataset('a.evalset.json', dataset)).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json:31: eval_cases[1].eval_id: the case "one" is there twice; the first one is PROJECT/a.evalset.json:5: eval_cases[0].eval_id
      hint: Results are told apart by these ids. Give one of the two another one.
      "
    `)
  })

  it('a table without a question', async () => {
    expect(await refusedDataset('a.csv', 'id,text,expected\n1,hello,hi\n')).toMatchInlineSnapshot(`
      "error: PROJECT/a.csv: no column holds what the agent is asked
      hint: Its columns are id, text, expected. Say which one it is: columns: { prompt: "text" }
      "
    `)
  })

  it('a file that is not there', async () => {
    expect(await refused(newProject({ 'agent.ts': agents.loud }), 'run', 'no.json', '-t', './agent.ts'))
      .toMatchInlineSnapshot(`
      "error: PROJECT/no.json: there is no such file
      hint: Relative paths start from the working directory.
      "
    `)
  })

  it('an empty file', async () => {
    expect(await refusedDataset('a.evalset.json', '')).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json is empty
      hint: A dataset has at least one case.
      "
    `)
  })

  it('an eval set without cases', async () => {
    expect(await refusedDataset('a.evalset.json', { eval_set_id: 'x', eval_cases: [] })).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json: there is no case in it
      hint: A dataset has at least one case.
      "
    `)
  })

  it('a folder without any dataset', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'sets/notes.txt': 'nothing to ask' })
    expect(await refused(project, 'run', 'sets', '-t', './agent.ts')).toMatchInlineSnapshot(`
      "error: PROJECT/sets: there is no eval set in it or below it
      hint: Of a folder, all files that end in .test.json or .evalset.json are meant. Name others one by one.
      "
    `)
  })

  it('some other JSON', async () => {
    expect(await refusedDataset('a.json', { name: 'package', version: '1.0.0' })).toMatchInlineSnapshot(`
      "error: PROJECT/a.json: this document is no dataset
      hint: An eval set is an object with "eval_set_id" and "eval_cases", an experiment of strands-evals one with "cases" and "evaluators", a review suite a list of cases with "input" and "expected_output", questions about runbooks a list with "question" and "expected_keypoints"; rows of a table have a key such as "question", others are mapped by \`columns\` in the config.
      "
    `)
  })

  it('a config', async () => {
    expect(await refusedDataset('test_config.json', { criteria: { exact_match: 1 } })).toMatchInlineSnapshot(`
      "error: PROJECT/test_config.json: this document is no dataset
      hint: It is a config: it belongs beside a dataset as test_config.json, or behind --config.
      "
    `)
  })

  it('an old ADK turn without a list around it', async () => {
    expect(await refusedDataset('old.test.json', { query: 'Hi', reference: 'HI' })).toMatchInlineSnapshot(`
      "error: PROJECT/old.test.json: this document is no dataset
      hint: Old ADK files are lists: put what stands there into [ and ].
      "
    `)
  })

  it('a case that it does not have', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': two })
    expect(await refused(project, 'run', 'a.evalset.json:one,tow', '-t', './agent.ts')).toMatchInlineSnapshot(`
      "error: PROJECT/a.evalset.json has no case tow
      hint: Did you mean two?
      "
    `)
  })

  it.each([
    ['a document', 'a.evalset.json', '[', ']'],
    ['a line', 'a.jsonl', '{"eval_id":"a","conversation":[', ']}'],
    [
      'the arguments of a call',
      'a.evalset.json',
      '{"eval_set_id":"x","eval_cases":[{"eval_id":"a","conversation":[{"user_content":{"parts":[{"text":"q"}]},"intermediate_data":{"tool_uses":[{"name":"f","args":{"a":[',
      ']}}]}}]}]}',
    ],
  ])('100,000 levels in %s', async (_where, name, before, after) => {
    const text = before + '['.repeat(100_000) + ']'.repeat(100_000) + after
    expect(await refusedDataset(name, text)).toMatch(/nested/)
  })
})

describe('200 MB are refused in 400 MB of memory', () => {
  it.each([
    ['a JSON document', 'a.evalset.json', '{"eval_set_id": "'],
    ['one line', 'a.jsonl', '{"eval_id": "'],
    ['a quotation in a table that never ends', 'a.csv', 'id,question\n1,"'],
  ])('as %s', async (_what, name, beginning) => {
    const project = newProject({ 'agent.ts': agents.loud })
    const file = openSync(join(project.folder, name), 'w')
    writeSync(file, beginning)
    const block = Buffer.alloc(10 * MIB, 'x')
    for (let written = 0; written < 20; written += 1) writeSync(file, block)
    closeSync(file)
    const { stderr, peakMiB } = await refusedMeasured(project, 'run', name, '-t', './agent.ts')
    expect(stderr).toMatch(/too large|too long|longer than/)
    expect(peakMiB).toBeLessThan(400)
  })

  it('as a hole', async () => {
    const project = newProject({ 'agent.ts': agents.loud })
    const file = openSync(join(project.folder, 'a.jsonl'), 'w')
    ftruncateSync(file, 200 * MIB)
    closeSync(file)
    const { peakMiB } = await refusedMeasured(project, 'run', 'a.jsonl', '-t', './agent.ts')
    expect(peakMiB).toBeLessThan(400)
  })
})

describe('a path stays inside its folder:', () => {
  const evil = 'import { writeFileSync } from "node:fs"\nwriteFileSync("harm.txt", "")\nexport const score = () => 1\n'

  it.each(['../evil.ts#score', '../../evil.ts', '/evil.ts#score', 'metrics/../../evil.ts#score'])(
    'a custom metric %s is not loaded',
    async (name) => {
      const project = newProject({
        'agent.ts': agents.loud,
        'shinsa.config.ts': "export default { trust: ['sets'] }",
        'evil.ts': evil,
        'sets/deep/a.evalset.json': one,
        'sets/evil.ts': evil,
        'sets/deep/test_config.json': customMetricConfig(name),
      })
      expect(await refused(project, 'run', 'sets/deep/a.evalset.json', '-t', './agent.ts')).toContain(
        'leaves the folder',
      )
      expect(readdirSync(project.folder)).not.toContain('harm.txt')
    },
  )

  it('a custom metric that is a link to a file outside is not loaded', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'shinsa.config.ts': "export default { trust: ['sets'] }",
      'evil.ts': evil,
      'sets/a.evalset.json': one,
      'sets/test_config.json': customMetricConfig('metrics.score'),
    })
    symlinkSync('../evil.ts', join(project.folder, 'sets/metrics.ts'))
    expect(await refused(project, 'run', 'sets/a.evalset.json', '-t', './agent.ts')).toMatchInlineSnapshot(`
      "error: PROJECT/sets/test_config.json: metrics.ts#score leaves the folder PROJECT/sets
      hint: Code that a data file names must lie beside it.
      "
    `)
    expect(readdirSync(project.folder)).not.toContain('harm.txt')
  })

  it.each([
    ['app name', { app_name: '../x', user_id: 'u' }, 'set'],
    ['eval set id', { app_name: 'app', user_id: 'u' }, '../../x'],
  ])('an ADK result with a hostile %s is not written', async (_what, session, id) => {
    const [first] = one.eval_cases
    const project = newProject({
      'agent.ts': agents.loud,
      'work/a.evalset.json': { eval_set_id: id, eval_cases: [{ ...first, session_input: session }] },
    })
    expect(await project.run('run', 'work/a.evalset.json', '-t', './agent.ts')).toMatchObject({ exitCode: 0 })
    const before = readdirSync(project.folder, { recursive: true }).length
    mkdirSync(join(project.folder, 'work/out/history'), { recursive: true })
    const stderr = await refused(project, 'export', 'latest', '-f', 'adk', '-o', 'work/out/history')
    expect(stderr).toContain('cannot be part of a file name')
    expect(readdirSync(project.folder, { recursive: true }).length).toBe(before + 2)
  })
})

describe('a request that is wrong ends with 2:', () => {
  it('an unknown metric', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': one,
      'test_config.json': { criteria: { response_match_scor: 0.8 } },
    })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', './agent.ts')).toMatchInlineSnapshot(`
      "error: PROJECT/test_config.json: there is no metric response_match_scor
      hint: Did you mean response_match_score?
      "
    `)
  })

  it('an option that a metric does not have', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': one,
      'test_config.json': { criteria: { exact_match: { threshold: 1, ignore_csae: true } } },
    })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', './agent.ts')).toMatchInlineSnapshot(`
      "error: PROJECT/test_config.json: the criterion of exact_match has no option ignore_csae
      hint: Did you mean ignore_case? Its options are: threshold, include_intermediate_responses_in_final, ignore_case, ignore_whitespace, nfkc, thoughts, text.
      "
    `)
  })

  it('a test_config.json without criteria, under another name', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': one,
      'test_config.json': { critera: { exact_match: 1 } },
    })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', './agent.ts')).toMatchInlineSnapshot(`
      "error: PROJECT/test_config.json: there are no criteria in it
      hint: They stand under "criteria"; "critera" is no key of such a file.
      "
    `)
  })

  it('an option that a judged metric does not have', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': one,
      'test_config.json': { criteria: { safety_v1: { threshold: 1, judgeModelOption: { num_samples: 1 } } } },
    })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', './agent.ts')).toMatchInlineSnapshot(`
      "error: PROJECT/test_config.json: the criterion of safety_v1 has no option judge_model_option
      hint: Did you mean judge_model_options? Its options are: threshold, include_intermediate_responses_in_final, judge_model_options.
      "
    `)
  })

  it('an unknown setting', async () => {
    const project = newProject({
      'shinsa.config.ts': 'export default { taget: "./agent.ts" }',
      'a.evalset.json': one,
    })
    expect(await refused(project, 'run', 'a.evalset.json')).toMatchInlineSnapshot(`
      "error: PROJECT/shinsa.config.ts: config: Unrecognized key: "taget"
      hint: Did you mean target, targets?
      "
    `)
  })

  it('a config that cannot be loaded', async () => {
    const project = newProject({ 'shinsa.config.ts': 'export default {{', 'a.evalset.json': one })
    const stderr = await refused(project, 'run', 'a.evalset.json')
    expect(stderr).toContain('PROJECT/shinsa.config.ts cannot be loaded')
  })

  it('no target', async () => {
    expect(await refused(newProject({ 'a.evalset.json': one }), 'run', 'a.evalset.json')).toMatchInlineSnapshot(`
      "error: there is no agent to evaluate
      hint: Name one with --target (./agent.ts, command:…, http://…, recorded:FILE), or in shinsa.config.ts (\`shinsa init --table\` writes one). Answers that a table has in a column actual_output are scored without one.
      "
    `)
  })

  it('a target that is not there', async () => {
    const project = newProject({ 'a.evalset.json': one })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', './agnet.ts')).toMatchInlineSnapshot(`
      "error: ./agnet.ts is no target: no name in the config and no file
      hint: A target is ./agent.ts[#export], command:PROGRAM ARGUMENTS, http(s)://URL, adk:URL/APP, a2a:URL, acp:COMMAND, mcp:COMMAND|URL, openai:MODEL@URL, recorded:FILE, run:ID, or a name from the config.
      "
    `)
  })

  it('no dataset', async () => {
    expect(await refused(newProject(), 'run')).toMatchInlineSnapshot(`
      "error: which dataset? None was named, no config names one, and no *.eval.ts is below PROJECT
      hint: shinsa run DATASET, or \`datasets: […]\` in shinsa.config.ts; \`shinsa init\` writes a first one.
      "
    `)
  })

  it('an unknown flag', async () => {
    expect(await refused(newProject(), 'run', 'a.json', '--conurrency', '3')).toMatchInlineSnapshot(`
      "error: shinsa run: Unknown option '--conurrency'
      hint: Did you mean --concurrency?
      "
    `)
  })

  it('an unknown command', async () => {
    expect(await refused(newProject(), 'rnu')).toMatchInlineSnapshot(`
      "error: shinsa has no command "rnu"
      hint: Did you mean run?
      "
    `)
  })

  it('a number that is none', async () => {
    expect(await refused(newProject(), 'run', 'a.json', '--repeat', 'often')).toMatchInlineSnapshot(`
      "error: --repeat takes a whole number from 1 to 1000, not "often"
      "
    `)
  })

  it('an unknown rule for the gate', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': one })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', './agent.ts', '--fail-on', 'sometimes'))
      .toMatchInlineSnapshot(`
        "error: "sometimes" is not a rule for the gate
        hint: Rules are: failed, error, not-evaluated, cut, unadmitted-judge, unadmitted-judge-no-battery, none, pass-rate<0.9, pass-rate-low<0.8, corrected-pass-rate-low<0.8, METRIC<0.7, METRIC>0.3, METRIC.pass-rate<0.7; of all results together critical-error, recall<0.95, ece>0.2 (review), win-rate-low<0.5 (preference).
        "
      `)
  })

  it('a rule for the gate about something that the run does not measure', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': one })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', './agent.ts', '--fail-on', 'passrate>0.9'))
      .toMatchInlineSnapshot(`
        "error: the gate asks for passrate, which this run does not measure
        hint: Did you mean pass-rate?
        "
      `)
  })

  it('a run that is not there', async () => {
    expect(await refused(newProject(), 'show', 'latest')).toMatchInlineSnapshot(`
      "error: there is no run "latest"
      hint: \`shinsa list\` shows them; \`latest\` is the newest.
      "
    `)
  })
})

it('what a test_config.json says in vain is warned of', async () => {
  const project = newProject({
    'agent.ts': agents.loud,
    'a.evalset.json': one,
    'test_config.json': {
      criteria: { response_match_score: false, chrf: 80, token_usage_v1: { threshold: 100, budget: 100 } },
      custom_metric: {},
      custom_metrics: { short: { code_config: { name: 'checks.short' } } },
      live_model_config: { timeout_seconds: 3 },
      user_simulator_config: { max_allowed_invocation: 3 },
    },
  })
  const { exitCode, stderr } = await project.run('run', 'a.evalset.json', '-t', './agent.ts')
  expect(exitCode).toBe(1)
  expect(stderr).toMatchInlineSnapshot(`
    "agent: ./agent.ts
    warning: PROJECT/test_config.json: custom_metric has no effect
    hint: Did you mean "custom_metrics"?
    warning: PROJECT/test_config.json: live_model_config has no effect
    warning: PROJECT/test_config.json: user_simulator_config: max_allowed_invocation has no effect
    hint: Did you mean "max_allowed_invocations"?
    warning: PROJECT/test_config.json: custom_metrics: nothing asks for short
    hint: Name it under "criteria", with its threshold.
    warning: PROJECT/test_config.json: response_match_score: false is the threshold 0, which every score reaches
    warning: chrf: no score reaches the threshold 80
    hint: Scores are 0 to 1.
    warning: token_usage_v1: the threshold 100 has no effect: it is passed as a whole or not
    0 of 1 done
    "
  `)
})

it('what cannot be evaluated under ADK’s rules is warned of', async () => {
  const project = newProject({
    'agent.ts': agents.loud,
    'a.evalset.json': one,
    'test_config.json': { criteria: { response_match_scor: 0.8, response_match_score: 0.1, token_usage_v1: 5 } },
  })
  const { exitCode, stderr } = await project.run('run', 'a.evalset.json', '-t', './agent.ts', '--adk-compat')
  expect(exitCode).toBe(0)
  expect(stderr).toMatchInlineSnapshot(`
    "agent: ./agent.ts
    warning: there is no metric response_match_scor
    hint: Did you mean response_match_score?
    warning: token_usage_v1 measures and has no threshold
    hint: It is reported without being asked for. To make it gate, give it a budget: "token_usage_v1": { "threshold": 1, "budget": 10 }
    0 of 1 done
    "
  `)
})

describe('a run ends with 2 when in every case its program', () => {
  it('hangs', async () => {
    const project = newProject({ 'a.evalset.json': one })
    expect(await refusedProgram('hangs.mjs pids', project, '--timeout', '1')).toMatchInlineSnapshot(`
      "error: node hangs.mjs failed in the only case: Case one: the agent took longer than 1 s
      hint: Raise the time limit, or see why the agent hangs
      "
    `)
    const pids = project.read('pids').split(' ').map(Number)
    expect(pids.filter(isProcessAlive)).toEqual([])
  })

  it('dies', async () => {
    expect(await refusedProgram('dies.mjs')).toMatchInlineSnapshot(`
      "error: node dies.mjs failed in the only case: node ended with exit code 7 while it was still needed
      hint: Its error output ends with: loading\\nout of memory\\u001b[31m
      "
    `)
  })

  it('prints garbage', async () => {
    expect(await refusedProgram('garbage.mjs')).toMatchInlineSnapshot(`
      "error: node garbage.mjs failed in the only case: node printed a line that is not an answer: INFO \\u001b[32mserver\\u001b[0m ready. Its error output ends with: a warning
      hint: Answer with one line of JSON, with the conversation when the program is shared; print logs to stderr
      "
    `)
  })

  it('returns 50 MB', async () => {
    expect(await refusedProgram('flood.mjs')).toMatchInlineSnapshot(`
      "error: node flood.mjs failed in the only case: node printed more than 10485760 bytes in one line
      hint: Answer with less, or raise maxReplyBytes
      "
    `)
  })

  it('cannot be started', async () => {
    const project = newProject({ 'a.evalset.json': two })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', 'command:no-such-program --fast'))
      .toMatchInlineSnapshot(`
      "error: Cannot start no-such-program: ENOENT
      hint: See whether the program is installed, may be executed, and is on the PATH
      "
    `)
  })
})

describe('a run ends with 2 when in every case its HTTP agent', () => {
  it('refuses', async () => {
    const url = await server(() => undefined, { closed: true })
    expect(await refusedUrl(url)).toMatchInlineSnapshot(`
      "error: http://HOST/ failed in the only case: http://HOST/ cannot be reached: ECONNREFUSED
      hint: See whether the agent is running and listens at this address
      "
    `)
  })

  it('hangs', async () => {
    expect(await refusedUrl(await server(() => undefined), '--timeout', '1')).toMatchInlineSnapshot(`
      "error: http://HOST/ failed in the only case: Case one: the agent took longer than 1 s
      hint: Raise the time limit, or see why the agent hangs
      "
    `)
  })

  it('answers HTML', async () => {
    const page = await server((_request, response) => response.end('<!doctype html><title>Sign in</title>'))
    expect(await refusedUrl(page)).toMatchInlineSnapshot(`
      "error: http://HOST/ failed in the only case: The agent’s answer is not JSON. It begins with <!doctype html><title>Sign in</title>
      hint: The agent has to answer with JSON, or with its text alone as text/plain; a streamed answer needs stream
      "
    `)
  })

  it('answers 50 MB', async () => {
    const flood = await server((_request, response) => response.end(`"${'x'.repeat(50 * MIB)}"`))
    expect(await refusedUrl(flood)).toMatchInlineSnapshot(`
      "error: http://HOST/ failed in the only case: http://HOST/ answered with more than 10485760 bytes
      hint: Answer with less, or raise maxReplyBytes
      "
    `)
  })

  it('answers 500', async () => {
    const broken = await server((_request, response) => response.writeHead(500).end('database is down'))
    expect(await refusedUrl(broken)).toMatchInlineSnapshot(`
      "error: http://HOST/ failed in the only case: http://HOST/ answered with status 500: database is down
      hint: \`shinsa doctor\` checks whether targets answer.
      "
    `)
  })
})

describe('an agent that is a function', () => {
  it('and fails in every case ends with 2', async () => {
    const project = newProject({ 'agent.ts': agents.broken, 'a.evalset.json': two })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', './agent.ts')).toMatchInlineSnapshot(`
      "error: ./agent.ts failed in every case: The agent’s function threw: no tea left
      hint: \`shinsa doctor\` checks whether targets answer.
      "
    `)
  })

  it('and fails in every case after it called a tool ends with 2', async () => {
    const agent = `export default async (text, { tools }) => {
      await tools.call('look_up', {}, () => 'tea')
      throw new Error('no tea left')
    }`
    const project = newProject({ 'agent.ts': agent, 'a.evalset.json': two })
    expect(await refused(project, 'run', 'a.evalset.json', '-t', './agent.ts')).toContain('failed in every case')
  })

  it('and answers something absurdly nested in one of two cases ends with 1', async () => {
    const project = newProject({
      'agent.ts': `
        export default (text) => {
          if (text !== 'say two') return text.toUpperCase()
          let deep = {}
          for (let level = 0; level < 100_000; level += 1) deep = { deep }
          return { response: 'x', toolCalls: [{ name: 'f', args: deep }] }
        }`,
      'a.evalset.json': two,
    })
    const { exitCode, stdout } = await project.run('run', 'a.evalset.json', '-t', './agent.ts')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('the agent did not finish: The answer of the agent is nested more than 200 levels deep')
  })

  it('and crashes the whole process loses no case that was finished', async () => {
    const project = newProject({
      'agent.ts': `
        export default async (text) => {
          if (text === 'say two') process.kill(process.pid, 'SIGKILL')
          return { response: text.toUpperCase(), toolCalls: [] }
        }`,
      'a.evalset.json': two,
    })
    const { exitCode } = await project.run('run', 'a.evalset.json', '-t', './agent.ts', '-j', '1')
    expect(exitCode).not.toBe(0)
    project.write({ 'agent.ts': agents.loud })
    expect(await project.run('resume', 'latest')).toMatchObject({ exitCode: 0 })
  })
})

/** Runs a command line that must end with 2 and a hint. @returns its standard error without progress */
async function refused(project: Project, ...args: readonly string[]): Promise<string> {
  return withoutProgress(await project.runHere(...args))
}

async function refusedMeasured(project: Project, ...args: readonly string[]) {
  const report = 'process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS}`))'
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(report)}`]
  const outcome = await project.start(args, { nodeOptions }).ended
  const [text = '', peak] = outcome.stderr.split(/peak (\d+)$/)
  return { stderr: withoutProgress({ ...outcome, stderr: text }), peakMiB: Number(peak) / 1024 }
}

function withoutProgress({ exitCode, stderr }: { readonly exitCode: number | null; readonly stderr: string }): string {
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(/^(agent: .+\n)?(\d+ of \d+ done\n)?error: .+\n(hint: .+\n)?$/),
  })
  return stderr.replace(/^agent: .+\n(\d+ of \d+ done\n)?/, '')
}

function refusedDataset(name: string, content: unknown): Promise<string> {
  return refused(newProject({ 'agent.ts': agents.loud, [name]: content }), 'run', name, '-t', './agent.ts')
}

const programs = fileURLToPath(new URL('../fixtures/targets/', import.meta.url))

function refusedProgram(
  script: string,
  project = newProject({ 'a.evalset.json': one }),
  ...flags: readonly string[]
): Promise<string> {
  const target = `command:"${process.execPath}" "${programs}${script.split(' ')[0]}" ${script.split(' ').slice(1).join(' ')}`
  return refused(project, 'run', 'a.evalset.json', '-t', target, ...flags)
}

async function refusedUrl(url: string, ...flags: readonly string[]): Promise<string> {
  const project = newProject({
    'shinsa.config.ts': `export default { target: '${url}', attempts: 1 }`,
    'a.evalset.json': one,
  })
  return (await refused(project, 'run', 'a.evalset.json', ...flags)).replaceAll(new URL(url).host, 'HOST')
}

async function server(answer: RequestListener, { closed = false } = {}): Promise<string> {
  const http = createServer(answer)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const close = () => {
    http.close()
    http.closeAllConnections()
  }
  if (closed) close()
  else onTestFinished(close)
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
}

function customMetricConfig(name: string) {
  return { criteria: { mine: 0.5 }, custom_metrics: { mine: { code_config: { name } } } }
}
