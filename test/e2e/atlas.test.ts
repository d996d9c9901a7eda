import { expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

type AtlasJson = {
  readonly modes: readonly {
    readonly name: string
    readonly known: boolean
    readonly failures: number
    readonly shares: readonly { readonly value: number; readonly n: number }[]
    readonly examples: readonly { readonly case: string }[]
    readonly change?: { readonly onlyFirst: number; readonly onlySecond: number; readonly adjustedP: number }
  }[]
  readonly stability: number | null
}

const call = { name: 'find_order', args: { id: 'A1' } }
const cases = Array.from({ length: 36 }, (_, index) =>
  JSON.stringify({
    id: `case-${index}`,
    question: `Order ${index}?`,
    answer: 'It is on its way.',
    expected_tools: [call],
  }),
)

/** Three kinds of fault in 8, 6 and 10 of the cases: it throws, leaves the call out, or gives a number for the id. */
const agent = (isSlow: boolean) => `export default (question) => {
  const index = Number(/\\d+/.exec(typeof question === 'string' ? question : JSON.stringify(question))[0])
  if (${isSlow} && index < 10) throw new Error('no answer within ' + index + ' s')
  const response = 'It is on its way.'
  if (index >= 10 && index < 16) return { response, toolCalls: [] }
  if (index >= 16 && index < 24) return { response, toolCalls: [{ name: 'find_order', args: { id: 7 } }] }
  return { response, toolCalls: [${JSON.stringify(call)}] }
}
`

it('finds three planted kinds of failure, keeps them, and says what changed', async () => {
  const project = newProject({
    'cases.jsonl': `${cases.join('\n')}\n`,
    'slow.mjs': agent(true),
    'fixed.mjs': agent(false),
    'test_config.json': { criteria: { tool_trajectory_avg_score: 1 } },
  })
  await project.runHere('run', 'cases.jsonl', '-t', './slow.mjs', '--name', 'slow')
  const first = await project.runHere('atlas', 'slow', '--json', '--save')
  const { modes } = JSON.parse(first.stdout) as AtlasJson
  expect(modes.map(({ failures, known, shares }) => [failures, known, shares[0]?.n])).toEqual([
    [10, false, 36],
    [8, false, 36],
    [6, false, 36],
  ])
  expect(modes.map(({ name }) => name.replace(/^\d+: /, ''))).toEqual([
    expect.stringContaining('within # s'),
    'argument find_order.id number for string',
    'call missing find_order',
  ])
  expect(first.stderr).toContain('failure-modes.yaml is written')

  project.write({
    'failure-modes.yaml': project.read('failure-modes.yaml').replace(/name: .*within.*/, 'name: too slow'),
  })
  await project.runHere('run', 'cases.jsonl', '-t', './fixed.mjs', '--name', 'fixed')
  const both = await project.runHere('atlas', 'slow', 'fixed')
  expect(both.stdout).toContain('too slow: 10 failures, 28 % (15–44 %) → 0 % (0–10 %) of all results')
  expect(both.stdout).toContain('gone from 10 cases, new in 0: rarer (p 0.0059, Holm)')
  expect(both.stdout).not.toContain('(new)')

  project.write({ 'failure-modes.yaml': 'version: 1\nmodes: [{ name: late }]\n' })
  const wrong = await project.runHere('atlas', 'fixed')
  expect(wrong.exitCode).not.toBe(0)
  expect(wrong.stderr).toContain('failure-modes.yaml: modes.0.examples')
})

it('names no kinds where few failed', async () => {
  const project = newProject({
    'cases.jsonl': `${cases.slice(14, 18).join('\n')}\n`,
    'agent.mjs': agent(true),
    'test_config.json': { criteria: { tool_trajectory_avg_score: 1 } },
  })
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
  const { stdout, exitCode } = await project.runHere('atlas', 'latest')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('No groups: the failures are too few')
})
