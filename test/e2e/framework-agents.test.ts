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
        "error: Mastra has several agents: shop, other
      hint: Name one behind the file: ./mastra/index.ts#shop
      ",
      ]
    `)
    expect((await project.run('run', 'q.csv', '-t', './agent.mjs#other')).exitCode).toBe(0)
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
      "error: PROJECT/agent.mjs does not export default
      hint: It exports: tools.
      "
    `)
  })
})
