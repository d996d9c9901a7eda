import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startModelServer } from './model-server.ts'
import { agents, loudSet, newProject } from './run-shinsa.ts'

const caseIds = Array.from({ length: 24 }, (_, index) => `case${index}x`)

function judgedProject(url: string) {
  const project = newProject({
    'agent.ts': agents.loud,
    'a.evalset.json': loudSet(Object.fromEntries(caseIds.map((id) => [id, 'right']))),
    'test_config.json': {
      criteria: { final_response_match_v2: { threshold: 0.8, judge_model_options: { num_samples: 5 } } },
    },
  })
  return { project, args: ['a.evalset.json', '-t', './agent.ts', '--judge', `openai-compatible/judge@${url}`, '--yes'] }
}

describe('a judged run', () => {
  it('asks only as long as the outcome can change, and says what that saved', async () => {
    const server = await startModelServer(() => 'valid')
    const { project, args } = judgedProject(server.url)
    const { document } = await project.runJson(...args)
    expect(server.prompts).toHaveLength(3 * caseIds.length)
    expect(document.run.summary?.cost.judge).toMatchObject({ calls: 72, saved: 48, cached: 0, inputTokens: 72 * 12 })
  })

  it('that is killed and resumed asks the judge nothing twice but what was in flight', async () => {
    const server = await startModelServer(() => 'valid', { latencyMs: 80 })
    const { project, args } = judgedProject(server.url)
    const askedByThen: number[] = []
    for (const [attempt, lifeMs] of [600, 750, 700].entries()) {
      const { child, ended } = project.start(attempt === 0 ? ['run', ...args] : ['resume', 'latest'])
      await sleep(lifeMs)
      child.kill('SIGKILL')
      await ended
      askedByThen.push(server.prompts.length)
    }
    // Otherwise nothing was killed, and the rest shows nothing.
    expect(askedByThen[0]).toBeLessThan(3 * caseIds.length)
    const last = await project.run('resume', 'latest', '--json')
    expect(last.exitCode).toBe(0)
    const asked = Map.groupBy(server.prompts, (prompt) => /say (case\d+x)/.exec(prompt)?.[1] ?? 'something else')
    expect([...asked.keys()].toSorted()).toEqual(caseIds.toSorted())
    // Three answers settle a case. Eight cases are judged at once, so each of the three kills cuts off eight calls at most.
    const more = [...asked.values()].reduce((sum, prompts) => sum + prompts.length - 3, 0)
    expect(more).toBeLessThanOrEqual(3 * 8)
    expect([...asked.values()].every((prompts) => prompts.length >= 3 && prompts.length <= 6)).toBe(true)
  })

  it('stops cleanly at --max-cost and goes on with more', async () => {
    const server = await startModelServer(() => 'valid')
    const { project, args } = judgedProject(server.url)
    project.write({ '.env': `OPENAI_BASE_URL=${server.url}\nOPENAI_API_KEY=sk-local-test\n` })
    const priced = args.map((arg) => (arg.startsWith('openai-compatible') ? 'gpt-4o' : arg))
    const first = await project.run('run', ...priced, '--max-cost', '0.0005')
    expect(first.exitCode).toBe(1)
    expect(first.stderr).toContain('the limit of $0.0005 for judges is reached')
    const asked = server.prompts.length
    expect(asked).toBeLessThan(3 * caseIds.length)
    const second = await project.run('resume', 'latest', '--max-cost', '5')
    expect(second.exitCode).toBe(0)
    expect(server.prompts.length).toBeLessThanOrEqual(3 * caseIds.length + 8)
    expect(first.stdout + first.stderr + second.stdout + second.stderr).not.toContain('sk-local-test')
  })

  it('asks judges as their criterion says, again when it changes, and warns of what has no effect', async () => {
    const server = await startModelServer(() => 'valid')
    const { project, args } = judgedProject(server.url)
    const configured = (temperature: number) => {
      const judge_model_config = {
        temperature,
        maxOutputTokens: 300,
        top_k: 5,
        thinking_config: { thinking_budget: 0 },
      }
      const judge_model_options = { num_samples: 1, judge_model_config }
      project.write({
        'test_config.json': { criteria: { final_response_match_v2: { threshold: 0.8, judge_model_options } } },
      })
    }
    configured(0.25)
    const first = await project.run('run', ...args)
    expect(first.stderr.split('\n').filter((line) => line.startsWith('warning:'))).toEqual([
      'warning: final_response_match_v2: judge_model_config: thinking_config has no effect on openai-compatible/judge',
      'warning: final_response_match_v2: judge_model_config: top_k has no effect on openai-compatible/judge',
    ])
    expect(server.requests).toHaveLength(caseIds.length)
    expect(server.requests[0]).toMatchObject({ temperature: 0.25, max_tokens: 300 })
    await project.run('run', ...args)
    expect(server.requests).toHaveLength(caseIds.length)
    configured(0.75)
    await project.run('run', ...args)
    expect(server.requests.slice(caseIds.length).map(({ temperature }) => temperature)).toEqual(caseIds.map(() => 0.75))
  })

  it('asks no more questions of a metric at once than its criterion allows', async () => {
    const server = await startModelServer(() => 'valid', { latencyMs: 20 })
    const { project, args } = judgedProject(server.url)
    const judge_model_options = { num_samples: 1, parallelism_limit: 2 }
    project.write({
      'test_config.json': { criteria: { final_response_match_v2: { threshold: 0.8, judge_model_options } } },
    })
    const { exitCode } = await project.run('run', ...args, '--concurrency', '24')
    expect({ exitCode, most: server.most }).toEqual({ exitCode: 0, most: 2 })
  })

  it('has a user played as its config says', async () => {
    const server = await startModelServer(() => 'valid')
    const conversation_scenario = { starting_prompt: 'Hello', conversation_plan: 'Say something.' }
    const model_configuration = { temperature: 0.5, thinking_config: { include_thoughts: true } }
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': { eval_set_id: 'a', eval_cases: [{ eval_id: 'c', conversation_scenario }] },
      'test_config.json': {
        criteria: { tool_call_count_v1: { threshold: 1, budget: 9 } },
        user_simulator_config: { max_allowed_invocations: 2, model_configuration, max_allowed_turns: 3 },
      },
    })
    const model = `openai-compatible/user@${server.url}`
    const { exitCode, stderr } = await project.run('run', 'a.evalset.json', '-t', './agent.ts', '--user-model', model)
    expect(exitCode).toBe(0)
    expect(server.requests).toMatchObject([{ temperature: 0.5 }])
    expect(stderr).toContain(
      'warning: user_simulator_config: model_configuration: thinking_config has no effect on openai-compatible/user\n',
    )
    expect(stderr).toContain(
      'warning: PROJECT/test_config.json: user_simulator_config: max_allowed_turns has no effect',
    )
  })

  it('is estimated with as many turns as a simulated user may take', async () => {
    const conversation_scenario = { starting_prompt: 'Hello', conversation_plan: 'Say something.' }
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': { eval_set_id: 'a', eval_cases: [{ eval_id: 'c', conversation_scenario }] },
    })
    const estimated = async (user_simulator_config: object) => {
      const criteria = { safety_v1: { threshold: 1, judge_model_options: { num_samples: 3 } } }
      project.write({ 'test_config.json': { criteria, user_simulator_config } })
      const judge = 'openai-compatible/judge@http://127.0.0.1:9/v1'
      const { stderr } = await project.run('run', 'a.evalset.json', '-t', './agent.ts', '--judge', judge)
      return /at most (\d+) calls/.exec(stderr)?.[1]
    }
    expect(await estimated({ max_allowed_invocations: 2 })).toBe('6')
    expect(await estimated({ max_allowed_invocations: -1 })).toBe('60')
    expect(await estimated({})).toBe('60')
  })

  it('lets no dataset say to which server its conversations are sent', async () => {
    const server = await startModelServer(() => 'valid')
    const conversation_scenario = { starting_prompt: 'Hello', conversation_plan: 'Say something.' }
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': { eval_set_id: 'a', eval_cases: [{ eval_id: 'c', conversation_scenario }] },
      'test_config.json': { user_simulator_config: { model: `openai-compatible/user@${server.url}` } },
    })
    const { exitCode, stderr } = await project.run('run', 'a.evalset.json', '-t', './agent.ts')
    expect({ exitCode, asked: server.requests.length }).toEqual({ exitCode: 2, asked: 0 })
    expect(stderr).toContain('such a config may name a model and no address')
  })

  it('asks for permission before it costs money, and refuses where nobody can be asked', async () => {
    const server = await startModelServer(() => 'valid')
    const { project, args } = judgedProject(server.url)
    const { exitCode, stderr } = await project.run('run', ...args.filter((arg) => arg !== '--yes'))
    expect(exitCode).toBe(2)
    expect(stderr).toContain('this run costs money, and nobody is there to be asked')
    expect(server.prompts).toEqual([])
  })
})
