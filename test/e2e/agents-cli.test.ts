import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const content = (role: string, text: string) => ({ role, parts: [{ text }] })
const cases = [
  {
    eval_case_id: 'greeting',
    prompt: content('user', 'hello'),
    reference: { response: content('model', 'You said: hello') },
  },
]
const trace = {
  eval_case_id: 'booked',
  agent_data: {
    turns: [
      {
        turn_index: 0,
        events: [
          { author: 'user', content: content('user', 'Book it') },
          { author: 'app', content: content('model', 'It is booked.') },
        ],
      },
    ],
  },
  reference: { response: content('model', 'It is booked.') },
}
const files = {
  'agent.mjs': 'export default (text) => `You said: ${text}`\n',
  'tests/eval/datasets/basic-dataset.json': { eval_cases: cases },
  'tests/eval/eval_config.yaml':
    'metrics_to_run:\n  - response_match_score\n  - own\ncustom_metrics:\n  - name: own\n    custom_function_file: own.py\n',
}

describe('a project of agents-cli', () => {
  it('runs with its dataset and its config, and names what is Python', async () => {
    const project = newProject(files)
    const { outcome, document } = await project.runJson('tests/eval/datasets/basic-dataset.json', '-t', './agent.mjs')
    expect({ exitCode: outcome.exitCode, stderr: outcome.stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('warning: own is Python in own.py, which does not run here'),
    })
    expect(document.results[0]?.scores.map(({ metric, status }) => [metric, status]).slice(0, 2)).toEqual([
      ['response_match_score', 'scored'],
      ['own', 'not-evaluated'],
    ])
  })

  it('has traces that are scored as they are', async () => {
    const project = newProject({ ...files, 'traces/a.json': { eval_cases: [trace] } })
    const { outcome, document } = await project.runJson('traces/a.json', '-c', 'tests/eval/eval_config.yaml')
    expect(outcome.exitCode).toBe(0)
    expect(document.run.summary?.results).toMatchObject({ passed: 1, total: 1 })
  })

  it('is converted to an eval set by the ending', async () => {
    const project = newProject(files)
    const convert = (from: string, to: string) => project.run('convert', from, '--output', to)
    expect(await convert('tests/eval/datasets/basic-dataset.json', 'basic.evalset.json')).toMatchObject({ exitCode: 0 })
    expect(JSON.parse(project.read('basic.evalset.json'))).toMatchObject({ eval_cases: [{ eval_id: 'greeting' }] })
  })

  it('may have an eval_config.json of ADK one folder up, and one that is another tool’s is left alone', async () => {
    const criteria = { criteria: { exact_match: 1 } }
    const set = {
      eval_set_id: 's',
      eval_cases: [
        {
          eval_id: 'a',
          conversation: [{ user_content: content('user', 'x'), final_response: content('model', 'You said: x') }],
        },
      ],
    }
    const project = newProject({
      'agent.mjs': files['agent.mjs'],
      'eval/sets/a.evalset.json': set,
      'eval/eval_config.json': criteria,
    })
    const metrics = async () => {
      const { document } = await project.runJson('eval/sets/a.evalset.json', '-t', './agent.mjs')
      return document.run.plan.metrics[0]?.name
    }
    expect(await metrics()).toBe('exact_match')
    project.write({ 'eval/eval_config.json': { judges: 3 } })
    expect(await metrics()).toBe('tool_trajectory_avg_score')
  })
})
