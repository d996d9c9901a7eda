import { expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const ids = Array.from({ length: 12 }, (_, index) => `ORD-${100 + index * 7}`)
const answerOf = (id: string) => `The parcel of ${id} is on its way.`
const files = {
  'cases.jsonl': ids
    .map((id) => `${JSON.stringify({ id, question: `Where is ${id}?`, answer: answerOf(id) })}\n`)
    .join(''),
  // Once it takes another parcel than the one that it found.
  'agent.mjs': `let asked = 0
export default (text) => {
  const id = /ORD-\\d+/.exec(text)[0]
  const parcel = id.replace('ORD', 'PAR')
  const isWrong = id === 'ORD-100' && asked++ === 0
  const taken = isWrong ? 'PAR-999' : parcel
  return {
    response: isWrong ? 'I cannot say.' : 'The parcel of ' + id + ' is on its way.',
    toolCalls: [
      { name: 'find_order', args: { id }, response: { parcel } },
      { name: 'track', args: { parcel: taken }, response: { state: 'moving' } },
    ],
  }
}\n`,
  'test_config.json': { criteria: { response_match_score: 0.8 } },
}

it('names the step that broke a result, and how often such an answer is right', async () => {
  const project = newProject(files)
  const run = await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '--repeat', '2')
  expect(run.exitCode).toBe(1)
  const { stdout, exitCode } = await project.runHere('blame', 'latest', 'ORD-100')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('ORD-100: step 2 is to blame')
  expect(stdout).toContain('nothing before it holds parcel = PAR-999')
  expect(stdout).toMatch(/of \d+ faults planted in passing results/)
  expect(stdout).toMatch(/always naming (?:the last step|step \d+(?: from the end)?) would be right in/)

  const json = JSON.parse((await project.runHere('blame', 'latest', 'ORD-100', '--json')).stdout) as Record<
    string,
    unknown
  >
  expect(json).toMatchObject({
    blamed: 2,
    repeat: 1,
    repeats: 1,
    trusted: true,
    steps: [{ number: 1 }, { name: 'track' }, {}],
  })
  expect(json['measured']).toMatchObject({ falselyBlamed: { value: 0 } })
})

it('blames no step of a result that passed, and none of a case that there is not', async () => {
  const project = newProject(files)
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
  const passed = await project.runHere('blame', 'latest', 'ORD-107', '--lang', 'ja')
  expect(passed.stdout).toBe('ORD-107 は合格: 原因とされるステップはありません\n')
  expect(await project.runHere('blame', 'latest', 'ORD-1')).toMatchObject({ exitCode: 2 })
  expect((await project.runHere('blame', 'latest')).stderr).toContain('which case?')
})

it('plays the case again from each step, and finds the decisive one', async () => {
  const project = newProject({
    ...files,
    'play.mjs': `export const play = ({ evalCase, kept }) => {
  const id = evalCase.id
  const isWrong = kept.some(({ call }) => call?.args?.parcel === 'PAR-999')
  return { response: isWrong ? 'I cannot say.' : 'The parcel of ' + id + ' is on its way.', toolCalls: [] }
}\n`,
    'empty.mjs': '',
  })
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '--repeat', '2')
  const { stdout, exitCode } = await project.runHere('blame', 'latest', 'ORD-100', '--play', 'play.mjs')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('step 2 is decisive')
  expect(stdout).toContain('after step 2 it does not pass any more')
  const few = await project.runHere('blame', 'latest', 'ORD-100', '--play', 'play.mjs', '--most-replays', '3')
  expect(few.stdout).toContain('played again 3 times: that was not enough to decide')
  const empty = await project.runHere('blame', 'latest', 'ORD-100', '--play', 'empty.mjs')
  expect(empty).toMatchObject({ exitCode: 2 })
  expect(empty.stderr).toContain('empty.mjs exports no `play`')
  for (const [code, problem] of [
    [`() => { throw new Error('no luck') }`, 'own.mjs: `play` of 1 kept steps threw no luck'],
    ['() => 5', '`play` of 1 kept steps threw'],
  ] as const) {
    project.write({ 'own.mjs': `export const play = ${code}\n` })
    const own = await project.runHere('blame', 'latest', 'ORD-100', '--play', 'own.mjs')
    expect(own.stderr.replaceAll(/of \d/g, 'of 1').replaceAll(/\s+/g, ' ')).toContain(problem)
    expect(own.exitCode).toBe(2)
  }
})

it('blames no step of a result that could not be evaluated', async () => {
  const open = JSON.stringify({ id: 'open', question: 'Where is ORD-107?' })
  const project = newProject({ ...files, 'cases.jsonl': `${files['cases.jsonl']}${open}\n` })
  await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
  expect((await project.runHere('blame', 'latest', 'open')).stdout).toBe('open was not evaluated: no step is blamed\n')
  const json: unknown = JSON.parse((await project.runHere('blame', 'latest', 'open', '--json')).stdout)
  expect(json).toMatchObject({ verdict: 'not-evaluated', ranked: [] })
})
