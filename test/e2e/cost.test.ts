import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startModelServer, type ModelServer } from './model-server.ts'
import { agents, loudSet, newProject, type Project } from './run-shinsa.ts'

const targets = fileURLToPath(new URL('../../src/targets/index.ts', import.meta.url))

/** A project with two scenarios, an agent whose tool a model makes up, and no judge. */
function simulatedProject({ url }: ModelServer): Project {
  return newProject({
    '.env': `OPENAI_BASE_URL=${url}\nOPENAI_API_KEY=sk-local-test\n`,
    'a.evalset.json': {
      eval_set_id: 'set',
      eval_cases: ['one', 'two'].map((eval_id) => ({
        eval_id,
        conversation_scenario: { starting_prompt: 'Hello', conversation_plan: 'Ask for tea.' },
      })),
    },
    'test_config.json': {
      criteria: { tool_rules: { threshold: 1, required: ['find'] } },
      user_simulator_config: { max_allowed_invocations: 4 },
    },
    'shinsa.config.ts': `
      import { functionTarget, modelMadeTools } from ${JSON.stringify(targets)}
      const model = {
        id: 'gpt-4o',
        provider: 'openai',
        generate: async () => ({
          text: '{"tea":"sencha"}',
          usage: { inputTokens: 100, outputTokens: 10 },
          finishReason: 'stop',
          latencyMs: 1,
          calls: 1,
        }),
      }
      const mocks = [{ tool_name: 'find', mock_strategy_type: 'MOCK_STRATEGY_TOOL_SPEC' }]
      const agent = async (message, { tools }) => {
        const response = await tools.call('find', { message })
        return { response: 'Here it is', toolCalls: [{ name: 'find', args: { message }, response }] }
      }
      export default {
        target: functionTarget(agent, { environment: [modelMadeTools({ model, mocks, declarations: [] })] }),
        userModel: 'gpt-4o-mini',
      }`,
  })
}

const unlimitedUser = { max_allowed_invocations: -1 }
/** Says what is written down and nothing more. */
const silentUser = { max_allowed_invocations: 1 }

/** Says something twice and is done then. */
const user = (prompt: string) => ({ text: prompt.split('Here it is').length > 3 ? '</finished>' : 'More, please' })

describe('what a run costs beside agent and judge', () => {
  it('is estimated before the run, which is refused where nobody can be asked', async () => {
    const server = await startModelServer(user)
    const { exitCode, stderr } = await simulatedProject(server).run('run', 'a.evalset.json')
    expect(exitCode).toBe(2)
    expect(stderr).toMatchInlineSnapshot(`
      "agent: agent
      Simulated users by gpt-4o-mini: at most 30 calls, usually 6, about 5700 tokens, about $0.0010
      Simulated tools by gpt-4o: about 17 calls, about 11050 tokens, about $0.0467
      error: this run costs money, and nobody is there to be asked
      hint: Allow it with --yes, or up to a limit with --max-cost DOLLARS.
      "
    `)
    expect(server.prompts).toEqual([])
  })

  it('is estimated for every turn that a simulated user may have, of judges too', async () => {
    const project = simulatedProject(await startModelServer(user))
    project.write({ 'test_config.json': { criteria: { safety_v1: 0.5 }, user_simulator_config: {} } })
    const args = ['a.evalset.json', '--judge', 'gpt-4o', '--repeat', '2']
    const limited = await project.runHere('run', ...args)
    expect(limited.stderr).toContain('Judging by gpt-4o: at most 5760 calls, usually 160, ')
    expect(limited.stderr).toContain('Simulated users by gpt-4o-mini: at most 380 calls, usually 76, ')
    project.write({ 'test_config.json': { criteria: { safety_v1: 0.5 }, user_simulator_config: unlimitedUser } })
    expect((await project.runHere('run', ...args)).stderr).toContain('Simulated users by gpt-4o-mini: about 76 calls, ')
    project.write({ 'test_config.json': { criteria: { safety_v1: 0.5 }, user_simulator_config: silentUser } })
    expect((await project.runHere('run', ...args)).stderr).not.toContain('Simulated users')
  })

  it('is nothing for scenarios that were recorded', async () => {
    const project = simulatedProject(await startModelServer(user))
    const invocations = [{ user_content: { parts: [{ text: 'Hello' }] } }]
    const lines = ['one', 'two'].map((eval_id) => JSON.stringify({ eval_id, invocations }))
    project.write({ 'recorded.jsonl': `${lines.join('\n')}\n` })
    const { exitCode, stderr } = await project.runHere('run', 'a.evalset.json', '-t', 'recorded:recorded.jsonl')
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.not.stringContaining('Simulated') })
  })

  it('stands in the totals, by role', async () => {
    const server = await startModelServer(user)
    const project = simulatedProject(server)
    const { document } = await project.runJson('a.evalset.json', '--yes')
    // Two more messages and the end of each conversation; three answers of the tool.
    expect(server.prompts).toHaveLength(2 * 3)
    expect(document.run.summary?.cost).toMatchObject({
      user: { calls: 6, inputTokens: 6 * 12, outputTokens: 6 * 5 },
      environment: { calls: 6, inputTokens: 600, outputTokens: 60 },
    })
    expect(document.run.summary?.cost.user?.dollars).toBeCloseTo((6 * (12 * 0.15 + 5 * 0.6)) / 1e6, 12)
    expect(document.run.summary?.cost.environment?.dollars).toBeCloseTo((6 * (100 * 2.5 + 10 * 10)) / 1e6, 12)
    expect((await project.run('show', 'latest')).stdout).toContain(
      [
        'simulated users: 6 calls, 72 input and 30 output tokens, $0.00003',
        'simulated tools: 6 calls, 600 input and 60 output tokens, $0.0021',
      ].join('\n'),
    )
  })

  it('is under --max-cost', async () => {
    const server = await startModelServer(user)
    const project = simulatedProject(server)
    const stopped = await project.runHere('run', 'a.evalset.json', '-j', '1', '--max-cost', '0.0005')
    expect(stopped.exitCode).toBe(1)
    expect(stopped.stderr).toContain('the limit of $0.0005 is reached: $0.000')
    expect(server.prompts.length).toBeLessThan(6)
    expect(await project.run('resume', 'latest', '--max-cost', '1')).toMatchObject({ exitCode: 0 })
  })

  it('is not limited where its price is not known: that is refused', async () => {
    const server = await startModelServer(user)
    const project = simulatedProject(server)
    const args = ['a.evalset.json', '--user-model', `openai-compatible/user@${server.url}`, '--max-cost', '1']
    const { exitCode, stderr } = await project.runHere('run', ...args)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--max-cost cannot limit openai-compatible/user: the price is not known')
    expect(server.prompts).toEqual([])
    const allowed = await project.runHere('run', ...args, '--yes', '--json')
    expect(JSON.parse(allowed.stdout).run.summary.cost.user).toEqual({
      calls: 6,
      inputTokens: 72,
      outputTokens: 30,
      unpriced: 6,
    })
  })

  it('is refused before any agent is asked when the user is to be played by a model that nobody knows', async () => {
    const server = await startModelServer(user)
    const outcome = await simulatedProject(server).runHere('run', 'a.evalset.json', '--user-model', 'nobody', '--yes')
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('There is no model "nobody"') })
  })
})

const passing = () => ({ text: '{"result": "pass", "confidence": 0.9, "explanation": "They last 90 minutes."}' })
const review = ['review', '--suite', 'suite.json', '--model', 'gpt-4o', '--output', 'r.json']
const perCall = (12 * 2.5 + 5 * 10) / 1e6

/** Three cases about one document, to be reviewed by a model. */
function reviewProject({ url }: ModelServer): Project {
  return newProject({
    '.env': `OPENAI_BASE_URL=${url}\nOPENAI_API_KEY=sk-local-test\n`,
    'suite.json': ['one', 'two', 'three'].map(reviewCase),
    'fixtures/report.md': 'The lights last 90 minutes.',
  })
}

function reviewCase(name: string) {
  const input = {
    document_paths: ['report.md'],
    check_name: 'Lights',
    check_description: 'The lights last 60 minutes.',
    language_name: 'English',
  }
  return { name, input, expected_output: { result: 'pass' } }
}

describe('what the model of an agent that ships costs', () => {
  it('is estimated before the run, which is refused where nobody can be asked', async () => {
    const server = await startModelServer(passing)
    const { exitCode, stderr } = await reviewProject(server).runHere(...review)
    expect(exitCode).toBe(2)
    expect(stderr).toMatchInlineSnapshot(`
      "agent: document-reviewer:gpt-4o
      The agent’s own gpt-4o: about 5 calls, about 24922 tokens, about $0.0773
      error: this run costs money, and nobody is there to be asked
      hint: Allow it with --yes, or up to a limit with --max-cost DOLLARS.
      "
    `)
    expect(server.prompts).toEqual([])
  })

  it('stands in the report and in the result file, with each review and in total, apart from the judge', async () => {
    const server = await startModelServer(passing)
    const project = reviewProject(server)
    const { stdout } = await project.runHere(...review, '--judge', 'gpt-4o-mini', '--yes')
    expect(stdout).toContain('the agent’s own model: 3 calls, 36 input and 15 output tokens, $0.0002')
    const { cost, case_results: cases } = JSON.parse(project.read('r.json'))
    expect(cost.agent).toEqual({
      calls: 3,
      inputTokens: 36,
      outputTokens: 15,
      dollars: expect.closeTo(3 * perCall, 12),
    })
    expect(cost.judge.calls).toBeGreaterThan(0)
    expect(cases[0].usage.dollars).toBeCloseTo(perCall, 12)
    expect(cases[0].agent_output.review_meta).toEqual({
      model_id: 'gpt-4o',
      input_tokens: 12,
      output_tokens: 5,
      total_cost: expect.closeTo(perCall, 12),
      duration_seconds: expect.any(Number),
    })
  })

  it('is under --max-cost, and a run that was stopped goes on', async () => {
    const server = await startModelServer(passing)
    const project = reviewProject(server)
    const stopped = await project.runHere(...review, '--experiment', 'accuracy', '-j', '1', '--max-cost', '0.0001')
    expect(stopped.exitCode).toBe(1)
    expect(stopped.stderr).toContain('the limit of $0.0001 is reached: $0.00016')
    expect(server.prompts).toHaveLength(2)
    expect(await project.runHere('resume', 'latest', '--max-cost', '1')).toMatchObject({ exitCode: 0 })
  })

  it('is unknown where the model has no price, and said to be', async () => {
    const server = await startModelServer(passing)
    const project = reviewProject(server)
    const other = ['--model', `openai-compatible:m@${server.url}`]
    const refused = await project.runHere(...review, ...other, '--max-cost', '1')
    expect(refused.stderr).toContain('--max-cost cannot limit openai-compatible/m: the price is not known')
    await project.runHere(...review, ...other, '--yes')
    const { cost, case_results: cases } = JSON.parse(project.read('r.json'))
    expect(cost.agent).toEqual({ calls: 3, inputTokens: 36, outputTokens: 15, unpriced: 3 })
    expect(cases[0].agent_output.review_meta).not.toHaveProperty('total_cost')
  })
})

describe('a judge that is the reviewer’s own model', () => {
  it.each([
    ['gpt-4o', true],
    ['gpt-4o-mini', false],
  ])('is warned of where the reviewer is gpt-4o and the judge %s: %s', async (judge, warned) => {
    const server = await startModelServer(passing)
    const { stderr } = await reviewProject(server).runHere(...review, '--judge', judge)
    const warning = `warning: gpt-4o judges what it answered itself
hint: Models favour their own answers: name another one with --judge.
`
    expect(stderr.includes(warning)).toBe(warned)
  })
})

describe('--max-cost', () => {
  it('holds for all datasets of a command together', async () => {
    const server = await startModelServer(() => 'valid')
    const project = newProject({
      '.env': `OPENAI_BASE_URL=${server.url}\nOPENAI_API_KEY=sk-local-test\n`,
      'agent.ts': agents.loud,
      'a.evalset.json': loudSet({ one: 'right' }, 'a'),
      'b.evalset.json': loudSet({ two: 'right' }, 'b'),
      'c.evalset.json': loudSet({ three: 'right' }, 'c'),
      'test_config.json': {
        criteria: { final_response_match_v2: { threshold: 0.8, judge_model_options: { num_samples: 1 } } },
      },
    })
    // Each question costs $0.00008, and the second one reaches the limit.
    const args = ['a.evalset.json', 'b.evalset.json', 'c.evalset.json', '-t', './agent.ts', '--judge', 'gpt-4o']
    const { exitCode, stderr } = await project.runHere('run', ...args, '--max-cost', '0.0001')
    expect(server.prompts).toHaveLength(2)
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/the limit of \$0\.0001 is reached: \$0\.00016 spent\..*\nnot begun: c\n$/)
  })
})
