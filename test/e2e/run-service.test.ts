import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CaseDetail, RunDetail } from '../../src/server/api/runs.ts'
import { Choices, RerunOffer, RunEstimate, StartedRun } from '../../src/server/api/new-run.ts'
import type { ApiProblem } from '../../src/server/api/basics.ts'
import { evaluate } from '../../src/public/index.ts'
import { RunDocument } from '../../src/reporters/json.ts'
import { agents, loudSet, newProject, until, type Project } from './run-shinsa.ts'

describe('choices', () => {
  it('are the datasets of the project by id, and what the config of the one that is meant has', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default {
        target: './agent.mjs', targets: { '速い': './agent.mjs', other: './agent.mjs' },
        criteria: { response_match_score: 0.8, final_response_match_v2: 0.5 }, repeat: 2,
        metrics: [{ name: 'polite', score: () => ({ status: 'scored', metric: 'polite', value: 1, passed: true }) }] }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right', coffee: 'wrong' }),
      'deep/下.csv': 'prompt,reference\nhello,HELLO\n',
      'broken.evalset.json': '{"eval_set_id": 7, "eval_cases": 3}',
      'package.json': { name: 'no dataset' },
      'node_modules/x/hidden.evalset.json': loudSet({ a: 'right' }),
      'logs/old.evalset.json': loudSet({ a: 'right' }),
    })
    const { ask } = await serveProject(project)
    const all = Choices.parse(await ask('GET', 'choices'))
    const own = all.datasets.filter(({ shipped }) => shipped !== true)
    expect(own.map(({ name, format, cases, editable }) => [name, format, cases, editable])).toEqual([
      ['deep/下.csv', 'csv', 1, true],
      ['tea.evalset.json', 'adk-eval-set', 2, true],
    ])
    expect(all.datasets.length).toBeGreaterThan(own.length)
    expect(all.unreadable.map(({ name }) => name)).toEqual(['broken.evalset.json'])
    expect(all.targets).toEqual([])
    const id = own[1]?.id ?? ''
    expect(id).toMatch(/^tea-evalset-[0-9a-f]{8}$/)
    const { targets, metrics, judges, defaults } = Choices.parse(await ask('GET', `choices?dataset=${id}`))
    expect(targets.map(({ name }) => name)).toEqual(['速い', 'other'])
    expect(metrics).toEqual([
      { id: 'response_match_score', name: 'response_match_score', judged: false, threshold: 0.8 },
      { id: 'final_response_match_v2', name: 'final_response_match_v2', judged: true, threshold: 0.5 },
      { id: 'polite', name: 'polite', judged: false },
    ])
    expect(judges).toEqual([{ id: 'embedded', name: 'embedded' }])
    expect(defaults).toEqual({ config: 'shinsa.config.mjs', target: './agent.mjs', repeat: 2 })
  })
})

describe('a config', () => {
  const other = `/** @type {import('shinsa').ShinsaConfig} */
    export default { target: './agent.mjs', criteria: { rouge_l: 0.9 } }`

  it('of the project can be chosen, one that names code or lies elsewhere cannot', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { response_match_score: 0.8 } }`,
      'shinsa.nightly.config.mjs': `export default { target: './agent.mjs', criteria: { rouge_l: 0.7 }, repeat: 4 }`,
      'strict.config.mjs': other,
      'vite.config.mjs': 'throw new Error("not ours")',
      'deep/shinsa.other.config.mjs': 'throw new Error("from anywhere")',
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right' }),
      '厳しい/基準.json': { criteria: { response_match_score: 1, tool_trajectory_avg_score: 1 } },
      'eval_config.yaml': 'criteria:\n  response_match_score: 0.3\n',
      'code_config.json': {
        criteria: { polite: 1 },
        custom_metrics: { polite: { code_config: { name: 'metrics.polite' } } },
      },
      'broken_config.json': { criteria: { none_such: 'x' } },
      'package.json': { name: 'none', criteria: [] },
    })
    const { ask, problem } = await serveProject(project)
    const dataset = await idOf(ask, 'tea.evalset.json')
    const { configs, defaults } = Choices.parse(await ask('GET', `choices?dataset=${dataset}`))
    expect(configs.map(({ name }) => name)).toEqual([
      'shinsa.nightly.config.mjs',
      'strict.config.mjs',
      'eval_config.yaml',
      '厳しい/基準.json',
    ])
    expect(defaults?.config).toBe('shinsa.config.mjs')
    const [nightly, , , strict] = configs.map(({ id }) => id)
    const chosen = Choices.parse(await ask('GET', `choices?dataset=${dataset}&config=${strict}`))
    expect(chosen.metrics.map(({ name, threshold }) => [name, threshold])).toEqual([
      ['response_match_score', 1],
      ['tool_trajectory_avg_score', 1],
    ])
    const estimate = RunEstimate.parse(await ask('POST', 'estimate', { dataset, config: nightly }))
    expect(estimate.repeat).toBe(4)
    expect(estimate.metrics).toContain('rouge_l')
    expect(estimate.command).toBe('shinsa run tea.evalset.json --config shinsa.nightly.config.mjs')
    expect(await problem('POST', 'runs', { dataset, config: 'vite.config.mjs' })).toContain('there is no config')
    expect(await problem('GET', 'choices?config=code_config.json')).toContain('there is no config')
  })
})

describe('thresholds', () => {
  it('can be others for one run, which says so, and are refused for what is no criterion', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { response_match_score: 0.9 },
        metrics: [{ name: 'polite', score: () => ({ status: 'scored', metric: 'polite', value: 1, passed: true }) }] }`,
      'agent.mjs': `export default () => 'one two three four'`,
      'tea.csv': 'id,prompt,reference\na,hello,one two three five\n',
    })
    const { ask, problem } = await serveProject(project)
    const dataset = await idOf(ask, 'tea.csv')
    const thresholds = { response_match_score: 0.5 }
    const { command } = RunEstimate.parse(await ask('POST', 'estimate', { dataset, thresholds }))
    expect(command).toBe("shinsa run tea.csv --threshold 'response_match_score=0.5'")
    expect(await problem('POST', 'runs', { dataset, thresholds: { polite: 0.5 } })).toMatchInlineSnapshot(
      `"400 no criterion polite has a threshold to change There are: response_match_score."`,
    )
    expect(await problem('POST', 'runs', { dataset, thresholds: { toString: 0.5 } })).toContain('there is no metric')

    const { stderr } = await project.runHere('run', 'tea.csv', '--threshold', 'rouge_l=0.5')
    expect(stderr).toContain('`--metric rouge_l=0.5` adds it.')
    expect((await project.runHere('run', 'tea.csv', '--name', 'strict')).exitCode).toBe(1)
    const asCommand = await project.runJson('tea.csv', '--threshold', 'response_match_score=0.5')
    expect(asCommand.outcome.exitCode).toBe(0)
    expect(asCommand.document.run.plan.metrics).toContainEqual(
      expect.objectContaining({ name: 'response_match_score', threshold: 0.5 }),
    )
  })
})

/** An agent that tells its instructions. */
const telling = (instructions: string) =>
  `export default (question) => ({ response: question.toUpperCase(), toolCalls: [],
    agents: { 喫茶: { instructions: ${JSON.stringify(instructions)}, toolDeclarations: [{ name: 'find_tea' }] } } })`

describe('what the agent was told', () => {
  it('is known of a run by its hash, the same for the same words, where the agent tells it', async () => {
    const project = newProject({
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right' }),
      'kind.mjs': telling('親切に答えること。'),
      'kind_too.mjs': telling('親切に答えること。'),
      'brief.mjs': telling('Be brief.'),
    })
    for (const agent of ['agent', 'kind', 'kind_too', 'brief'])
      await project.runHere('run', 'tea.evalset.json', '--target', `./${agent}.mjs`, '--name', agent)
    const { ask } = await serveProject(project)
    const { runs } = z
      .object({ runs: z.array(z.object({ runId: z.string(), name: z.string() })) })
      .parse(await ask('GET', 'runs'))
    const prompts = new Map<string, string | undefined>()
    for (const { runId, name } of runs) prompts.set(name, RunDetail.parse(await ask('GET', `runs/${runId}`)).prompt)
    expect(prompts.get('agent')).toBeUndefined()
    expect(prompts.get('kind')).toMatch(/^[0-9a-f]{64}$/)
    expect(prompts.get('kind_too')).toBe(prompts.get('kind'))
    expect(prompts.get('brief')).not.toBe(prompts.get('kind'))
  })
})

describe('an estimate', () => {
  it('says how large the run is, and of what it is made', async () => {
    const { ask, dataset } = await tea()
    const estimate = RunEstimate.parse(await ask('POST', 'estimate', { dataset, repeat: 3, judge: 'embedded' }))
    expect(estimate).toMatchObject({ cases: 2, repeat: 3, target: './agent.mjs', calls: [], costsMoney: false })
    expect(estimate.metrics).toContain('response_match_score')
    const fewer = await ask('POST', 'estimate', { dataset, metrics: ['response_match_score'] })
    expect(RunEstimate.parse(fewer).metrics).not.toContain('tool_trajectory_avg_score')
  })

  it('counts the calls of a model and what they cost', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs', judge: 'gpt-4o', criteria: { final_response_match_v2: 0.5 } }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right', coffee: 'wrong' }),
    })
    const { ask, problem } = await startServer(project, { OPENAI_API_KEY: 'none' })
    const dataset = await idOf(ask, 'tea.evalset.json')
    const estimate = RunEstimate.parse(await ask('POST', 'estimate', { dataset }))
    expect(estimate).toMatchObject({
      costsMoney: true,
      judges: ['gpt-4o'],
      calls: [{ role: 'judge', models: ['gpt-4o'] }],
    })
    expect(estimate.dollars).toBeGreaterThan(0)
    expect(await problem('POST', 'runs', { dataset })).toMatchInlineSnapshot(
      `"400 this run costs money, and nobody has said how much it may cost Set a limit in US dollars."`,
    )
    expect(RunEstimate.parse(await ask('POST', 'estimate', { dataset, judge: 'embedded' })).costsMoney).toBe(false)
  })
})

describe('what is refused', () => {
  it('is everything that is not among the choices', async () => {
    const { ask, problem, dataset } = await tea()
    expect(await problem('POST', 'estimate', { dataset: 'none' })).toMatchInlineSnapshot(
      `"400 there is no dataset "none" It may have been moved or renamed: choose it anew."`,
    )
    expect(await problem('POST', 'runs', { dataset: '../../etc/passwd' })).toMatchInlineSnapshot(
      `"400 body.dataset: Invalid string: must match pattern /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/"`,
    )
    expect(await problem('POST', 'runs', { dataset, target: './agent.mjs' })).toMatchInlineSnapshot(
      `"400 body.target: Invalid string: must match pattern /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/"`,
    )
    expect(await problem('POST', 'runs', { dataset, target: 'agent.mjs' })).toMatchInlineSnapshot(
      `"400 there is no target "agent.mjs" The config may have changed: choose anew."`,
    )
    expect(await problem('POST', 'runs', { dataset, judge: 'gpt-4o' })).toMatchInlineSnapshot(
      `"400 there is no judge "gpt-4o" The config may have changed: choose anew."`,
    )
    expect(await problem('POST', 'runs', { dataset, metrics: ['safety_v1'] })).toMatchInlineSnapshot(
      `"400 there is no metric "safety_v1" The config may have changed: choose anew."`,
    )
    expect(await problem('POST', 'runs', { dataset, metrics: [] })).toMatchInlineSnapshot(
      `"400 body.metrics: Too small: expected array to have >=1 items"`,
    )
    expect(await problem('GET', 'choices?dataset=none')).toMatchInlineSnapshot(
      `"400 there is no dataset "none" It may have been moved or renamed: choose it anew."`,
    )
    expect(await problem('POST', 'runs/none/cancel')).toMatchInlineSnapshot(`"404 there is no run "none""`)
    expect(await problem('POST', 'runs/none/resume', {})).toMatchInlineSnapshot(`"404 there is no run "none""`)
    expect(await ask('GET', 'runs')).toEqual({ runs: [], unreadable: [] })
  })
})

describe('a run that is begun from the page', () => {
  it('ends with a verdict, and can then be neither stopped nor resumed', async () => {
    const { ask, problem, dataset, ended } = await tea()
    const { runId } = StartedRun.parse(await ask('POST', 'runs', { dataset, name: 'first' }))
    const detail = await ended(runId)
    expect(detail).toMatchObject({ state: 'finished', here: false, run: { plan: { name: 'first' } } })
    expect(detail.run.summary?.results).toMatchObject({ total: 2, passed: 1, failed: 1 })
    expect((await problem('POST', `runs/${runId}/cancel`)).replace(runId, 'RUN')).toMatchInlineSnapshot(
      `"400 run RUN is not at work: there is nothing to stop"`,
    )
    expect((await problem('POST', `runs/${runId}/resume`, {})).replace(runId, 'RUN')).toMatchInlineSnapshot(
      `"400 run RUN is finished: there is nothing left to do"`,
    )
  })

  it('is stopped, and goes on where it was', async () => {
    const project = slow()
    const { ask, ended, problem } = await serveProject(project)
    const dataset = await idOf(ask, 'slow.evalset.json')
    const { runId } = StartedRun.parse(await ask('POST', 'runs', { dataset }))
    await until(() => existsSync(join(project.folder, 'asked-early')))
    expect(RunDetail.parse(await ask('GET', `runs/${runId}`))).toMatchObject({ state: 'running', here: true })
    expect(await problem('POST', `runs/${runId}/resume`, {})).toContain('at work already')
    await ask('POST', `runs/${runId}/cancel`)
    expect(await ended(runId)).toMatchObject({ state: 'interrupted', run: { summary: { unfinished: 1 } } })
    project.write({ go: '' })
    await ask('POST', `runs/${runId}/resume`, {})
    expect(await ended(runId)).toMatchObject({ state: 'finished', run: { summary: { results: { passed: 2 } } } })
  })

  it('is interrupted when the server stops, and the next server resumes it', async () => {
    const project = slow()
    const first = await startServer(project)
    const dataset = await idOf(first.ask, 'slow.evalset.json')
    const { runId } = StartedRun.parse(await first.ask('POST', 'runs', { dataset }))
    await until(() => existsSync(join(project.folder, 'asked-early')))
    first.running.child.kill('SIGINT')
    expect((await first.running.ended).exitCode).toBe(0)
    const second = await serveProject(project)
    expect(await second.ended(runId)).toMatchObject({ state: 'interrupted' })
    project.write({ go: '' })
    await second.ask('POST', `runs/${runId}/resume`, {})
    expect(await second.ended(runId)).toMatchObject({ state: 'finished' })
  })

  it('of another process can only be stopped there', async () => {
    const project = slow()
    const running = project.start(['run', 'slow.evalset.json'])
    const { ask, problem, ended } = await serveProject(project)
    await until(() => existsSync(join(project.folder, 'asked-early')))
    const { runs } = z.object({ runs: z.array(z.object({ runId: z.string() })) }).parse(await ask('GET', 'runs'))
    const runId = runs[0]?.runId ?? ''
    const shown = (said: string) => said.replaceAll(runId, 'RUN').replaceAll(String(running.child.pid), 'N')
    expect(shown(await problem('POST', `runs/${runId}/cancel`))).toMatchInlineSnapshot(
      `"400 run RUN is at work in process N It can only be stopped there, with Ctrl-C."`,
    )
    expect(shown(await problem('POST', `runs/${runId}/resume`, {}))).toMatchInlineSnapshot(
      `"400 run RUN is at work in process N It can only be stopped there, with Ctrl-C."`,
    )
    project.write({ go: '' })
    expect(await ended(runId)).toMatchObject({ state: 'finished', here: false })
  })

  it('leaves the result file of its requirement behind, and says where', async () => {
    const project = newProject()
    const { ask, ended } = await serveProject(project)
    const { datasets } = Choices.parse(await ask('GET', 'choices'))
    const suite = datasets.find(({ name }) => name.endsWith('en/quick_start_suite.json'))
    const { runId } = StartedRun.parse(await ask('POST', 'runs', { dataset: suite?.id }))
    const { resultFile = '' } = await ended(runId)
    expect(resultFile).toMatch(/^results\/results_\d{8}_\d{6}\.json$/)
    expect(JSON.parse(project.read(resultFile))).toHaveProperty('aggregated_metrics')
  })

  it('is played with the agent, what that imports, and the config as they are now', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { response_match_score: 1 } }`,
      'agent.mjs': `import { say } from './say.mjs'\nexport default say\n`,
      'say.mjs': 'export const say = (question) => question\n',
      'tea.evalset.json': loudSet({ tea: 'right' }),
    })
    const { ask, ended } = await startServer(project)
    const dataset = await idOf(ask, 'tea.evalset.json')
    const answerNow = async () => {
      const { runId } = StartedRun.parse(await ask('POST', 'runs', { dataset }))
      const { run } = await ended(runId)
      const { result } = CaseDetail.parse(await ask('GET', `runs/${runId}/cases/0/0`))
      return [result?.transcript.invocations[0]?.finalResponse?.parts?.[0]?.text, run.plan.metrics[0]?.threshold]
    }
    expect(await answerNow()).toEqual(['say tea', 1])
    project.write({ 'say.mjs': 'export const say = () => "no tea"\n' })
    expect(await answerNow()).toEqual(['no tea', 1])
    project.write({
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { response_match_score: 0.5 } }`,
    })
    expect(await answerNow()).toEqual(['no tea', 0.5])
  })

  it('has its judges asked again where they broke, also when it is finished', async () => {
    const project = newProject({
      'shinsa.config.mjs': `import { existsSync } from 'node:fs'
        import { EvalError, message } from 'shinsa/core'
        const ask = async () => {
          if (!existsSync('answers')) throw new EvalError('judge', message('out of order'))
          return {
            status: 'answered',
            value: { reason: 'the same', verdict: 'valid' },
            reply: { judge: 'own', instruction: 'own@1', raw: '{}', latencyMs: 1, calls: 1 },
          }
        }
        export default { target: './agent.mjs', criteria: { final_response_match_v2: 0.5 }, judge: { id: 'own', ask } }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right' }),
    })
    const { ask, ended, problem } = await startServer(project)
    const dataset = await idOf(ask, 'tea.evalset.json')
    expect(await problem('POST', 'runs', { dataset, maxCost: 1 })).toMatchInlineSnapshot(
      `"400 no limit can hold own: the price is not known Allow that, or choose a judge whose price is known."`,
    )
    const { runId } = StartedRun.parse(await ask('POST', 'runs', { dataset, maxCost: 1, unlimited: true }))
    expect(await ended(runId)).toMatchObject({ state: 'finished', run: { summary: { results: { broken: 1 } } } })
    project.write({ answers: '' })
    await ask('POST', `runs/${runId}/resume`, {})
    expect((await ended(runId)).run.summary?.results).toMatchObject({ passed: 1, broken: 0 })
  })

  it('says why it broke off', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs', hooks: { setup() { throw new Error('no tea left') } } }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right' }),
    })
    const { ask, ended } = await serveProject(project)
    const { runId } = StartedRun.parse(await ask('POST', 'runs', { dataset: await idOf(ask, 'tea.evalset.json') }))
    const { state, trouble } = await ended(runId)
    expect([state, trouble?.sentence.text, trouble?.sentence.values]).toMatchInlineSnapshot(`
      [
        "interrupted",
        "the {name} hook threw: {problem}",
        {
          "name": "setup",
          "problem": "no tea left",
        },
      ]
    `)
  })
})

describe('cases that are played again', () => {
  it('are a new run that knows the old one; those named, or those that came out so', async () => {
    const { ask, ended, dataset, problem } = await tea()
    const { runId } = StartedRun.parse(await ask('POST', 'runs', { dataset }))
    await ended(runId)
    const offer = RerunOffer.parse(await ask('POST', `runs/${runId}/rerun/estimate`, { only: ['failed', 'error'] }))
    expect(offer.command).toBe(`shinsa rerun ${runId} --only failed,error`)
    expect(offer.estimate).toMatchObject({ cases: 1, target: './agent.mjs', costsMoney: false })
    const failed = StartedRun.parse(await ask('POST', `runs/${runId}/rerun`, { only: ['failed'] }))
    const again = await ended(failed.runId)
    expect(again).toMatchObject({ state: 'finished', rerunOf: runId })
    expect(again.run.plan.dataset.selected).toEqual(['coffee'])
    const named = StartedRun.parse(await ask('POST', `runs/${failed.runId}/rerun`, { caseIds: ['coffee'] }))
    expect(await ended(named.runId)).toMatchObject({
      rerunOf: failed.runId,
      run: { summary: { results: { total: 1 } } },
    })
    const refused = async (wish: object) =>
      (await problem('POST', `runs/${runId}/rerun`, wish)).replaceAll(runId, 'RUN')
    expect(await refused({ caseIds: ['cocoa'] })).toBe('400 run RUN has no result of case cocoa')
    expect(await refused({ only: ['error'] })).toBe('400 no case of the run came out as error')
    expect(await refused({ caseIds: [] })).toContain('400 body.caseIds')
  })

  it('are named on a command line that plays the same, whatever their ids are', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs' }`,
      'agent.mjs': agents.loud,
      'odd.evalset.json': loudSet({ "it's, odd": 'right', 茶: 'wrong', plain: 'right' }),
    })
    const { ask, ended } = await serveProject(project)
    const dataset = await idOf(ask, 'odd.evalset.json')
    const { runId } = StartedRun.parse(await ask('POST', 'runs', { dataset }))
    await ended(runId)
    const wish = { caseIds: ["it's, odd", '茶'] }
    const { command = '' } = RerunOffer.parse(await ask('POST', `runs/${runId}/rerun/estimate`, wish))
    expect(command.replace(runId, 'RUN')).toMatchInlineSnapshot(`"shinsa rerun RUN --filter 'it'\\''s? odd,茶'"`)
    const { stdout } = await promisify(execFile)('sh', ['-c', `printf '%s\\n' ${command}`])
    const outcome = await project.run(...stdout.trimEnd().split('\n').slice(1), '--json')
    const { run, results } = RunDocument.parse(JSON.parse(outcome.stdout))
    expect(results.map(({ evalCase }) => evalCase.id).toSorted()).toEqual(["it's, odd", '茶'])
    expect(RunDetail.parse(await ask('GET', `runs/${run.plan.runId}`)).rerunOf).toBe(runId)
    const none = await project.run('rerun', runId, '--only', 'failed', '--filter', 'pl*')
    expect(none.stdout).toBe('no case of the run that came out as failed fits "pl*"\n')
  })

  it('are refused with the reason where this server does not have what was asked then', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs' }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right' }),
    })
    const store = join(project.folder, '.shinsa', 'runs.db')
    const inCode = await evaluate({
      cwd: project.folder,
      store,
      cases: [{ id: 'tea', ask: 'tea?', answer: 'tea' }],
      agent: noTea,
    })
    const byCode = await evaluate({ cwd: project.folder, store, dataset: 'tea.evalset.json', agent: noTea })
    const { ask } = await serveProject(project)
    const offerOf = async ({ run: { plan } }: typeof inCode) => {
      const { refused, estimate, command } = RerunOffer.parse(
        await ask('POST', `runs/${plan.runId}/rerun/estimate`, { only: ['failed', 'error', 'not-evaluated'] }),
      )
      const said = [refused?.sentence, refused?.hint].map(filled)
      return [...said, estimate, command].map((part) => String(part).replaceAll(plan.runId, 'RUN'))
    }
    expect(await offerOf(inCode)).toMatchInlineSnapshot(`
      [
        "the cases of run RUN stand in code that called evaluate()",
        "Call it again there; cases in an *.eval.ts file can be played again from here.",
        "undefined",
        "undefined",
      ]
    `)
    expect(await offerOf(byCode)).toMatchInlineSnapshot(`
      [
        "this would not be the same again: it was noTea, and now it would be ./agent.mjs",
        "The config has changed since, or code began the run: begin a new one there.",
        "undefined",
        "shinsa rerun RUN",
      ]
    `)
  })
})

const noTea = () => 'no tea'

type Asked = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

async function tea() {
  const project = newProject({
    'shinsa.config.mjs': `export default { target: './agent.mjs', targets: { other: './agent.mjs' } }`,
    'agent.mjs': agents.loud,
    'tea.evalset.json': loudSet({ tea: 'right', coffee: 'wrong' }),
  })
  const served = await serveProject(project)
  return { ...served, dataset: await idOf(served.ask, 'tea.evalset.json') }
}

/** A project whose agent answers the second case when there is a file `go`. */
function slow(): Project {
  return newProject({
    'shinsa.config.mjs': `export default { target: './agent.mjs', concurrency: 1 }`,
    'agent.mjs': `import { existsSync, writeFileSync } from 'node:fs'
      export default async (question, { signal }) => {
        if (question.endsWith('late')) writeFileSync('asked-early', '')
        while (question.endsWith('late') && !existsSync('go')) {
          signal?.throwIfAborted()
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        return { response: question.toUpperCase(), toolCalls: [] }
      }`,
    'slow.evalset.json': loudSet({ early: 'right', late: 'right' }),
  })
}

async function serveProject(project: Project) {
  return asking(await project.serveHere())
}

/** The same as a program of its own, which loads the project's code as it is written. */
async function startServer(project: Project, environment: Readonly<Record<string, string>> = {}) {
  const running = project.start(['serve', '--port', '0'], { environment })
  let said = ''
  running.child.stdout?.on('data', (text: string) => {
    said += text
  })
  await until(() => /http:\S+\n/.test(said) || running.child.exitCode !== null)
  return { running, ...asking(/http:\S+/.exec(said)?.[0] ?? '') }
}

function asking(url: string) {
  const send = async (method: string, path: string, body: object = {}) =>
    fetch(`${url}api/${path}`, {
      method,
      ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  const ask: Asked = async (method, path, body) => {
    const answer = await send(method, path, body)
    const value: unknown = await answer.json()
    expect([answer.status, answer.ok ? {} : value]).toEqual([200, {}])
    return value
  }
  return {
    ask,
    /** What a request is refused with, in words. */
    async problem(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
      const answer = await send(method, path, body)
      const { sentence, hint } = (await answer.json()) as ApiProblem
      return [answer.status, ...[sentence, hint].map(filled)].filter((part) => part !== '').join(' ')
    },
    /** How a run stands when it is no longer at work. */
    async ended(runId: string): Promise<RunDetail> {
      for (let tries = 0; tries < 500; tries += 1) {
        const detail = RunDetail.parse(await ask('GET', `runs/${runId}`))
        if (detail.state !== 'running' && detail.here !== true) return detail
        await setTimeout(20)
      }
      throw new Error('waited in vain')
    },
  }
}

function filled(sentence: ApiProblem['hint']): string {
  return (sentence?.text ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => String(sentence?.values?.[name]))
}

async function idOf(ask: Asked, name: string): Promise<string> {
  const { datasets } = Choices.parse(await ask('GET', 'choices'))
  return datasets.find((dataset) => dataset.name === name)?.id ?? ''
}
