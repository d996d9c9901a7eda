import { expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const question = {
  id: 1,
  category: '正常系',
  question: 'A malware alert came up. What are the first steps?',
  expected_keypoints: ['Disconnect the device'],
}

const made = `import { runbookAspects, runbookPanel } from 'shinsa/metrics'
  const judge = {
    id: 'ours',
    ask: async ({ subject }) => ({
      status: 'answered',
      value: { scores: Object.fromEntries(subject.aspects.map(({ name }) => [name, 75])), rationale: null, overall_comment: '' },
      reply: { judge: 'ours', instruction: 'x', raw: '', latencyMs: 0, calls: 1 },
    }),
  }
  const order = { id: 'order', name: 'Order', question: 'In order?', anchors: { 100: 'yes', 50: 'partly', 0: 'no' } }
  const aspects = [...runbookAspects.filter(({ id }) => id !== 'brevity'), order]
  export default { metrics: [runbookPanel({ judge, passLine: 80, aspects })] }`

it('judges questions about runbooks by the panel at the top of the config', async () => {
  const { document } = await project(made).runJson('questions.json', '-t', './agent.mjs')
  const [score] = document.results.flatMap(({ scores }) => scores.filter(({ metric }) => metric === 'runbook_panel'))
  expect(score).toMatchObject({ value: 0.75, threshold: 0.8, passed: false })
  expect(JSON.stringify(score)).toContain('"order"')
  expect(JSON.stringify(score)).not.toContain('"brevity"')
})

it('refuses another judge for a panel that has its own, and says that of what is for judges', async () => {
  const refused = await project(made).runHere('run', 'questions.json', '-t', './agent.mjs', '--judge', 'embedded')
  expect(refused.exitCode).toBe(2)
  expect(refused.stderr).toMatchInlineSnapshot(`
    "error: --judge has no effect: runbook_panel was made with a judge of its own
    hint: Leave --judge out, or name runbook_panel under "criteria" in place of "metrics".
    "
  `)
  const { stderr } = await project(made).runHere('run', 'questions.json', '-t', './agent.mjs', '--no-cache')
  expect(stderr).toContain('--no-cache has no effect: runbook_panel was made with a judge of its own')
})

it.each([
  ['a pass line', 'passLine: 80', /"passLine" of the config is written as criteria: \{ runbook_panel: 0.8 \}/],
  ['a pass line in the place of runbooks', 'runbooks: { passLine: 80 }', /criteria: \{ runbook_panel: 0.8 \}/],
  ['a judge there', "runbooks: { judge: 'embedded' }", /"judge" stands at the top of the config, not under "runbooks"/],
  ['another key there', 'runbooks: { foldr: 1 }', /Did you mean folder\?/],
])('refuses %s with the line to write', async (_name, config, hint) => {
  const { stderr, exitCode } = await project(`export default { ${config} }`).runHere('run', 'questions.json')
  expect(stderr).toMatch(hint)
  expect(exitCode).toBe(2)
})

it('takes the pass line of a criterion at the top', async () => {
  const config = "export default { target: './agent.mjs', criteria: { exact_match: 1, runbook_panel: 0.95 } }"
  const { document } = await project(config).runJson('questions.json', '-t', './agent.mjs')
  const named = document.run.plan.metrics.filter(({ threshold }) => threshold !== undefined)
  expect(named.map(({ name, threshold }) => [name, threshold])).toEqual([['runbook_panel', 0.95]])
})

function project(config: string) {
  return newProject({
    'shinsa.config.mjs': config,
    'agent.mjs': "export default () => 'Disconnect the device from the network [1].'\n",
    'questions.json': [question],
  })
}
