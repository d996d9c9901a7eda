import { expect, it } from 'vitest'
import type { Project } from './run-shinsa.ts'
import { agents, loudSet, newProject } from './run-shinsa.ts'

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
      "15 labels and 20 verdicts are worth 18 labels",
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
    /^error: --width is a share between 0 and 1, not "2"\n/,
  )
})
