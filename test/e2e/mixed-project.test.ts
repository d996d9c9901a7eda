import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runChoices } from '../../src/workspace/runs/run-choices.ts'
import { type Project, loudSet, newProject } from './run-shinsa.ts'

const shipped = fileURLToPath(new URL('../../examples/', import.meta.url))

const datasets = ['loud.evalset.json', 'suite.json', 'questions.json']
const questions = [
  {
    id: 1,
    category: '正常系',
    question: 'A malware alert came up. What are the first steps?',
    expected_keypoints: ['Disconnect the device'],
  },
]
const review = {
  name: 'sprinklers',
  input: {
    document_paths: ['plan.txt'],
    check_name: 'Sprinklers',
    check_description: 'There are at least 2 sprinklers.',
    language_name: 'English',
  },
  expected_output: { result: 'pass' },
}

const counts = `const counts = { name: 'counts', score: () => ({ status: 'scored', metric: 'counts', value: 1, threshold: 1, passed: true }) }\n`

describe('a project with datasets of several kinds', () => {
  it('leaves reviews and runbooks what is theirs where the config names an agent and metrics', async () => {
    const project = mixedProject(
      `${counts}export default { target: './agent.mjs', criteria: { exact_match: 1 }, metrics: [counts] }`,
    )
    expect(await plansIn(project)).toMatchInlineSnapshot(`
      [
        {
          "dataset": "loud.evalset.json",
          "metrics": [
            "exact_match",
            "counts",
          ],
          "target": "./agent.mjs",
        },
        {
          "dataset": "suite.json",
          "metrics": [
            "verdict_match",
            "explanation_quality",
            "explanation_groundedness",
            "citations_verified",
          ],
          "target": "document-reviewer:embedded",
        },
        {
          "dataset": "questions.json",
          "metrics": [
            "runbook_panel",
            "expected_flags",
          ],
          "target": "runbook-assistant",
        },
      ]
    `)
  })

  it('takes for each kind what the config names for it', async () => {
    const project = mixedProject(`${counts}export default {
      target: './agent.mjs',
      targets: { checker: './reviewer.mjs' },
      criteria: { exact_match: 1 },
      review: { target: 'checker', criteria: { verdict_match: 1 }, metrics: [counts] },
      runbooks: { folder: 'runbooks', target: './agent.mjs', criteria: { expected_flags: 0.5 } },
    }`)
    expect(await plansIn(project)).toMatchInlineSnapshot(`
      [
        {
          "dataset": "loud.evalset.json",
          "metrics": [
            "exact_match",
          ],
          "target": "./agent.mjs",
        },
        {
          "dataset": "suite.json",
          "metrics": [
            "verdict_match",
            "counts",
          ],
          "target": "./reviewer.mjs",
        },
        {
          "dataset": "questions.json",
          "metrics": [
            "expected_flags",
          ],
          "target": "./agent.mjs",
        },
      ]
    `)
  })

  it('says on its first line which agent each dataset is asked by', async () => {
    const project = mixedProject(`export default { target: './agent.mjs', criteria: { exact_match: 1 } }`)
    const { stderr } = await project.run('run', ...datasets)
    expect(stderr.split('\n').slice(0, 3)).toMatchInlineSnapshot(`
      [
        "agent for loud: ./agent.mjs",
        "agent for suite: document-reviewer:embedded, which ships; the config’s target is for other datasets",
        "agent for questions: runbook-assistant, which ships; the config’s target is for other datasets",
      ]
    `)
    const reviewed = await project.run('review', '--suite', 'suite.json', '--lang', 'ja')
    expect(reviewed.stderr.split('\n')[0]).toMatchInlineSnapshot(
      `"エージェント: document-reviewer:embedded（付属。設定の target はほかの種類のデータセット用）"`,
    )
    expect(reviewed.stdout).not.toContain('出力が不正')
  })

  it('asks whom the command line names, whatever the config says', async () => {
    const project = mixedProject(`export default { target: './agent.mjs', review: { target: './agent.mjs' } }`)
    const { stdout, stderr } = await project.runHere(
      'review',
      '--suite',
      'suite.json',
      '-t',
      './reviewer.mjs',
      '--experiment',
      'accuracy',
    )
    expect(stderr.split('\n')[0]).toBe('agent: ./reviewer.mjs')
    expect(stdout).toContain('PASSED')
  })

  it('takes the agent that ships for its own kind, wherever it is named', async () => {
    const project = mixedProject(`export default { target: 'helper', targets: { helper: 'document-reviewer' } }`)
    const { stderr } = await project.runHere('review', '--suite', 'suite.json')
    expect(stderr.split('\n')[0]).toBe('agent: document-reviewer:embedded')
  })

  it('leaves a test_config.json of ordinary datasets to them', async () => {
    const project = mixedProject(`export default { target: './agent.mjs' }`)
    project.write({ 'test_config.json': { criteria: { exact_match: 1 } } })
    const [loud, suite] = await plansIn(project)
    expect([loud?.metrics, suite?.metrics]).toEqual([['exact_match'], expect.arrayContaining(['verdict_match'])])
    const { stderr } = await project.runHere('run', 'suite.json')
    expect(stderr).toContain('test_config.json names no metric of such a dataset, so it is left to the others')
  })

  it('offers the same on the page', async () => {
    const project = mixedProject(`export default { target: './agent.mjs', criteria: { exact_match: 1 } }`)
    const choices = await Promise.all(
      [
        { file: join(project.folder, 'loud.evalset.json'), format: 'adk-eval-set' as const },
        { file: join(project.folder, 'suite.json'), format: 'review-suite' as const },
        { file: join(project.folder, 'questions.json'), format: 'runbook-dataset' as const },
      ].map(async ({ file, format }) =>
        runChoices(project.folder, { file, format } as Parameters<typeof runChoices>[1]),
      ),
    )
    expect(choices.map(({ defaults, metrics }) => [defaults.target, ...metrics.map(({ name }) => name)]))
      .toMatchInlineSnapshot(`
      [
        [
          "./agent.mjs",
          "exact_match",
        ],
        [
          "document-reviewer",
          "verdict_match",
          "explanation_quality",
          "explanation_groundedness",
          "citations_verified",
        ],
        [
          "runbook-assistant",
          "runbook_panel",
          "expected_flags",
        ],
      ]
    `)
  })
})

/** Who was asked and what was measured, for each dataset. */
async function plansIn(project: Project) {
  const plans = []
  for (const dataset of datasets) {
    const { document } = await project.runJson(dataset)
    const measured = document.run.plan.metrics.filter(({ name }) => !/_count_v1$|token_usage|duration/.test(name))
    plans.push({ dataset, target: document.run.plan.target.name, metrics: measured.map(({ name }) => name) })
  }
  return plans
}

function mixedProject(config: string): Project {
  const project = newProject({
    'shinsa.config.mjs': config,
    'agent.mjs': 'export default (question) => question.toUpperCase()\n',
    'reviewer.mjs': `export default () => ({ result: 'pass', confidence: 0.9, explanation: 'There are 2 sprinklers.', citations: [] })\n`,
    'loud.evalset.json': loudSet({ a: 'right' }),
    'suite.json': [review],
    'fixtures/plan.txt': 'There are 2 sprinklers.\n',
    'questions.json': questions,
  })
  mkdirSync(join(project.folder, 'runbooks/en'), { recursive: true })
  cpSync(join(shipped, 'runbook-assistant/runbooks/en'), join(project.folder, 'runbooks/en'), { recursive: true })
  return project
}
