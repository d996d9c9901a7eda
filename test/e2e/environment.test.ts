import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../src/core/index.ts'
import { startModelServer } from './model-server.ts'
import { evalSet, newProject, turn, until } from './run-shinsa.ts'

// Calls `lookup` with the message's words, one after another, and answers with what it was told.
const looker = `
export default async (message, { tools }) => {
  const toolCalls = []
  for (const word of message.split(' ')) {
    const response = await tools.call('lookup', { word }, () => ({ means: 'real ' + word + ' ' + Math.random() }))
    toolCalls.push({ name: 'lookup', args: { word }, response })
  }
  return { response: JSON.stringify(toolCalls.map(({ response }) => response.means)), toolCalls }
}
`
// The same, a little slower and one word after another.
const slowLooker = `
export default async (message, { tools }) => {
  const found = []
  for (const word of message.split(' ')) {
    await new Promise((resolve) => setTimeout(resolve, 60))
    found.push(await tools.call('lookup', { word }, () => ({ means: 'real ' + word + ' ' + Math.random() })))
  }
  return JSON.stringify(found)
}
`
const means = (word: string, meaning: string, more: object = {}) => ({
  match_args: { word },
  injected_response: { means: meaning },
  ...more,
})
const lookup = (...injection_configs: object[]) => ({
  tool_simulation_configs: [{ tool_name: 'lookup', injection_configs }],
})
const words = evalSet({ tea: [turn('tea cup', '["leaf","bowl"]')], pot: [turn('pot', '["jug"]')] })
const criteria = { criteria: { exact_match: 1 } }
const files = { 'agent.ts': looker, 'w.evalset.json': words, 'test_config.json': criteria }
const run = ['run', 'w.evalset.json', '-t', './agent.ts']

describe('an environment file', () => {
  const meanings = lookup(means('tea', 'leaf'), means('cup', 'bowl'), means('pot', 'jug', { random_seed: 7 }))

  it('answers in place of the tools and stands in the run, with its seeds', async () => {
    const project = newProject({ ...files, 'env.json': meanings })
    const { outcome, document } = await project.runJson(...run.slice(1), '--environment', 'env.json', '--seed', '5')
    expect(outcome.exitCode).toBe(0)
    expect(document.run.plan).toMatchObject({
      seed: 5,
      environment: { file: 'PROJECT/env.json', sha256: expect.any(String), seeds: { lookup: [7] } },
    })
    expect(document.run.summary?.notes).toBeUndefined()
  })

  it('may be named in the config, from whose folder its path starts', async () => {
    const project = newProject({
      ...files,
      'env.json': meanings,
      'shinsa.config.ts': 'export default { target: "./agent.ts", environment: "env.json" }',
      'below/here': '',
    })
    const { ended } = project.start(['run', '../w.evalset.json'], { cwd: 'below' })
    expect((await ended).exitCode).toBe(0)
  })

  it('reaches an agent that was wrapped in code', async () => {
    const project = newProject({
      ...files,
      'env.json': meanings,
      'wrapped.ts': `import { functionTarget, withRetries } from 'shinsa/targets'
import agent from './agent.ts'
export default withRetries(functionTarget(agent))`,
    })
    expect((await project.run('run', 'w.evalset.json', '-t', './wrapped.ts', '-e', 'env.json')).exitCode).toBe(0)
  })

  it('gives the same draws to every run with the same seed, and other ones to another', async () => {
    const flaky = lookup({ injection_probability: 0.5, injected_response: { means: 'down' } })
    const many = evalSet(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, [turn('a b c', 'x')]])))
    const project = newProject({ ...files, 'w.evalset.json': many, 'env.json': flaky })
    const downs = async (seed: string) => {
      const { document } = await project.runJson(...run.slice(1), '-e', 'env.json', '--seed', seed)
      return document.results.map(({ transcript }) =>
        JSON.stringify(transcript.invocations[0]?.finalResponse).replaceAll(/real \w [\d.]+/g, 'real'),
      )
    }
    const one = await downs('1')
    expect(await downs('1')).toEqual(one)
    expect(await downs('2')).not.toEqual(one)
    expect(one.join('')).toMatch(/real.*down/)
  })

  it('whose mocks do nothing is said to in the report', async () => {
    const idle = {
      tool_simulation_configs: [
        ...lookup(means('tea', 'leaf'), means('tee', 'peg')).tool_simulation_configs,
        { tool_name: 'translate', injection_configs: [{ injected_response: { to: 'ja' } }] },
      ],
    }
    const project = newProject({ ...files, 'env.json': idle })
    const { document } = await project.runJson(...run.slice(1), '--environment', 'env.json')
    expect(document.run.summary?.notes?.map(toEnglish)).toEqual([
      'lookup: injection 2 never hit',
      'lookup is mocked, and 2 of 3 calls ran the real tool',
      'translate is mocked and was never called; the agent called lookup',
    ])
    const shown = await project.run('show', 'latest')
    expect(shown.stdout).toContain('\nNote: lookup: injection 2 never hit\n')
    const japanese = await project.runHere('show', 'latest', '--lang', 'ja')
    expect(japanese.stdout).toContain('\n備考: lookup: 注入 2 は一度も当たりませんでした\n')
  })

  it('that nobody asks is said to be idle', async () => {
    const project = newProject({ ...files, 'agent.ts': 'export default () => "leaf"', 'env.json': meanings })
    const { stdout } = await project.runHere(...run, '--environment', 'env.json')
    expect(stdout).toContain('Note: the agent never asked for a tool')
  })

  it.each([
    ['{ "tool_simulation_configs": [{ "tool_name": "f" }] }', 'PROJECT/env.json:1: tool_simulation_configs.0'],
    ['{', 'PROJECT/env.json'],
    ['[]', 'PROJECT/env.json:1'],
  ])('is refused before the agent is asked when it is %s', async (content, place) => {
    const project = newProject({ ...files, 'env.json': content })
    const { exitCode, stderr, stdout } = await project.runHere(...run, '--environment', 'env.json')
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(`error: ${place}`)
  })

  it('is refused where the agent cannot ask', async () => {
    const project = newProject({
      ...files,
      'env.json': meanings,
      'own.ts':
        'export default { name: "own", open: async () => ({ say: async (userContent) => ({ userContent }), close: async () => {} }) }',
      'w.jsonl': '{"eval_id":"tea","invocations":[]}\n{"eval_id":"pot","invocations":[]}\n',
      'shinsa.config.ts': 'export default { targets: { bare: { http: { url: "http://127.0.0.1:9", body: {} } } } }',
    })
    for (const target of ['./own.ts', 'recorded:w.jsonl', 'bare']) {
      const { exitCode, stderr } = await project.runHere('run', 'w.evalset.json', '-t', target, '-e', 'env.json')
      expect({ target, exitCode }).toEqual({ target, exitCode: 2 })
      expect(stderr).toContain('cannot be answered by somebody else')
    }
  })

  it('and an environment made in code are one too many', async () => {
    const project = newProject({
      ...files,
      'env.json': meanings,
      'agent.ts': `import { declaredMocks, functionTarget } from 'shinsa/targets'
export default functionTarget(async () => 'hi', { environment: [declaredMocks()] })`,
    })
    const { exitCode, stderr } = await project.runHere(...run, '-e', 'env.json')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('has an environment of its own, made in code')
  })

  it('has replies made up by its model, and says what that took', async () => {
    const meaningOf: Readonly<Record<string, string>> = { tea: 'leaf', cup: 'bowl', pot: 'jug' }
    const server = await startModelServer((prompt) => {
      const [, word = ''] = /"word": "(\w+)"/.exec(prompt.slice(prompt.lastIndexOf('"call"'))) ?? []
      const isAboutTools = prompt.includes('<<declarations')
      return { text: isAboutTools ? '{"connections":[]}' : JSON.stringify({ means: meaningOf[word] }) }
    })
    const simulated = {
      tool_simulation_configs: [{ tool_name: 'lookup', mock_strategy_type: 'MOCK_STRATEGY_TOOL_SPEC' }],
      simulation_model: 'openai-compatible/world',
      simulation_model_configuration: { temperature: 0, thinking_config: { thinking_budget: 9 } },
      environment_data: 'A kitchen.',
      tracing: { earlier: 'lookup said leaf' },
      tool_declarations: [{ name: 'lookup', parameters: { type: 'object' } }],
    }
    const project = newProject({ ...files, 'env.json': simulated, '.env': `OPENAI_COMPATIBLE_BASE_URL=${server.url}` })
    const { outcome, document } = await project.runJson(...run.slice(1), '-e', 'env.json', '--yes')
    expect(outcome.exitCode).toBe(0)
    expect(document.run.plan.environment).toMatchObject({ model: 'openai-compatible/world' })
    expect(document.run.summary?.notes).toBeUndefined()
    expect(document.run.summary?.cost.environment).toMatchObject({ calls: 4, inputTokens: 48, outputTokens: 20 })
    expect(outcome.stderr).toContain(
      'warning: simulation_model_configuration: thinking_config has no effect on openai-compatible/world',
    )
    expect(server.prompts[1]).toContain('A kitchen.')
    expect(server.prompts[1]).toContain('lookup said leaf')
  })

  it('may not say where its model is', async () => {
    const simulated = {
      tool_simulation_configs: [{ tool_name: 'lookup', mock_strategy_type: 'MOCK_STRATEGY_TOOL_SPEC' }],
      simulation_model: 'ollama/world@http://203.0.113.9/',
    }
    const project = newProject({ ...files, 'env.json': simulated })
    const { exitCode, stderr } = await project.runHere(...run, '-e', 'env.json')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('such a config may name a model and no address')
  })
})

describe('mocks that a case declares', () => {
  it('that cannot be read are refused before the agent is asked', async () => {
    const project = newProject({ ...files, 'w.evalset.json': withMocks({ lookup: [{ injected_respons: {} }] }) })
    const { exitCode, stdout, stderr } = await project.runHere(...run)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('pot: tool_mocks.0.injection_configs.0: Unrecognized key: "injected_respons"')
    // The same in a file of lines, which is streamed.
    project.write({
      'w.jsonl': withMocks({ lookup: 1 })
        .eval_cases.map((one) => `${JSON.stringify(one)}\n`)
        .join(''),
    })
    expect((await project.runHere('run', 'w.jsonl', '-t', './agent.ts')).stderr).toContain('pot: tool_mocks.0')
  })

  it('and never uses are named, also where the target cannot ask', async () => {
    const mocks = { lookup: [means('pot', 'jug')], translate: [{ injected_response: { a: 1 } }] }
    const project = newProject({
      ...files,
      'w.evalset.json': withMocks(mocks),
      'own.ts':
        'export default { name: "own", open: async () => ({ say: async (userContent) => ({ userContent }), close: async () => {} }) }',
    })
    const { document } = await project.runJson(...run.slice(1))
    expect(document.results[1]?.verdict).toBe('passed')
    expect(document.run.summary?.notes?.map(toEnglish)).toEqual([
      '1 case declares a mock of translate and never called it: pot',
    ])
    const other = await project.runJson('w.evalset.json', '-t', './own.ts')
    expect(other.document.run.summary?.notes?.map(toEnglish)).toEqual([
      '1 case declares mocks of tools, and own cannot ask for them',
    ])
  })
})

describe('a program in another language', () => {
  const hasPython = spawnSync('python3', ['--version']).status === 0

  it.runIf(hasPython)('asks for its tools as docs/environments.md shows it', async () => {
    const page = readFileSync(new URL('../../docs/environments.md', import.meta.url), 'utf8')
    const project = newProject({
      'agent.py': /```python\n(.*?)```/s.exec(page)?.[1] ?? '',
      'w.csv': 'question,answer\nA1,lost\nB2,on its way\n',
      'env.json': {
        tool_simulation_configs: [
          {
            tool_name: 'find_parcel',
            injection_configs: [{ match_args: { number: 'A1' }, injected_response: { status: 'lost' } }],
          },
        ],
      },
    })
    const args = ['w.csv', '-t', 'command:python3 agent.py', '-e', 'env.json', '--record-tools', 'tools.jsonl']
    const { outcome, document } = await project.runJson(...args)
    expect(outcome.exitCode).toBe(0)
    expect(document.run.summary?.notes?.map(toEnglish)).toEqual([
      'find_parcel is mocked, and 1 of 2 calls ran the real tool',
    ])
    expect(project.read('tools.jsonl')).toContain('"args":{"number":"B2"},"response":{"status":"on its way"}}')
  })
})

describe('tool traffic', () => {
  it('is recorded, and replayed offline with the same answers, repeat by repeat', async () => {
    const project = newProject(files)
    const first = await project.runJson(...run.slice(1), '--repeat', '2', '--record-tools', 'tools.jsonl')
    const again = await project.runJson(...run.slice(1), '--repeat', '2', '--replay-tools', 'tools.jsonl')
    const answers = answersOf(first.document.results)
    expect(answersOf(again.document.results)).toEqual(answers)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(4)
    expect(first.document.run.plan.environment).toEqual({ recordedTo: 'PROJECT/tools.jsonl' })
    expect(again.document.run.plan.environment).toEqual({
      replayed: { file: 'PROJECT/tools.jsonl', sha256: expect.any(String) },
    })
    expect(project.read('tools.jsonl').trim().split('\n')).toHaveLength(6)
  })

  it('is the error of the case, and not of the agent, where a call was not recorded', async () => {
    const project = newProject({
      ...files,
      'tools.jsonl': '{"name":"lookup","args":{"word":"pot"},"response":{"means":"jug"}}\n',
    })
    const { outcome, document } = await project.runJson(...run.slice(1), '--replay-tools', 'tools.jsonl')
    expect(outcome.exitCode).toBe(1)
    expect(document.results.map(({ verdict }) => verdict)).toEqual(['not-evaluated', 'passed'])
    expect(document.results[0]?.transcript.failure).toMatchObject({ code: 'environment' })
    const { stdout, exitCode } = await project.runHere(...run, '--replay-tools', 'tools.jsonl', '--fail-on', 'none')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('the simulated environment failed: the recording has no call lookup {"word":"tea"}')
  })

  it('is recorded anew over an old recording, and over nothing else', async () => {
    const project = newProject({ ...files, 'notes.txt': 'mine' })
    for (let times = 0; times < 2; times += 1) await project.runHere(...run, '--record-tools', 'tools.jsonl')
    expect(project.read('tools.jsonl').trim().split('\n')).toHaveLength(3)
    const refused = await project.runHere(...run, '--record-tools', 'notes.txt')
    expect(refused.exitCode).toBe(2)
    expect(refused.stderr).toContain('PROJECT/notes.txt is there and is no recording, so it is not written over')
    expect(project.read('notes.txt')).toBe('mine')
    expect((await project.runHere(...run, '--record-tools', 'no/where.jsonl')).stderr).toContain('no such folder')
  })

  it('is either recorded or replayed, and of one dataset', async () => {
    const project = newProject({
      ...files,
      'v.evalset.json': words,
      'shinsa.config.ts': 'export default { target: "./agent.ts", replayTools: "gone.jsonl" }',
    })
    const both = await project.runHere(
      'run',
      'w.evalset.json',
      '--record-tools',
      'a.jsonl',
      '--replay-tools',
      'b.jsonl',
    )
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('either recorded or replayed')])
    const several = await project.runHere('run', 'w.evalset.json', 'v.evalset.json', '--record-tools', 'a.jsonl')
    expect([several.exitCode, several.stderr]).toEqual([2, expect.stringContaining('of one dataset, not of several')])
    // What the command line asks for wins over the other kind in the config.
    expect((await project.runHere('run', 'w.evalset.json', '--record-tools', 'a.jsonl')).exitCode).toBe(1)
    expect(existsSync(`${project.folder}/a.jsonl`)).toBe(true)
    expect((await project.runHere('run', 'w.evalset.json')).stderr).toContain('gone.jsonl: there is no such file')
  })

  it('goes on in the same recording when a killed run is resumed, and replays as a whole', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `c${at}`)
    const project = newProject({
      ...files,
      'agent.ts': slowLooker,
      'w.evalset.json': evalSet(Object.fromEntries(ids.map((id) => [id, [turn(`${id} x`, 'a'), turn('y z', 'b')]]))),
    })
    const { child, ended } = project.start([...run, '--record-tools', 'tools.jsonl', '-j', '3'])
    while (!existsSync(`${project.folder}/tools.jsonl`) || project.read('tools.jsonl').length < 600) await sleep(20)
    child.kill('SIGKILL')
    await ended
    const recording = project.read('tools.jsonl')
    const before = recording.slice(0, recording.lastIndexOf('\n') + 1)
    expect(before.split('\n').length).toBeLessThan(48)
    // Half a line, as a process that dies in the middle of one leaves it.
    project.write({ 'tools.jsonl': `${before}{"case":"c1","na` })
    const resumed = await project.run('resume', 'latest', '--json')
    expect(project.read('tools.jsonl').startsWith(before)).toBe(true)
    const recorded = JSON.parse(resumed.stdout)
    const replayed = await project.runJson(...run.slice(1), '--replay-tools', 'tools.jsonl')
    expect(answersOf(replayed.document.results)).toEqual(answersOf(recorded.results))
    expect(replayed.document.run.summary?.notes).toBeUndefined()
  })

  it('of another recording is no way to go on with a run', async () => {
    const line = '{"name":"lookup","args":{"word":"tea"},"response":1}\n'
    const project = newProject({
      ...files,
      'tools.jsonl': line,
      'agent.ts': `import { writeFileSync } from 'node:fs'
        export default () => { writeFileSync('asked', ''); return new Promise(() => {}) }`,
    })
    const { child, ended } = project.start([...run, '--replay-tools', 'tools.jsonl'])
    await until(() => existsSync(join(project.folder, 'asked')))
    child.kill('SIGKILL')
    await ended
    project.write({ 'tools.jsonl': line + line })
    const { exitCode, stderr } = await project.runHere('resume', 'latest')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('its environment changed since')
  })
})

/** The set in which the second case has mocks of its own. */
function withMocks(tool_mocks: unknown) {
  const cases = words.eval_cases.map((evalCase) =>
    evalCase.eval_id === 'pot' ? { ...evalCase, tool_mocks } : evalCase,
  )
  return { ...words, eval_cases: cases }
}

type AnyResult = { readonly transcript: { readonly invocations: readonly { readonly finalResponse?: unknown }[] } }

function answersOf(results: readonly AnyResult[]): readonly unknown[] {
  return results.map(({ transcript }) => transcript.invocations.map(({ finalResponse }) => finalResponse))
}
