import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startModelServer } from './model-server.ts'
import { newProject } from './run-shinsa.ts'

const call = { name: 'get_weather', args: { city: 'Kyoto' } }
const expected = {
  eval_set_id: 'weather',
  eval_cases: [
    {
      eval_id: 'kyoto',
      conversation: [
        {
          user_content: { role: 'user', parts: [{ text: 'How warm is it in Kyoto?' }] },
          final_response: { role: 'model', parts: [{ text: 'It is 21 degrees in Kyoto.' }] },
          intermediate_data: { tool_uses: [call] },
        },
      ],
    },
  ],
}
const events = [
  { author: 'weather', content: { role: 'model', parts: [{ functionCall: call }] } },
  { author: 'weather', content: { parts: [{ functionResponse: { name: 'get_weather', response: { degrees: 21 } } }] } },
  { author: 'weather', content: { role: 'model', parts: [{ text: 'It is 21 degrees in Kyoto.' }] } },
]

const asTargets = {
  'a function': async (answer: unknown) => ({
    files: { 'agent.mjs': `export default async () => (${JSON.stringify(answer)})` },
    target: './agent.mjs',
  }),
  'a program': async (answer: unknown) => ({
    files: {
      'agent.mjs': `import { createInterface } from 'node:readline'
        for await (const _ of createInterface(process.stdin)) console.log(${JSON.stringify(JSON.stringify(answer))})`,
    },
    target: 'command:node agent.mjs',
  }),
  'a server': async (answer: unknown) => {
    const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return { files: {}, target: `http://127.0.0.1:${(server.address() as AddressInfo).port}/run` } // it listens on a port
  },
}

describe.each(Object.entries(asTargets))('what %s answers', (_kind, targetFor) => {
  it.each([
    ['with ADK’s events', events],
    ['with ADK’s events in an object', { events }],
    ['with ADK’s events beside a response', { response: 'It is 21 degrees in Kyoto.', events }],
  ])('is read %s', async (_how, answer) => {
    const { files, target } = await targetFor(answer)
    const project = newProject({ 'weather.evalset.json': expected, ...files })
    const { outcome } = await project.runJson('weather.evalset.json', '--target', target)
    expect(outcome).toMatchObject({ exitCode: 0 })
  })

  it.each([
    [
      { response: 'It is 21.', toolCals: [call] },
      'The agent’s answer has a field that nobody here knows: toolCals.',
      'Did you mean "toolCalls"?',
    ],
    [
      { state: { step: 3 } },
      'The agent’s answer has state, but no response, toolCalls or events.',
      'An answer is a text',
    ],
  ])('is an error when it is %j', async (answer, problem, hint) => {
    const { files, target } = await targetFor(answer)
    const project = newProject({ 'weather.evalset.json': expected, ...files })
    const { exitCode, stdout, stderr } = await project.run('run', 'weather.evalset.json', '--target', target)
    expect(exitCode).not.toBe(0)
    expect(stdout + stderr).toContain(problem)
    expect(stdout + stderr).toContain(hint)
  })
})

it('a target of one’s own that says something else than an exchange is an error of the agent', async () => {
  const project = newProject({
    'weather.evalset.json': expected,
    'agent.mjs': `export default {
      name: 'mine',
      open: async () => ({ say: async () => ({ response: 'It is 21.' }), close: async () => {} }),
    }`,
  })
  const { exitCode, stdout, stderr } = await project.runHere('run', 'weather.evalset.json', '--target', './agent.mjs')
  expect(exitCode).toBe(2)
  expect(stdout + stderr).toContain('What the target’s conversation says is no exchange: response.')
})

it('a recorded transcript with a mistyped key is refused with the name that was meant', async () => {
  const line = { eval_id: 'kyoto', invocations: [{ user_content: { parts: [{ text: 'hi' }] }, final_respons: {} }] }
  const project = newProject({
    'weather.evalset.json': expected,
    'one.jsonl': JSON.stringify(line),
    'two.jsonl': JSON.stringify({ eval_id: 'kyoto', invocations: [], failur: {} }),
  })
  const one = await project.runHere('run', 'weather.evalset.json', '--target', 'recorded:one.jsonl')
  expect(one.stderr).toMatchInlineSnapshot(`
    "agent: recorded:one.jsonl
    0 of 1 done
    error: PROJECT/one.jsonl:1: invocations[0].final_respons: unknown key
    hint: Did you mean "final_response"?
    "
  `)
  const two = await project.runHere('run', 'weather.evalset.json', '--target', 'recorded:two.jsonl')
  expect(two.stderr).toMatchInlineSnapshot(`
    "agent: recorded:two.jsonl
    0 of 1 done
    error: PROJECT/two.jsonl:1: failur: unknown key
    hint: Did you mean "failure"?
    "
  `)
})

describe('instructions and tool declarations of an answer', () => {
  const answer = {
    response: 'We open at nine.',
    instructions: 'You answer for a shop that opens at nine.',
    tool_declarations: [{ type: 'function', function: { name: 'find_order', parameters: { type: 'object' } } }],
    agents: { helper: { instructions: 'You look up parcels.' } },
  }
  const criteria = { hallucinations_v1: { threshold: 0.8 } }
  const files = {
    'weather.evalset.json': expected,
    'test_config.json': { criteria },
    'agent.mjs': `export default () => (${JSON.stringify(answer)})`,
  }
  const told = ['You answer for a shop that opens at nine.', 'find_order', 'You look up parcels.']

  it.each([[[]], [['--adk-compat']]])('are shown to the judge of hallucinations_v1 (%j)', async (flags) => {
    const server = await startModelServer((prompt) =>
      prompt.includes('<sentence>') || !flags.includes('--adk-compat')
        ? { text: JSON.stringify({ sentences: [] }) }
        : { text: '<sentence>We open at nine.</sentence>' },
    )
    const project = newProject(files)
    const judge = ['--judge', `openai-compatible/judge@${server.url}`, '--yes']
    await project.runHere('run', 'weather.evalset.json', '--target', './agent.mjs', ...judge, ...flags)
    for (const text of told) expect(server.prompts.some((prompt) => prompt.includes(text))).toBe(true)
  })

  it('are enough for the embedded judge to bear out what rests on them', async () => {
    const project = newProject(files)
    const { document } = await project.runJson('weather.evalset.json', '--target', './agent.mjs')
    expect(document.results[0]?.scores[0]).toMatchObject({ metric: 'hallucinations_v1', value: 1 })
  })

  it('are exported as ADK’s app_details, and read back', async () => {
    const project = newProject(files)
    await project.runHere('run', 'weather.evalset.json', '--target', './agent.mjs')
    await project.run('export', 'latest', '--format', 'adk', '--output', 'a.evalset_result.json')
    const result = JSON.parse(project.read('a.evalset_result.json'))
    const details = {
      agent_details: {
        agent: {
          name: 'agent',
          instructions: 'You answer for a shop that opens at nine.',
          tool_declarations: [
            { function_declarations: [{ name: 'find_order', parameters_json_schema: { type: 'object' } }] },
          ],
        },
        helper: { name: 'helper', instructions: 'You look up parcels.', tool_declarations: [] },
      },
    }
    const [{ eval_metric_result_per_invocation: turns }] = result.eval_case_results
    expect(turns[0].actual_invocation.app_details).toEqual(details)
    const { document } = await project.runJson('a.evalset_result.json', '--config', 'test_config.json')
    expect(document.results[0]?.transcript.invocations[0]?.agents).toEqual({
      agent: {
        name: 'agent',
        instructions: 'You answer for a shop that opens at nine.',
        toolDeclarations: details.agent_details.agent.tool_declarations,
      },
      helper: { name: 'helper', instructions: 'You look up parcels.', toolDeclarations: [] },
    })
  })
})
