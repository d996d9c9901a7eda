import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

/** What an agent of the AI SDK looks like: its own package is not needed to see that. */
const agent = `
const step = (text) => ({
  content: [{ type: 'text', text }],
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
  response: { modelId: 'scripted', messages: [{ role: 'assistant', content: text }] },
})
const agent = {
  version: 'agent-v1',
  id: 'shop',
  tools: {},
  async generate({ messages }) {
    console.log('noise of the framework')
    return { steps: [step(messages.length + ': ' + messages.at(-1).content)] }
  },
}
`
const cases = 'id,question,answer\na,tea,1: tea\n'

describe('an agent of a framework as the target', () => {
  it.each([
    ['agent.mjs', 'export default agent'],
    ['agent.mjs', 'export { agent }'],
    ['agent.mjs', 'export const notes = [], app = agent'],
    ['agent.mjs', 'export default () => agent'],
    ['agent.mjs', 'export default async function make({ name } = {}) { return agent }'],
    ['agent.mjs', 'export const app = () => {}, graph = agent'],
    ['agent.cjs', 'module.exports = { rootAgent: agent }'],
    ['agent.mjs', 'export const mastra = { listAgents: () => ({ shop: agent }), getAgent() {} }'],
    ['agent.mjs', 'export const tools = {}, shopAgent = agent, alias = agent'],
    ['agent.mjs', 'export const rootAgent = async () => agent'],
    ['agent.mjs', 'export default class Shop { constructor() { Object.assign(this, agent) } }'],
  ])('%s: %s', async (file, exported) => {
    const project = newProject({ [file]: `${agent}\n${exported}\n`, 'q.csv': cases })
    const { exitCode, stdout, stderr } = await project.run('run', 'q.csv', '-t', `./${file}`, '--json')
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    const { run, results } = JSON.parse(stdout)
    expect(run.summary.cost).toMatchObject({ inputTokens: 10, outputTokens: 5 })
    expect(results).toHaveLength(1)
    // What frameworks print is no part of a report.
    expect(stderr).toContain('noise of the framework')
  })

  it('is said before the run, with its tools', async () => {
    const tools = 'agent.tools = { get_weather: {}, search: {} }\nexport { agent }\n'
    const project = newProject({ 'agent.mjs': `${agent}\n${tools}`, 'q.csv': cases })
    const args = ['run', 'q.csv', '-t', './agent.mjs'] as const
    const seen = async (...more: readonly string[]) => (await project.run(...args, ...more)).stderr.split('\n')[1]
    expect(await seen()).toBe('AI SDK agent “shop”, 2 tools: get_weather, search')
    expect(await seen('--lang', 'ja')).toBe('AI SDK のエージェント「shop」、ツール 2 個: get_weather, search')
  })

  it('one of several in Mastra is named behind the file', async () => {
    const several = 'export const mastra = { listAgents: () => ({ shop: agent, other: agent }), getAgent() {} }'
    const project = newProject({ 'agent.mjs': `${agent}\n${several}\n`, 'q.csv': cases })
    const { exitCode, stderr } = await project.run('run', 'q.csv', '-t', './agent.mjs')
    expect([exitCode, stderr]).toMatchInlineSnapshot(`
      [
        2,
        "error: ./agent.mjs has several agents: shop, other
      hint: Name one behind the file: ./agent.mjs#shop
      ",
      ]
    `)
    expect((await project.run('run', 'q.csv', '-t', './agent.mjs#other')).exitCode).toBe(0)
  })

  it('one of Mastra is also found by its id', async () => {
    const several =
      'export const mastra = { listAgents: () => ({ a: agent, b: { ...agent, id: "other" } }), getAgent() {} }'
    const project = newProject({ 'agent.mjs': `${agent}\n${several}\n`, 'q.csv': cases })
    const { exitCode, stderr } = await project.run('run', 'q.csv', '-t', './agent.mjs#other')
    expect([exitCode, stderr.split('\n')[1]]).toEqual([0, 'AI SDK agent “other”, no tools'])
  })

  it('one of several under names of their own is named behind the file', async () => {
    const several = 'export const shop = agent, other = { ...agent }'
    const project = newProject({ 'agent.mjs': `${agent}\n${several}\n`, 'q.csv': cases })
    const { stderr } = await project.run('run', 'q.csv', '-t', './agent.mjs')
    expect(stderr).toMatchInlineSnapshot(`
      "error: ./agent.mjs has several agents: other, shop
      hint: Name one behind the file: ./agent.mjs#other
      "
    `)
  })

  it.each([
    ['the config imports it', "import { agent } from './agent.mjs'\nexport default { target: agent }\n"],
    [
      'it is one of the targets',
      "import { agent } from './agent.mjs'\nexport default { targets: { shop: agent }, target: 'shop' }\n",
    ],
    [
      'the config imports what makes it',
      "import { agent } from './agent.mjs'\nexport default { target: () => agent }\n",
    ],
    [
      'the config imports Mastra',
      "import { agent } from './agent.mjs'\nexport default { target: { listAgents: () => ({ agent }), getAgent() {} } }\n",
    ],
  ])('is the target where %s', async (_what, config) => {
    const project = newProject({
      'agent.mjs': `${agent}\nexport { agent }\n`,
      'shinsa.config.mjs': config,
      'q.csv': cases,
    })
    const { exitCode, stdout } = await project.run('run', 'q.csv', '--json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout).run.summary.cost).toMatchObject({ inputTokens: 10, outputTokens: 5 })
  })

  it('is the target that evaluate() is handed', async () => {
    const script = `import { evaluate } from 'shinsa'
import { agent } from './agent.mjs'
export default async () => JSON.stringify((await evaluate({ dataset: 'q.csv', target: agent })).passed)
`
    const project = newProject({
      'agent.mjs': `${agent}\nexport { agent }\n`,
      'script.mjs': script,
      'q.csv': cases,
      'ask.csv': 'id,question,answer\na,tea,true\n',
    })
    const { exitCode } = await project.run('run', 'ask.csv', '-t', './script.mjs')
    expect(exitCode).toBe(0)
  })

  it('is not what a class makes that nobody knows', async () => {
    const project = newProject({ 'agent.mjs': 'export default class Shop { ask() {} }\n', 'q.csv': cases })
    const { stdout, stderr } = await project.run('run', 'q.csv', '-t', './agent.mjs')
    expect(stdout + stderr).toContain(
      'Shop is a class, and what it makes is no agent of a framework that is known here',
    )
  })

  it('may answer in pieces', async () => {
    const agents = `export default async function* (text) { yield '1: '; yield text }
export const web = (text) => new Response('1: ' + text)
`
    const project = newProject({ 'agent.mjs': agents, 'q.csv': cases })
    for (const target of ['./agent.mjs', './agent.mjs#web']) {
      const { exitCode } = await project.run('run', 'q.csv', '-t', target)
      expect(exitCode).toBe(0)
    }
  })

  it('of Python is asked as a command', async () => {
    const project = newProject({ 'agent.py': 'print("hi")\n', 'q.csv': cases })
    const { stderr } = await project.run('run', 'q.csv', '-t', './agent.py')
    expect(stderr).toMatchInlineSnapshot(`
      "error: ./agent.py is a Python program, and is asked as a command
      hint: Write command:python3 ./agent.py; it reads a line of JSON for each message and prints its answer.
      "
    `)
  })

  it('says what a module without an agent exports', async () => {
    const project = newProject({ 'agent.mjs': 'export const tools = []\n', 'q.csv': cases })
    const { stderr } = await project.run('run', 'q.csv', '-t', './agent.mjs')
    expect(stderr.replaceAll(project.folder, '')).toMatchInlineSnapshot(`
      "error: PROJECT/agent.mjs does not export an agent
      hint: It exports: tools. One of them is named behind the file: ./agent.mjs#tools
      "
    `)
  })
})
