import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startModelServer } from './model-server.ts'
import { newProject } from './run-shinsa.ts'

const answer = 'Order 1042 arrives on 2026-03-04 and costs 49 euros.'
const call = { name: 'find_order', args: { id: 'ORD-1042', limit: 5 } }
const files = (criteria: Readonly<Record<string, number>>) => ({
  'cases.jsonl': `${JSON.stringify({ id: 'order', question: 'My order?', answer, expected_tools: [call] })}\n`,
  'agent.mjs': `export default () => (${JSON.stringify({ response: answer, toolCalls: [call] })})\n`,
  'test_config.json': { criteria },
})

it('says what an eval set is blind to, and what would notice it', async () => {
  const project = newProject(files({ response_match_score: 0.6 }))
  expect((await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')).exitCode).toBe(0)
  const { stdout, exitCode } = await project.runHere('mutate', 'latest', '--suggest', 'more.json')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('drop-call')
  expect(stdout).toMatch(/tool_trajectory_avg_score: \d+ more/)
  expect(JSON.parse(project.read('more.json'))).toMatchObject({ criteria: { tool_trajectory_avg_score: 0.8 } })

  const json = JSON.parse((await project.runHere('mutate', 'latest', '--json')).stdout) as {
    operators: Record<string, { killed: number; alive: number; equivalent: number; uncertain: number }>
  }
  expect(json.operators['drop-call']).toMatchObject({ killed: 0, alive: 1, equivalent: 0, uncertain: 0 })
  expect(json.operators['answer-refusal']).toMatchObject({ killed: 1, alive: 0 })
})

it('writes cases that would notice what nobody did, which are played as they are', async () => {
  const result = { name: 'find_order', response: { price: 49 } }
  const project = newProject({
    ...files({ response_match_score: 0.6 }),
    'cases.jsonl': `${JSON.stringify({ id: 'order', question: 'My order?', answer })}\n`,
    'agent.mjs': `export default async (_, { tools }) => {
      const found = await tools.call('find_order', { id: 'ORD-1042' }, async () => (${JSON.stringify(result.response)}))
      return found.price === undefined ? 'Sorry, find_order failed.' : ${JSON.stringify(answer)}
    }\n`,
  })
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
  expect((await project.runHere('mutate', 'latest', '--suggest', 'more.jsonl')).exitCode).toBe(0)
  const cases = project
    .read('more.jsonl')
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { eval_id: string; tool_mocks?: object; conversation: { intermediate_data?: object }[] },
    )
  const failing = cases.find(({ eval_id: id }) => id === 'order-error-ignored-find_order')
  expect(failing?.tool_mocks).toHaveProperty('find_order')
  const dropped = cases.find(({ eval_id: id }) => id === 'order-drop-call-find_order')
  expect(JSON.stringify(dropped?.conversation)).toContain('ORD-1042')
  const played = await project.runHere(
    'run',
    'more.jsonl',
    '-t',
    './agent.mjs',
    '--metric',
    'tool_call_f1',
    '--fail-on',
    'error',
  )
  expect([played.exitCode, played.stdout]).toEqual([0, expect.stringContaining('tool_call_f1')])
})

it('closes the gate below a score, and opens it where the criteria notice', async () => {
  const project = newProject(files({ tool_trajectory_avg_score: 1, reference_match: 1 }))
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
  const noticed = ['--only', 'drop-call,argument-number,answer-number', '--fail-on', 'mutation-score<0.9']
  expect((await project.runHere('mutate', 'latest', ...noticed)).exitCode).toBe(0)
  const closed = await project.runHere(
    'mutate',
    'latest',
    '--only',
    'unsupported-sentence',
    '--fail-on',
    'mutation-score-low<0.8',
  )
  expect(closed).toMatchObject({ exitCode: 1 })
  expect(closed.stderr).toContain('the gate is closed: mutation-score-low<0.8')
  const wrong = await project.runHere('mutate', 'latest', '--fail-on', 'failed')
  expect(wrong).toMatchObject({ exitCode: 2 })
  expect((await project.runHere('mutate', 'latest', '--only', 'nothing')).stderr).toContain(
    'there is no operator nothing',
  )
})

it.each([
  ['does', { response_match_score: 0.6 }, { killed: 1, alive: 0 }],
  ['does not', { tool_trajectory_avg_score: 1 }, { killed: 0, alive: 1 }],
])('takes operators of somebody else, whose fault a set %s notice', async (_, criteria, counts) => {
  const project = newProject({
    ...files(criteria),
    'shouting.mjs': `export const shouting = { id: 'shouting', plants: 'capitals', *mutants(transcript) {
      const [first] = transcript.invocations
      const finalResponse = { parts: [{ text: 'NOTHING OF THAT' }] }
      yield { transcript: { ...transcript, invocations: [{ ...first, finalResponse }] }, place: 'turn 1', change: 'capitals' }
    } }\n`,
  })
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
  const { stdout } = await project.runHere(
    'mutate',
    'latest',
    '--operators',
    'shouting.mjs',
    '--only',
    'shouting',
    '--json',
  )
  expect(JSON.parse(stdout)).toMatchObject({ operators: { shouting: counts } })
})

it.each([
  ['throws', `*mutants() { throw new Error('no luck') }`, 'own.mjs: the operator own threw no luck'],
  ['makes no transcript', `mutants: () => [{ transcript: { invocations: 5 } }]`, 'the operator own threw ✖'],
  ['makes no list', 'mutants: () => 5', 'the operator own threw'],
])('names an operator that %s', async (_, code, problem) => {
  const project = newProject({
    ...files({ response_match_score: 0.6 }),
    'own.mjs': `export const own = { id: 'own', plants: 'x', ${code} }\n`,
  })
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
  const { exitCode, stderr } = await project.runHere('mutate', 'latest', '--operators', 'own.mjs')
  expect(stderr).toContain(problem)
  expect(exitCode).toBe(2)
})

it('says of the demo what the README says, and notices it with the two lines that are there', async () => {
  const root = join(import.meta.dirname, '../..')
  const demo = (name: string) => readFileSync(join(root, 'examples/demo', name), 'utf8')
  const mutated = async (config: string) => {
    const project = newProject({
      'agent.ts': demo('agent.ts'),
      'shinsa.config.ts': config,
      'tea-shop.evalset.json': demo('tea-shop.evalset.json'),
    })
    await project.runHere('run', 'tea-shop.evalset.json')
    return (await project.runHere('mutate', 'latest')).stdout
  }
  const stdout = await mutated(demo('shinsa.config.ts'))
  const shown = /```\n(mutation score .*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? ''
  const lines = shown.split('\n').filter((line) => line !== '' && line !== '…')
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) expect(stdout.split('\n')).toContain(line)

  const more = `response_match_score: 0.85, tool_rules: { threshold: 1, counts: { refund_order: { max: 1 } } },`
  const mended = await mutated(demo('shinsa.config.ts').replace('response_match_score: 0.8,', more))
  expect(mended).not.toContain('refund_order twice')
  expect(mended).not.toContain('one sentence more')
})

it('asks judges about a sample of what code cannot tell, and whether what nobody noticed makes a difference', async () => {
  const asked = { same: 0, match: 0 }
  // It misses another date, and takes a doubled call for as good as one.
  const server = await startModelServer((prompt) => {
    if (!prompt.includes('in which nothing is wrong')) {
      asked.match += 1
      return prompt.includes('49 euros') && !/cannot|sorry|Great|bearbeitet/.test(prompt.split('49 euros').at(-1) ?? '')
        ? 'valid'
        : 'invalid'
    }
    asked.same += 1
    const isTwice = prompt.split('(tool call)').length > 2
    const properties = [...prompt.matchAll(/"id": "(\d+)",\s*\|?\s*"property": "(\w+)/g)]
    const rubrics = properties.map(([, id, first]) => ({
      id,
      reason: '',
      verdict: isTwice && first === 'Whatever' ? 'yes' : 'no',
    }))
    return { text: JSON.stringify({ rubrics }) }
  })
  const cases = Array.from({ length: 8 }, (_, index) => ({ id: `order-${index}`, question: 'My order?', answer }))
  const project = newProject({
    ...files({ final_response_match_v2: 0.8 }),
    'cases.jsonl': cases.map((one) => `${JSON.stringify(one)}\n`).join(''),
  })
  const judge = ['--judge', `openai-compatible/judge@${server.url}`]
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', ...judge, '--yes')
  const code = JSON.parse((await project.runHere('mutate', 'latest', '--json')).stdout)
  expect(code).toMatchObject({ killed: 0, leftOut: ['final_response_match_v2'] })
  Object.assign(asked, { same: 0, match: 0 })
  const { stdout, stderr } = await project.runHere('mutate', 'latest', '--judged', '--width', '0.2', '--yes', '--json')
  expect(stderr).toMatch(/Judges are asked about \d+ mutants/)
  const judged = JSON.parse(stdout)
  const outcomes = judged.outcomes as { fate: string; weight: number; sameBy?: string }[]
  const sampled = outcomes.filter(({ weight }) => weight > 0)
  // Fewer than all are asked about, and those stand for the others.
  expect(sampled.length).toBeLessThan(outcomes.length)
  expect(Math.round(sampled.reduce((sum, { weight }) => sum + weight, 0))).toBe(
    outcomes.length - (judged.same['free order'] ?? 0),
  )
  expect(judged.killed).toBeGreaterThan(0)
  expect(judged.score.low).toBeLessThan(judged.score.value)
  expect(judged.same.judge).toBeGreaterThan(0)
  expect(asked.same).toBeGreaterThan(0)
  const unasked = await project.runHere('mutate', 'latest', '--width', '0.2')
  expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('--width has no effect')])
})
