import { expect, it } from 'vitest'
import { adjustedRand } from '../../src/failures/failure-groups.ts'
import { startModelServer } from './model-server.ts'
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
  expect(both.stdout).toContain('too slow: 10 failures, 28 % (15–44 %) → 0 % (0–10 %) of evaluated results')
  expect(both.stdout).toContain('gone from 10 cases, new in 0: rarer (p 0.0059, Holm)')
  expect(both.stdout).toContain('watched by tool_trajectory_avg_score')
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

it('says of how many results nobody knows whether they failed', async () => {
  const unanswerable = JSON.stringify({ id: 'open', question: 'Order 40?' })
  const project = newProject({
    'cases.jsonl': `${[cases[30], cases[31], unanswerable].join('\n')}\n`,
    'agent.mjs': agent(true),
    'test_config.json': { criteria: { response_match_score: 0.8 } },
  })
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
  expect((await project.runHere('atlas', 'latest')).stdout).toBe(
    '0 failures of 2 evaluated results\nnot evaluated, so nobody knows whether they failed: 1\n\nno evaluated result failed\n',
  )
  const { unknown } = JSON.parse((await project.runHere('atlas', 'latest', '--json')).stdout) as { unknown: number[] }
  expect(unknown).toEqual([1])
})

const kinds = [
  { word: 'number', note: 'gives the order id as a number' },
  { word: 'skip', note: 'skips the lookup of the order' },
  { word: 'refuse', note: 'refuses a request that it could do' },
  { word: 'date', note: 'reads a date in the wrong order' },
  { word: 'invent', note: 'invents a delivery time' },
]

/** A model that knows the labels and tells them with noise: one note of ten is of another kind, and some cases do not exist. */
function noisyReader(prompt: string) {
  if (!prompt.includes('F1 ') && prompt.includes('| number: The assistant')) {
    const index = Number(/Order (\d+)\?/.exec(prompt)?.[1])
    const kind = kinds[(index % 10 === 4 ? index + 1 : index) % kinds.length]
    return { text: JSON.stringify({ mode: index === 8 ? 'unheard of' : kind?.word }) }
  }
  if (!prompt.includes('F1 ')) {
    const index = Number(/Order (\d+)\?/.exec(prompt)?.[1])
    const kind = kinds[(index % 10 === 3 ? index + 1 : index) % kinds.length]
    return {
      text:
        index === 7 || Number.isNaN(index)
          ? 'no idea'
          : JSON.stringify({ note: `It ${kind?.note} ${index % 2 === 0 ? '' : 'again'}` }),
    }
  }
  const notes = [...prompt.matchAll(/^\| (F\d+) (.*)$/gm)]
  const modes = kinds.map(({ word, note }) => ({
    name: word,
    definition: `The assistant ${note}.`,
    failures: [...notes.flatMap(([, id, text]) => (text?.includes(note) === true ? [id] : [])), 'F999'],
  }))
  return { text: JSON.stringify({ modes }) }
}

it('has kinds that a model read from the failures, with its wrong answers counted, and compares it with people', async () => {
  const server = await startModelServer(noisyReader)
  const project = newProject({
    '.env': `OPENAI_BASE_URL=${server.url}\nOPENAI_API_KEY=sk-local-test\n`,
    'cases.jsonl': `${Array.from({ length: 90 }, (_, index) => cases[0]?.replace('case-0', `case-${index}`).replace('Order 0', `Order ${index}`)).join('\n')}\n`,
    'agent.mjs': `export default () => 'No.'\n`,
    'test_config.json': { criteria: { response_match_score: 0.8 } },
  })
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '--name', 'first')
  for (let index = 0; index < 12; index += 1)
    await project.runHere(
      'labels',
      'add',
      'first',
      `case-${index}`,
      'note',
      '--aspect',
      'failure mode',
      '--comment',
      kinds[index % 5]?.word ?? '',
    )
  const unasked = await project.runHere('atlas', 'first', '--judge', 'gpt-4o-mini')
  expect(unasked.stderr).toContain('Failures read by gpt-4o-mini: about 205 calls')
  expect(unasked.exitCode).toBe(2)

  const line = ['atlas', 'first', '--judge', 'gpt-4o-mini', '--yes']
  const { stdout } = await project.runHere(...line, '--json', '--save')
  const atlas = JSON.parse(stdout) as AtlasJson & {
    readonly codes: readonly { readonly caseId: string; readonly mode: string | null; readonly by: string }[]
  }
  const byModel = atlas.codes.filter(({ by }) => by === 'model')
  const truth = byModel.map(({ caseId }) => Number(caseId.slice('case-'.length)) % kinds.length)
  expect(
    adjustedRand(
      byModel.map(({ mode }) => kinds.findIndex(({ word }) => word === mode)),
      truth,
    ),
  ).toBeGreaterThanOrEqual(0.7)
  expect(new Set(atlas.modes.filter(({ failures }) => failures > 0).map(({ name }) => name))).toEqual(
    new Set(kinds.map(({ word }) => word)),
  )
  expect(atlas.codes.filter(({ by }) => by === 'person')).toHaveLength(12)
  expect(atlas).toMatchObject({
    model: { judge: 'gpt-4o-mini', unreadable: 2, wrongIds: 10, unsettled: 0, kappa: { status: 'measured' } },
  })
  // Answers are kept: only what could not be read is asked again, twice, and the first list, since kinds are known now.
  const asked = server.prompts.length
  const again = await project.runHere(...line)
  expect(server.prompts.length).toBe(asked + 3)
  expect(again.stdout).toContain(
    'read by gpt-4o-mini: 201 questions, 2 answers that could not be read, 10 failures named that there are not',
  )
  expect(again.stdout).toContain('people read 12 failures of 5 kinds')
  expect(server.prompts.join('\n')).not.toContain('response_match_score')
  expect(project.read('failure-modes.yaml')).toContain('definition: The assistant invents a delivery time.')
})
