import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toEnglish } from '../core/index.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { prepareRun } from './prepare-run.ts'
import { openAnswerCache, openStore } from './run-store.ts'

const set = JSON.stringify({
  eval_set_id: 'tea',
  eval_cases: [{ eval_id: 'one', conversation: [{ user_content: { parts: [{ text: 'Tea?' }] } }] }],
})
const review = {
  name: 'sprinklers',
  input: {
    document_paths: ['plan.txt'],
    check_name: 'Sprinklers',
    check_description: 'There are 2.',
    language_name: 'English',
  },
  expected_output: { result: 'pass' },
}
const mocks = JSON.stringify({
  tool_simulation_configs: [{ tool_name: 'kettle', injection_configs: [{ injected_response: { warm: true } }] }],
})
const question = { id: 1, category: '正常系', question: 'What first?', expected_keypoints: ['Disconnect the device'] }
const files = {
  'agent.mjs': 'export default () => "Yes."',
  'tea.evalset.json': set,
  'table.csv': 'id,question,answer\none,Tea?,Yes.\n',
  'called.csv': 'id,question,answer,expected_tools\none,Tea?,Yes.,"[{""name"":""kettle"",""args"":{}}]"\n',
  'suite.json': JSON.stringify([review]),
  'fixtures/plan.txt': 'Two sprinklers.',
  'questions.json': JSON.stringify([question]),
  'runbooks/malware.md': '# Malware\n\nDisconnect the device.\n',
  'experiment.json': JSON.stringify({ cases: [{ name: 'one', input: 'Tea?' }], evaluators: [] }),
}
const datasets = ['tea.evalset.json', 'table.csv', 'called.csv', 'suite.json', 'questions.json', 'experiment.json']

it('refuses a secret in an address of a model, also where nobody asks that model', async () => {
  const folder = project({ 'shinsa.config.mjs': 'export default { target: "./agent.mjs" }' })
  const address = 'http://127.0.0.1:9/v1?api_key=not-really-one-4711'
  for (const asked of [{ judge: `openai/own@${address}` }, { userModel: `openai/own@${address}` }]) {
    await expect(planned({ dataset: 'table.csv', ...asked }, folder)).rejects.toThrow('a secret stands in an address')
  }
})

describe('a run over each kind of dataset', () => {
  it('has by default the agent, the metrics and the gate of its kind', async () => {
    const folder = project({ 'shinsa.config.mjs': 'export default { target: "./agent.mjs" }' })
    const plans = await Promise.all(datasets.map(async (dataset) => planned({ dataset }, folder)))
    expect(plans.map((plan) => plan.line)).toMatchInlineSnapshot(`
      [
        {
          "dataset": "tea.evalset.json",
          "failOn": "failed, error, not-evaluated",
          "metrics": "tool_trajectory_avg_score 1, response_match_score 0.8",
          "target": "./agent.mjs",
        },
        {
          "dataset": "table.csv",
          "failOn": "failed, error, not-evaluated",
          "metrics": "reference_match 1",
          "target": "./agent.mjs",
        },
        {
          "dataset": "called.csv",
          "failOn": "failed, error, not-evaluated",
          "metrics": "tool_trajectory_avg_score 1, reference_match 1",
          "target": "./agent.mjs",
        },
        {
          "dataset": "suite.json",
          "failOn": "failed, error, not-evaluated",
          "metrics": "verdict_match 1, explanation_quality 0.5, explanation_groundedness 0.5, citations_verified 0.5",
          "sets": "review",
          "shippedInstead": true,
          "target": "document-reviewer:embedded",
        },
        {
          "dataset": "questions.json",
          "failOn": "error, not-evaluated, runbook_panel.pass-rate<0.7, runbook_panel<0.7",
          "metrics": "runbook_panel 0.7, expected_flags 1",
          "sets": "runbook",
          "shippedInstead": true,
          "target": "runbook-assistant",
        },
        {
          "dataset": "experiment.json",
          "failOn": "failed, error, not-evaluated",
          "metrics": "response_match_score 0.8",
          "target": "./agent.mjs",
        },
      ]
    `)
  })

  it('takes what the config says for its kind, and what was asked for before that', async () => {
    const config = `export default {
      target: './agent.mjs', criteria: { exact_match: 1 },
      review: { target: () => 'reviewed', criteria: { verdict_match: 1 } },
      runbooks: { criteria: { expected_flags: 0.5 } },
    }`
    const folder = project({ 'shinsa.config.mjs': config })
    const plans = await Promise.all(datasets.map(async (dataset) => planned({ dataset }, folder)))
    expect(plans.map((plan) => plan.line)).toMatchInlineSnapshot(`
      [
        {
          "dataset": "tea.evalset.json",
          "failOn": "failed, error, not-evaluated",
          "metrics": "exact_match 1",
          "target": "./agent.mjs",
        },
        {
          "dataset": "table.csv",
          "failOn": "failed, error, not-evaluated",
          "metrics": "exact_match 1",
          "target": "./agent.mjs",
        },
        {
          "dataset": "called.csv",
          "failOn": "failed, error, not-evaluated",
          "metrics": "exact_match 1",
          "target": "./agent.mjs",
        },
        {
          "dataset": "suite.json",
          "failOn": "failed, error, not-evaluated",
          "metrics": "verdict_match 1",
          "sets": "review",
          "target": "target",
        },
        {
          "dataset": "questions.json",
          "failOn": "failed, error, not-evaluated",
          "metrics": "expected_flags 0.5",
          "shippedInstead": true,
          "target": "runbook-assistant",
        },
        {
          "dataset": "experiment.json",
          "failOn": "failed, error, not-evaluated",
          "metrics": "exact_match 1",
          "target": "./agent.mjs",
        },
      ]
    `)
    const asked = await planned({ dataset: 'suite.json', target: './agent.mjs', failOn: ['error'] }, folder)
    expect(asked.line).toMatchInlineSnapshot(`
      {
        "dataset": "suite.json",
        "failOn": "error",
        "metrics": "verdict_match 1",
        "sets": "review",
        "target": "./agent.mjs",
      }
    `)
  })

  it('looks for criteria beside its dataset, and leaves those to others that are meant for them', async () => {
    const folder = project({
      'shinsa.config.mjs': 'export default { target: "./agent.mjs" }',
      'test_config.json': '{ "criteria": { "response_match_score": 0.5 } }',
    })
    const [ordinary, about] = await Promise.all(
      ['tea.evalset.json', 'questions.json'].map(async (dataset) => planned({ dataset }, folder)),
    )
    expect(ordinary?.metrics).toEqual(['response_match_score'])
    expect(about?.metrics).toEqual(['runbook_panel', 'expected_flags'])
    expect(about?.warnings).toEqual([
      `${join(folder, 'test_config.json')} names no metric of such a dataset, so it is left to the others`,
    ])
  })

  it.each([
    ['accuracy', ['verdict_match']],
    ['tool', ['verdict_match', 'review_tool_use']],
    ['comprehensive', ['verdict_match', 'explanation_quality', 'explanation_groundedness', 'citations_verified']],
  ] as const)('reviews as %s by its metrics', async (experiment, metrics) => {
    const { metrics: own } = await planned({ dataset: 'suite.json', review: { experiment } }, project({}))
    expect(own).toEqual(metrics)
  })

  it('asks nobody before the documents of all reviews are there', async () => {
    const folder = project({
      'suite.json': JSON.stringify([{ ...review, input: { ...review.input, document_paths: ['gone.txt'] } }]),
    })
    await expect(planned({ dataset: 'suite.json' }, folder)).rejects.toMatchObject({
      code: 'format',
      message: expect.stringMatching(/^case "sprinklers": .*gone\.txt/),
    })
  })
})

describe('the settings of a run', () => {
  it('are those of the request, then of the config, then the defaults', async () => {
    const folder = project({ 'shinsa.config.mjs': 'export default { target: "./agent.mjs", seed: 7, repeat: 2 }' })
    const { plan } = await planned({ dataset: 'table.csv', repeat: 3 }, folder)
    expect([plan.repeat, plan.seed, plan.concurrency, plan.adkCompat]).toEqual([3, 7, 8, false])
  })

  it('start paths where they were written', async () => {
    const folder = project({
      'shinsa.config.mjs': 'export default { target: "./agent.mjs", recordTools: "calls.jsonl" }',
      'below/table.csv': files['table.csv'],
      'below/mocks.json': mocks,
    })
    const cwd = join(folder, 'below')
    mkdirSync(join(folder, '.git'))
    const { plan } = await planned({ dataset: 'table.csv', environment: 'mocks.json', cwd }, folder)
    expect(plan.environment).toMatchObject({
      file: resolve(cwd, 'mocks.json'),
      recordedTo: resolve(folder, 'calls.jsonl'),
    })
  })

  it('fill in what .env beside the config says, and tell nobody', async () => {
    const folder = project({
      '.env': 'AGENT=http://127.0.0.1:9/?key=s3cret-of-the-file\n',
      'shinsa.config.mjs': 'export default { target: { http: { url: "${AGENT}" } } }',
    })
    const { plan } = await planned({ dataset: 'table.csv' }, folder)
    expect(plan.target.name).not.toContain('s3cret')
  })

  it('of the gate in a config are for all its datasets: what this one does not measure is said', async () => {
    const request = { dataset: 'table.csv', target: './agent.mjs' }
    const rules = ['error', 'rouge_l<0.5', 'runbook_panel.pass-rate<0.7', 'recall<0.95', 'critical-error']
    const { plan, warnings } = await planned(request, gated(rules))
    expect(plan.failOn).toEqual(['error'])
    expect(warnings.filter((warning) => warning.includes('the config'))).toEqual(
      rules.slice(1).map((rule) => `the rule ${rule} of the config has no effect: this run does not measure it`),
    )
    const nothingLeft = await planned(request, gated(['recall<0.95']))
    expect(nothingLeft.plan.failOn).toEqual(['failed', 'error', 'not-evaluated'])
    await expect(planned(request, gated(['error', 'rogue_l<0.5']))).rejects.toThrow('the gate asks for rogue_l')
  })

  it.each([
    [{ failOn: ['none', 'failed'] }, '`none` has no effect beside other rules for the gate: failed'],
    [{ failOn: ['rouge_l<0.5'] }, 'the gate asks for rouge_l, which this run does not measure'],
    [{ recordTools: 'a.jsonl', replayTools: 'b.jsonl' }, 'tool traffic is either recorded or replayed'],
    [{ review: { model: 'gpt-4o' } }, 'review.model and review.prompt are for the document reviewer that ships'],
    [{ target: undefined }, 'there is no agent to evaluate'],
  ])('%o is refused', async (wrong, sentence) => {
    const asked = planned({ dataset: 'table.csv', target: './agent.mjs', ...wrong }, project({}))
    await expect(asked).rejects.toThrow(sentence)
  })
})

function gated(rules: readonly string[]): string {
  return project({ 'shinsa.config.mjs': `export default { failOn: ${JSON.stringify(rules)} }` })
}

function project(more: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-prepare-'))
  for (const [name, text] of Object.entries({ ...files, ...more })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

async function planned(request: Partial<RunRequest> & { readonly dataset: string }, folder: string) {
  const prepared = await prepareRun(
    { cwd: folder, selected: [], ...request },
    {
      environment: {},
      version: '0.0.0',
      openStore: () => openStore(':memory:'),
      openCache: () => openAnswerCache(':memory:'),
      now: () => new Date(0),
      random: () => 0.5,
      sleep: async () => {},
    },
  )
  const { plan, warnings, setMetrics = [], metrics } = prepared
  const told = plan.metrics.filter(({ threshold }) => threshold !== undefined)
  const sets = setMetrics.map(({ name }) => name)
  return {
    plan,
    metrics: told.map(({ name }) => name),
    warnings: warnings.all.map(({ sentence }) => toEnglish(sentence)),
    line: {
      dataset: request.dataset,
      target: plan.target.name,
      metrics: told.map(({ name, threshold }) => `${name} ${threshold}`).join(', '),
      failOn: plan.failOn.join(', '),
      ...(sets.length > 0 && { sets: sets.join(', ') }),
      ...(prepared.shippedInstead && { shippedInstead: true }),
      ...(metrics.length === plan.metrics.length ? {} : { metrics: 'not as many as the plan says' }),
    },
  }
}
