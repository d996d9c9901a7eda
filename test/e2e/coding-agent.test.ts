import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const agent = fileURLToPath(new URL('../fixtures/acp/coding-agent.ts', import.meta.url))
const mending = {
  eval_set_id: 'mending',
  eval_cases: [
    {
      eval_id: 'mends',
      conversation: [{ user_content: { parts: [{ text: 'write a.txt' }] } }],
      workspace: { folder: 'app', check: 'grep right a.txt' },
    },
    {
      eval_id: 'does_not',
      conversation: [{ user_content: { parts: [{ text: 'hello' }] } }],
      workspace: { folder: 'app', check: ['grep right a.txt', 'test -f a.txt'] },
    },
    { eval_id: 'talks', conversation: [{ user_content: { parts: [{ text: 'hello' }] } }] },
  ],
}

describe('a coding agent of ACP as the target', () => {
  it('works in copies, in which checks are scores and the difference is the evidence', async () => {
    const project = newProject({
      'evals/mending.evalset.json': mending,
      'evals/app/a.txt': 'wrong\n',
      'test_config.json': { criteria: { workspace_checks: 1 } },
      'shinsa.config.ts': `export default { trust: ['evals'], criteria: { workspace_checks: 1 } }\n`,
    })
    const words = ['evals/mending.evalset.json', '--target', `acp:${process.execPath} ${agent}`, '--repeat', '2']
    const { outcome, document } = await project.runJson(...words)
    expect({ exitCode: outcome.exitCode, stderr: outcome.stderr }).toMatchObject({ exitCode: 1 })
    expect(document.run.summary?.results).toMatchObject({ passed: 2, failed: 2, total: 6 })
    const scores = document.results.map(({ evalCase: { id: caseId }, scores: [score] }) => [
      caseId,
      score !== undefined && 'value' in score ? score.value : score?.status,
    ])
    expect(new Set(scores.map((row) => row.join(' ')))).toEqual(
      new Set(['mends 1', 'does_not 0.5', 'talks not-evaluated']),
    )
    expect(JSON.stringify(document)).toContain('-wrong')
    expect(project.read('evals/app/a.txt')).toBe('wrong\n')
  })

  it('runs no commands of a dataset that the config does not trust', async () => {
    const project = newProject({ 'mending.evalset.json': mending, 'app/a.txt': 'wrong\n' })
    const { exitCode, stderr } = await project.runHere(
      'run',
      'mending.evalset.json:mends',
      '--target',
      `acp:${process.execPath} ${agent}`,
    )
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is not trusted, so its code (grep right a.txt)')])
  })
})
