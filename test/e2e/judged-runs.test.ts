import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JudgeCost } from '../../src/core/index.ts'
import { RunDocument } from '../../src/reporters/json.ts'
import { type PostgresServer, startPostgres } from '../postgres/start-postgres.ts'
import { startModelServer } from './model-server.ts'
import { agents, loudSet, newProject, until } from './run-shinsa.ts'

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

/** The same with a judge whose price is known. */
function pricedProject(url: string) {
  const { project, args } = judgedProject(url)
  project.write({ '.env': `OPENAI_BASE_URL=${url}\nOPENAI_API_KEY=sk-local-test\n` })
  return { project, args: args.map((arg) => (arg.startsWith('openai-compatible') ? 'gpt-4o' : arg)) }
}

function judgingCost(document: string): Partial<JudgeCost> {
  return RunDocument.parse(JSON.parse(document)).run.summary?.cost.judge ?? {}
}

// 12 tokens in and 5 out, at the prices of gpt-4o.
const callDollars = (12 * 2.5 + 5 * 10) / 1_000_000

let postgres: PostgresServer

beforeAll(async () => {
  postgres = await startPostgres()
})

afterAll(async () => postgres.stop())

describe('a judged run', () => {
  it('asks only as long as the outcome can change, and says what that saved', async () => {
    const server = await startModelServer(() => 'valid')
    const { project, args } = judgedProject(server.url)
    const { document } = await project.runJson(...args)
    expect(server.prompts).toHaveLength(3 * caseIds.length)
    expect(document.run.summary?.cost.judge).toMatchObject({ calls: 72, saved: 48, cached: 0, inputTokens: 72 * 12 })
  })

  it('costs what was paid for, also for replies that nobody can read and calls that failed', async () => {
    // Of one case the judge says nothing readable, is asked once more, and then the server refuses.
    const server = await startModelServer((prompt) => {
      if (prompt.startsWith('Your reply was not readable')) return { status: 400 }
      return prompt.includes('case7x') ? { text: 'I would rather not say.' } : 'valid'
    })
    const { project, args } = pricedProject(server.url)
    const { document } = await project.runJson(...args)
    expect(document.results.filter(({ verdict }) => verdict !== 'passed').map(({ evalCase }) => evalCase.id)).toEqual([
      'case7x',
    ])
    // 23 cases with three answers each, three unreadable replies, and three refusals, which cost nothing.
    expect(document.run.summary?.cost.judge).toMatchObject({ calls: 75, inputTokens: 72 * 12, outputTokens: 72 * 5 })
    expect(document.run.summary?.cost.judge?.dollars).toBeCloseTo(72 * callDollars, 9)
    expect(document.run.summary?.cost.judge).not.toHaveProperty('unpriced')
  })

  it('that is killed and resumed asks the judge nothing twice but what was in flight', async () => {
    const server = await startModelServer(() => 'valid')
    const { project, args } = judgedProject(server.url)
    const askedByThen: number[] = []
    for (const [attempt, asked] of [12, 30, 48].entries()) {
      server.answerUpTo(asked)
      const { child, ended } = project.start(attempt === 0 ? ['run', ...args] : ['resume', 'latest'])
      await until(() => server.prompts.length > asked)
      child.kill('SIGKILL')
      await ended
      askedByThen.push(server.prompts.length)
    }
    // Otherwise nothing was killed, and the rest shows nothing.
    expect(askedByThen[0]).toBeLessThan(3 * caseIds.length)
    server.answerUpTo(Infinity)
    const last = await project.run('resume', 'latest', '--json')
    expect(last.exitCode).toBe(0)
    // Every answer that came back is paid for once, whichever process got it. What was in flight when one was killed is
    // counted too, without tokens, also where it had not left yet.
    const { calls = 0, inputTokens = 0 } = judgingCost(last.stdout)
    const answered = inputTokens / 12
    expect(answered).toBeGreaterThanOrEqual(3 * caseIds.length)
    expect(answered).toBeLessThan(server.prompts.length)
    expect(calls).toBeGreaterThanOrEqual(server.prompts.length)
    expect(calls).toBeLessThanOrEqual(server.prompts.length + 3 * 8 * 3)
    const asked = Map.groupBy(server.prompts, (prompt) => /say (case\d+x)/.exec(prompt)?.[1] ?? 'something else')
    expect([...asked.keys()].toSorted()).toEqual(caseIds.toSorted())
    // Three answers settle a case, and they are asked for together. Eight cases are judged at once, so each of the three
    // kills cuts off 24 calls at most.
    const more = [...asked.values()].reduce((sum, prompts) => sum + prompts.length - 3, 0)
    expect(more).toBeLessThanOrEqual(3 * 8 * 3)
    expect([...asked.values()].every((prompts) => prompts.length >= 3 && prompts.length <= 12)).toBe(true)
  })

  it('that is stopped with Ctrl-C and resumed costs what both processes paid, and says what nobody knows', async () => {
    const server = await startModelServer(() => 'valid')
    server.answerUpTo(20)
    const { project, args } = pricedProject(server.url)
    const { child, ended } = project.start(['run', ...args, '--json'])
    await until(() => server.prompts.length > 20)
    child.kill('SIGINT')
    const { calls = 0, unpriced = 0, dollars } = judgingCost((await ended).stdout)
    const asked = server.prompts.length
    // Of eight calls at a time, those that were under way were cut off, some of them before they had left.
    expect(unpriced).toBeGreaterThan(0)
    expect(calls).toBeGreaterThanOrEqual(asked)
    expect(calls).toBeLessThanOrEqual(asked + 8)
    expect(dollars).toBeCloseTo((calls - unpriced) * callDollars, 9)
    server.answerUpTo(Infinity)
    const whole = judgingCost((await project.runHere('resume', 'latest', '--json')).stdout)
    const resumed = server.prompts.length - asked
    expect(whole).toMatchObject({ calls: calls + resumed, unpriced })
    expect(whole.dollars).toBeCloseTo((calls - unpriced + resumed) * callDollars, 9)
  })

  it('stops cleanly at --max-cost, says what was spent, and goes on with more', async () => {
    const server = await startModelServer(() => 'valid')
    const { project, args } = pricedProject(server.url)
    const first = await project.run('run', ...args, '--max-cost', '0.0005')
    expect(first.exitCode).toBe(1)
    // Seven calls of $0.00008 are the first that reach it.
    expect(first.stderr).toContain('the limit of $0.0005 is reached: $0.00056 spent')
    expect(first.stdout).toMatch(/\d+ not run: the run was stopped/)
    const asked = server.prompts.length
    expect(asked).toBeLessThan(3 * caseIds.length)
    // Without another limit the old one holds, counted anew.
    const again = await project.runHere('resume', 'latest')
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('the limit of $0.0005 is reached') })
    const second = await project.runHere('resume', 'latest', '--max-cost', '5')
    expect(second.exitCode).toBe(0)
    expect(server.prompts.length).toBeLessThanOrEqual(3 * caseIds.length + 2 * 8 * 3)
    expect(first.stdout + first.stderr + second.stdout + second.stderr).not.toContain('sk-local-test')
  })

  it('says what calls that were cut off by --max-cost may have cost, and counts that on resume', async () => {
    const server = await startModelServer(() => 'valid')
    // Seven calls of $0.00008 reach the limit, and the others are under way for ever.
    server.answerUpTo(7)
    const { project, args } = pricedProject(server.url)
    const first = await project.runHere('run', ...args, '--max-cost', '0.0005', '-j', '8', '--json')
    expect(first.stderr).toMatch(
      /limit of \$0.0005 is reached: \$0.00056 spent, and up to \$0\.00\d+ for calls that were cut off/,
    )
    const { judge } = JSON.parse(first.stdout).run.summary.cost
    expect(judge.unpriced).toBe(judge.calls - 7)
    expect(judge.mayCost).toBeCloseTo(judge.unpriced * 0.00008, 10)
    const shown = await project.runHere('show', 'latest')
    expect(shown.stdout.replaceAll('\n', ' ')).toMatch(
      /\$0\.0006, and up to \$0\.00\d+ for \d+ calls? that (?:was|were) cut off/,
    )
    server.answerUpTo(Infinity)
    const asked = server.prompts.length
    // Less than a single call may have cost: how many were under way is a matter of time.
    const again = await project.runHere('resume', 'latest', '--max-cost', '0.00005')
    expect(again.stderr).toMatch(/: \$0 spent, and up to \$0\.00\d+ for calls that were cut off/)
    expect(server.prompts.length).toBe(asked)
    expect((await project.runHere('resume', 'latest', '--max-cost', '1')).exitCode).toBe(0)
  })

  it.each(['SQLite', 'PostgreSQL'])(
    'counts on resume the calls that kill -9 cut off, with a store on %s',
    async (kind) => {
      const server = await startModelServer(() => 'valid')
      server.answerUpTo(7)
      const { project, args } = pricedProject(server.url)
      const store = kind === 'SQLite' ? [] : ['--store', await postgres.newSchema()]
      const { child, ended } = project.start(['run', ...args, ...store, '--max-cost', '5', '-j', '8'])
      await until(() => server.prompts.length > 10)
      child.kill('SIGKILL')
      await ended
      const asked = server.prompts.length
      // Less than a single call may have cost: how many were under way is a matter of time.
      const again = await project.runHere('resume', 'latest', '--max-cost', '0.00005', ...store)
      expect(again.stderr).toMatch(/: \$0 spent, and up to \$0\.\d+ for calls that were cut off/)
      expect(server.prompts.length).toBe(asked)
      server.answerUpTo(Infinity)
      const whole = await project.runHere('resume', 'latest', '--max-cost', '5', ...store)
      expect(whole.stdout.replaceAll('\n', ' ')).toMatch(/and up to \$0\.\d+ for \d+ calls that were cut off/)
      const kept = join(project.folder, '.shinsa')
      expect(existsSync(kept) ? readdirSync(kept).filter((name) => name.includes('-calls-')) : []).toEqual([])
    },
  )

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
    const first = await project.runHere('run', ...args)
    expect(first.stderr.split('\n').filter((line) => line.startsWith('warning:'))).toEqual([
      'warning: final_response_match_v2: judge_model_config: thinking_config has no effect on openai-compatible/judge',
      'warning: final_response_match_v2: judge_model_config: top_k has no effect on openai-compatible/judge',
    ])
    expect(server.requests).toHaveLength(caseIds.length)
    expect(server.requests[0]).toMatchObject({ temperature: 0.25, max_tokens: 300 })
    await project.runHere('run', ...args)
    expect(server.requests).toHaveLength(caseIds.length)
    configured(0.75)
    await project.runHere('run', ...args)
    expect(server.requests.slice(caseIds.length).map(({ temperature }) => temperature)).toEqual(caseIds.map(() => 0.75))
  })

  it('asks no more questions of a metric at once than its criterion allows', async () => {
    const server = await startModelServer(() => 'valid')
    server.answerUpTo(0)
    const { project, args } = judgedProject(server.url)
    const judge_model_options = { num_samples: 1, parallelism_limit: 2 }
    project.write({
      'test_config.json': { criteria: { final_response_match_v2: { threshold: 0.8, judge_model_options } } },
    })
    const { ended } = project.start(['run', ...args, '--concurrency', '24'])
    await until(() => server.prompts.length === 2)
    server.answerUpTo(Infinity)
    const { exitCode } = await ended
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
    const { exitCode, stderr } = await project.runHere(
      'run',
      'a.evalset.json',
      '-t',
      './agent.ts',
      '--user-model',
      model,
      '--yes',
    )
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
      const user = 'openai-compatible/user@http://127.0.0.1:9/v1'
      const models = ['--judge', judge, '--user-model', user]
      const { stderr } = await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', ...models)
      return /Judging by .*: (?:at most \d+ calls, )?((?:usually|about) \d+)/.exec(stderr)?.[1]
    }
    expect(await estimated({ max_allowed_invocations: 2 })).toBe('usually 6')
    // Nobody ends a user without a limit.
    expect(await estimated({ max_allowed_invocations: -1 })).toBe('about 60')
    expect(await estimated({})).toBe('usually 60')
  })

  it('lets no dataset say to which server its conversations are sent', async () => {
    const server = await startModelServer(() => 'valid')
    const conversation_scenario = { starting_prompt: 'Hello', conversation_plan: 'Say something.' }
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': { eval_set_id: 'a', eval_cases: [{ eval_id: 'c', conversation_scenario }] },
      'test_config.json': { user_simulator_config: { model: `openai-compatible/user@${server.url}` } },
    })
    const { exitCode, stderr } = await project.runHere('run', 'a.evalset.json', '-t', './agent.ts')
    expect({ exitCode, asked: server.requests.length }).toEqual({ exitCode: 2, asked: 0 })
    expect(stderr).toContain('such a config may name a model and no address')
  })

  it('asks for permission before it costs money, and refuses where nobody can be asked', async () => {
    const server = await startModelServer(() => 'valid')
    const { project, args } = judgedProject(server.url)
    const { exitCode, stderr } = await project.runHere('run', ...args.filter((arg) => arg !== '--yes'))
    expect(exitCode).toBe(2)
    expect(stderr).toContain('this run costs money, and nobody is there to be asked')
    expect(server.prompts).toEqual([])
  })

  it('by Google’s service needs a login, and says so before the agent is asked', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': loudSet({ one: 'right' }),
      'test_config.json': { criteria: { safety_v1: 0.8 } },
    })
    const environment = {
      GOOGLE_CLOUD_PROJECT: 'my-project',
      GOOGLE_CLOUD_LOCATION: 'us-central1',
      METADATA_SERVER_DETECTION: 'none',
    }
    const args = ['run', 'a.evalset.json', '-t', './agent.ts', '--judge', 'vertex-evaluation', '--yes']
    const { exitCode, stdout, stderr } = await project.start(args, { environment }).ended
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toBe(`error: There is no Google login, and no metadata server of Google Cloud
hint: Let GOOGLE_APPLICATION_CREDENTIALS name the JSON key of a service account, or log in: gcloud auth application-default login
`)
  })
})
