import { expect, it } from 'vitest'
import { type Project, agents, loudSet, newProject } from './run-shinsa.ts'

/** Twenty cases, of which the agent gets twelve right. */
async function ranProject(failOn: string): Promise<Project> {
  const cases = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`c${index}`, index < 12 ? 'right' : 'wrong'] as const),
  )
  const project = newProject({
    'agent.ts': agents.loud,
    'a.evalset.json': loudSet(cases),
    'test_config.json': { criteria: { response_match_score: 0.8 } },
  })
  const { exitCode } = await project.runHere(
    'run',
    'a.evalset.json',
    '-t',
    './agent.ts',
    '--name',
    'first',
    '--fail-on',
    failOn,
  )
  expect(exitCode).toBe(1)
  return project
}

it('corrects the pass rate of a run by what people say of the results that a plan draws', async () => {
  const project = await ranProject('corrected-pass-rate-low<0.2')
  expect((await project.runHere('show', 'first')).stdout).toContain(
    'Gate: corrected-pass-rate-low cannot be told before people labelled some results: `shinsa labels plan` says which',
  )

  const plan = await project.runHere('labels', 'plan', 'first', '--width', '0.5', '--seed', '4')
  expect(plan.stderr).toBe('note: an interval 50 points wide takes about 15 labels; 0 are there, 15 more are listed\n')
  const drawn = plan.stdout.trim().split('\n')
  expect(new Set(drawn).size).toBe(15)
  // People find two of the answers that passed wrong.
  for (const caseId of drawn) {
    const isRight = Number(caseId.slice(1)) < 10
    await project.runHere('labels', 'add', 'first', caseId, isRight ? 'pass' : 'fail', '--by', 'reviewer-1')
  }

  const shown = await project.runHere('show', 'first')
  expect(shown.stdout).toMatch(/^✓ PASSED {2}12 of 20 cases passed/)
  expect(shown.stdout.split('\n').slice(2, 5)).toMatchInlineSnapshot(`
    [
      "Corrected by labels: people would pass 51 % (27–75 %)",
      "15 labels and 20 verdicts are worth 16 labels",
      "labels alone 60 % (33–84 %), verdicts alone 60 %, their weight 0.17",
    ]
  `)
  expect((await project.runHere('show', 'first', '--lang', 'ja')).stdout).toContain(
    'ラベルによる補正後: 人の判断では合格率',
  )
  const { stdout: json } = await project.runHere('show', 'first', '--json')
  expect(JSON.parse(json).run.summary.corrected).toMatchObject({
    passRate: { labels: 15, results: 20, verdictsAlone: 0.6 },
  })
  const listed = await project.runHere('list', '--json')
  expect(JSON.parse(listed.stdout)).toMatchObject([{ summary: { gate: { passed: true } } }])

  const strict = await project.runHere('show', 'first', '--fail-on', 'corrected-pass-rate-low<0.6')
  expect(strict.exitCode).toBe(1)
  expect(strict.stdout).toMatch(/Gate: corrected-pass-rate-low is 0\.\d+, below 0\.6/)
  expect((await project.runHere('show', 'first', '--fail-on', 'corrected-pass-rate<0.3')).exitCode).toBe(0)
  expect((await project.runHere('show', 'first', '--fail-on', 'corrected<0.3x')).exitCode).toBe(2)
  expect((await project.runHere('labels', 'plan', 'first', '--width', '2')).stderr).toMatch(
    /^error: --width is a number between 0 and 1, and 2 is none\n/,
  )
})

it('corrects means, differences of two runs and slices, and says where labels are too few', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `c${index}`)
  const rows = names.map((id, index) =>
    JSON.stringify({
      id,
      question: index % 3 === 0 ? 'loud' : 'what?',
      expected: index % 3 === 0 ? 'LOUD' : 'WHAT? no',
      category: index < 48 ? 'billing' : '配送',
      tags: index % 2 === 0 ? ['even'] : [],
    }),
  )
  const criteria = { criteria: { response_match_score: 0.5 } }
  const project = newProject({ 'agent.ts': agents.loud, 'a.jsonl': rows.join('\n'), 'test_config.json': criteria })
  for (const name of ['before', 'after']) {
    const run = ['run', 'a.jsonl', '-t', './agent.ts', '--name', name, '--fail-on', 'none']
    expect((await project.runHere(...run)).exitCode).toBe(0)
    for (const [index, caseId] of names.entries()) {
      if (index % 4 !== 0) continue
      const isRight = name === 'after' || index % 12 !== 0
      await project.runHere('labels', 'add', name, caseId, isRight ? 'pass' : 'fail')
      await project.runHere('labels', 'add', name, caseId, 'response_match_score', isRight ? '80' : '35')
    }
  }
  const shown = await project.runHere('show', 'before')
  expect(
    shown.stdout
      .split('\n')
      .filter((line) => /label/.test(line))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "Corrected by labels: people would pass 67 % (40–88 %)
    15 labels and 60 verdicts are worth 15 labels
    labels alone 67 % (40–88 %), verdicts alone 100 %, their weight 0
    by slice: billing 67 % (36–90 %), #even 67 % (40–88 %); too few labels to tell: 配送
    response_match_score, corrected by labels: people would pass 67 % (40–88 %)
    15 labels and 60 verdicts are worth 15 labels
    labels alone 67 % (40–88 %), verdicts alone 100 %, their weight 0
    by slice: billing 67 % (36–90 %), #even 67 % (40–88 %); too few labels to tell: 配送
    response_match_score, corrected by labels: people would give 0.65 on average (0.51–0.77)
    15 labels and 60 verdicts are worth 15 labels
    labels alone 0.65 (0.51–0.77), verdicts alone 0.778, their weight 0
    by slice: billing 0.65 (0.49–0.78), #even 0.65 (0.51–0.77); too few labels to tell: 配送"
  `)
  const compared = await project.runHere('compare', 'before', 'after')
  const [, difference] = compared.stdout.split('\n\n')
  expect(difference).toMatchInlineSnapshot(`
    "Corrected by labels: difference +33.3 points (95 % interval +3.1 to +63.5)
    30 labels and 120 verdicts are worth 30 labels
    labels alone +33.3 (+3.1 to +63.5), verdicts alone ±0, their weights 0 and 0
    by slice: billing +33.3 (−2.3 … +69), #even +33.3 (+3.1 … +63.5); too few labels to tell: 配送
    response_match_score, corrected by labels: difference +33.3 points (95 % interval +3.1 to +63.5)
    30 labels and 120 verdicts are worth 30 labels
    labels alone +33.3 (+3.1 to +63.5), verdicts alone ±0, their weights 0 and 0
    by slice: billing +33.3 (−2.3 … +69), #even +33.3 (+3.1 … +63.5); too few labels to tell: 配送
    response_match_score, corrected by labels: difference +0.15 on average (95 % interval −0.031 to +0.331)
    30 labels and 120 verdicts are worth 30 labels
    labels alone +0.15 (−0.031 to +0.331), verdicts alone ±0, their weights 0 and 0
    by slice: billing +0.15 (−0.072 … +0.372), #even +0.15 (−0.031 … +0.331); too few labels to tell: 配送"
  `)
  expect((await project.runHere('compare', 'before', 'after', '--lang', 'ja')).stdout).toContain(
    'ラベルによる補正後: 差 +',
  )
  const json = JSON.parse((await project.runHere('compare', 'before', 'after', '--json')).stdout)
  expect(json.corrected).toMatchObject({
    passRate: { labels: 30, results: 120 },
    metrics: [{ metric: 'response_match_score' }],
    means: [{ metric: 'response_match_score', labels: 30 }],
  })
  expect((await project.runHere('compare', 'before', 'after', '-r', 'markdown')).stdout).toContain(
    '- Corrected by labels: difference',
  )
})

it('corrects pass rates by the error rates of a judge: from a validation, from a file of rates, in a config', async () => {
  const metric = 'final_response_match_v2'
  const project = newProject({
    'agent.ts': agents.loud,
    'a.evalset.json': loudSet(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`c${index}`, index < 24 ? 'right' : 'wrong'] as const),
      ),
    ),
    'test_config.json': { criteria: { [metric]: { threshold: 0.8 } } },
    'rates.json': { [metric]: { sensitivity: 0.9, positives: 100, specificity: 0.85, negatives: 100 } },
    'trust.json': {
      metrics: [
        {
          metric,
          rows: [
            {
              judge: {
                matrix: [
                  [85, 15],
                  [10, 90],
                ],
              },
            },
          ],
        },
      ],
    },
    'guesses.json': { [metric]: { sensitivity: 0.5, positives: 100, specificity: 0.5, negatives: 100 } },
    'other.json': { another_metric: { sensitivity: 0.9, positives: 100, specificity: 0.85, negatives: 100 } },
  })
  const run = ['run', 'a.evalset.json', '-t', './agent.ts', '--name', 'first', '--fail-on', 'none']
  const ran = await project.runHere(...run, '--judge-errors', 'rates.json')
  const sentence = ran.stdout
    .slice(ran.stdout.indexOf(`${metric}, corrected`))
    .split('\n')
    .slice(0, 2)
    .join(' ')
  expect(sentence).toMatchInlineSnapshot(
    `"final_response_match_v2, corrected by the errors of its judge: 87 % would pass (62–100 %); verdicts alone 80 %, from a judge that passes 90 % of 100 right results and fails 85 % of 100 wrong ones"`,
  )
  const [stored] = JSON.parse((await project.runHere('show', 'first', '--json')).stdout).run.summary.metrics
  expect(stored).toMatchObject({ metric, byJudgeErrors: { estimate: { method: 'rogan-gladen', n: 30 } } })

  const byValidation = await project.runHere('show', 'first', '--judge-errors', 'trust.json', '--json')
  expect(JSON.parse(byValidation.stdout).run.summary.metrics[0]).toEqual(stored)
  expect((await project.runHere('show', 'first', '--judge-errors', 'guesses.json')).stdout).toContain(
    `${metric}: no corrected pass rate, since its judge says next to nothing`,
  )
  expect(await project.runHere(...run, '--judge-errors', 'other.json')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('other.json knows the errors of no judge of the run'),
  })
  expect((await project.runHere('show', 'first', '--judge-errors', 'agent.ts')).stderr).toContain(
    'agent.ts says nothing of the errors of a judge',
  )

  project.write({ 'shinsa.config.ts': `export default { target: './agent.ts', judgeErrors: './rates.json' }` })
  const configured = await project.runHere('run', 'a.evalset.json', '--fail-on', 'none', '--lang', 'ja')
  expect(configured.stdout).toContain('ジャッジの誤り率による補正後: 合格率')
})
