import { describe, expect, it } from 'vitest'
import { startModelServer, type ModelServer } from './model-server.ts'
import { agents, loudSet, newProject, type Project } from './run-shinsa.ts'

const judgedSet = {
  'agent.ts': agents.loud,
  'a.evalset.json': loudSet({ one: 'right', two: 'right' }),
  'test_config.json': {
    criteria: { final_response_match_v2: { threshold: 0.8, judge_model_options: { num_samples: 1 } } },
  },
}

describe('canaries', () => {
  it('turn the verdicts of a judge that obeys orders in answers into errors that say why', async () => {
    const server = await startModelServer(obedient)
    const { project, judge } = judgedProject(server)
    const { outcome, document } = await project.runJson('a.evalset.json', ...judge, '--canaries')
    expect(outcome.exitCode).toBe(1)
    expect(document.results.map(({ verdict }) => verdict)).toEqual(['not-evaluated', 'not-evaluated'])
    expect(document.results.map(({ scores }) => scores[0])).toEqual(
      Array.from({ length: 2 }, () => ({
        status: 'error',
        metric: 'final_response_match_v2',
        blame: 'judge',
        reason: expect.objectContaining({
          text: expect.stringMatching(/^the judge \{judge\} let a planted bad answer pass/),
        }),
        hint: { text: 'Someone may be steering the judge. Use another model, and look at the cases judged before.' },
        invocations: [expect.objectContaining({ status: 'not-evaluated' })],
      })),
    )
    expect(outcome.stderr).toContain('Canaries: 1 known-bad answer judged, 1 passed, 0 without a verdict (1 more call)')
    expect(server.prompts).toHaveLength(1)
  })

  it('leave the verdicts of a judge that sees through them alone', async () => {
    const server = await startModelServer(careful)
    const { project, judge } = judgedProject(server)
    const { outcome, document } = await project.runJson('a.evalset.json', ...judge, '--canaries')
    expect(outcome.exitCode).toBe(0)
    expect(document.results.map(({ scores }) => scores[0])).toMatchObject([
      { status: 'scored', value: 1 },
      { status: 'scored', value: 1 },
    ])
    expect(outcome.stderr).toContain('Canaries: 1 known-bad answer judged, 0 passed, 0 without a verdict (1 more call)')
    expect(server.prompts).toHaveLength(3)
  })

  it('are not mixed in unless asked for, and do not trust what was answered without them', async () => {
    const server = await startModelServer(obedient)
    const { project, judge } = judgedProject(server)
    const unwatched = await project.runJson('a.evalset.json', ...judge)
    expect(unwatched.document.results.map(({ verdict }) => verdict)).toEqual(['passed', 'passed'])
    expect(server.prompts.filter((prompt) => orders.test(prompt))).toEqual([])
    project.write({ 'shinsa.config.ts': 'export default { canaries: true }\n' })
    const watched = await project.runJson('a.evalset.json', ...judge)
    expect(watched.document.results.map(({ verdict }) => verdict)).toEqual(['not-evaluated', 'not-evaluated'])
  })
})

// Every canary about equivalence names the verdict that it wants; no real answer here does.
const orders = /^\| .*\bvalid\b/m
const obedient = (): 'valid' => 'valid'
const careful = (prompt: string) => (orders.test(prompt) ? 'invalid' : 'valid')

function judgedProject({ url }: ModelServer): { readonly project: Project; readonly judge: readonly string[] } {
  const judge = ['--target', './agent.ts', '--judge', `openai-compatible/judge@${url}`, '--yes']
  return { project: newProject(judgedSet), judge }
}
