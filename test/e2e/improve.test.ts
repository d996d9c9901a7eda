import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newProject, type Project } from './run-shinsa.ts'

const cases = Array.from({ length: 30 }, (_, index) => ({
  id: `case-${index}`,
  question: `What is ${index} and ${index + 1}?`,
  answer: String(2 * index + 1),
}))

/** An agent that knows the answers to every n-th question. */
const agentOf = (every: number) =>
  `export default (text) => { const [a, b] = text.match(/\\d+/g).map(Number); return a % ${every} === 0 ? String(a + b) : 'no' }\n`

const files = {
  'cases.jsonl': cases.map((one) => `${JSON.stringify(one)}\n`).join(''),
  'agent.mjs': agentOf(3),
  'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { exact_match: 1 } }\n`,
  'checks/own-check.mjs': 'export const limit = 3 // process.env.CHECK_LIMIT\n',
  'expectations.json': '{"limit": 3}\n',
  'checks/packaged.mjs': `import 'scoring'\nimport '../linked/far.mjs'\n`,
  'node_modules/scoring/package.json': '{"name": "scoring", "main": "index.mjs"}\n',
  'node_modules/scoring/index.mjs': 'export const limit = 3\n',
}

async function begunProject(): Promise<Project> {
  const project = newProject(files)
  const far = newProject({ 'far.mjs': 'export const far = 3\n' })
  symlinkSync(far.folder, join(project.folder, 'linked'))
  const begun = await improve(project, 'init', 'cases.jsonl', '--may-change', './agent.mjs')
  expect(begun).toMatchObject({ exitCode: 0 })
  return project
}

async function improve(project: Project, ...args: readonly string[]) {
  return project.run('improve', ...args)
}

async function registered(project: Project, every: number): Promise<void> {
  project.write({ 'agent.mjs': agentOf(every) })
  const entry = await improve(project, 'register', '--what', 'adds more numbers', '--why', 'two in three failed')
  expect(entry).toMatchObject({ exitCode: 0 })
}

/** Answers a question about the number `a` with what `answer` gives. */
const toldBy = (answer: string) =>
  `export default (text) => { const a = Number(text.match(/\\d+/)[0]); return ${answer} }\n`

const tamperings: readonly (readonly [string, string, (project: Project) => void])[] = [
  [
    'a case that is easier',
    'file cases.jsonl: has changed',
    (project) =>
      project.write({ 'cases.jsonl': project.read('cases.jsonl').replace('What is 4 and 5?', 'What is 3 and 6?') }),
  ],
  [
    'an expected answer',
    'file cases.jsonl: has changed',
    (project) => project.write({ 'cases.jsonl': project.read('cases.jsonl').replace('"answer":"9"', '"answer":"no"') }),
  ],
  [
    'a threshold',
    'threshold of exact_match: 1 → 0.1',
    (project) =>
      project.write({
        'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { exact_match: 0.1 } }\n`,
      }),
  ],
  [
    'another metric',
    'threshold of exact_match: is gone',
    (project) =>
      project.write({
        'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { response_match_score: 0.1 } }\n`,
      }),
  ],
  [
    'the gate',
    'setting failOn',
    (project) =>
      project.write({
        'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { exact_match: 1 }, failOn: ['error'] }\n`,
      }),
  ],
  [
    'repeats',
    'setting repeat: 1 → 5',
    (project) =>
      project.write({
        'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { exact_match: 1 }, repeat: 5 }\n`,
      }),
  ],
  [
    'a file that a check reads',
    'file expectations.json: has changed',
    (project) => project.write({ 'expectations.json': '{"limit": 9}\n' }),
  ],
  [
    'code of a check',
    'file checks/own-check.mjs: has changed',
    (project) => project.write({ 'checks/own-check.mjs': 'export const limit = 9\n' }),
  ],
  ['a new file', 'file recorded-tools.jsonl: is new', (project) => project.write({ 'recorded-tools.jsonl': '{}\n' })],
  [
    'a file that is gone',
    'file expectations.json: is gone',
    (project) => rmSync(join(project.folder, 'expectations.json')),
  ],
  ['a key of the environment', 'file .env: is new', (project) => project.write({ '.env': 'SHINSA_LANG=en\n' })],
  [
    'a package that a check imports',
    'package scoring: has changed',
    (project) => project.write({ 'node_modules/scoring/index.mjs': 'export const limit = 9\n' }),
  ],
  [
    'a file behind a linked folder',
    'file linked/far.mjs: has changed',
    (project) => project.write({ 'linked/far.mjs': 'export const far = 9\n' }),
  ],
  [
    'the open cases',
    'file .shinsa/improve/open-cases.jsonl: has changed',
    (project) => project.write({ '.shinsa/improve/open-cases.jsonl': '' }),
  ],
  [
    'sealed cases',
    'sealed cases: have been changed',
    (project) => {
      const text = project.read('.shinsa/improve/sealed')
      project.write({ '.shinsa/improve/sealed': `${text}x` })
    },
  ],
  [
    'the trail',
    'trail: has been changed',
    (project) =>
      project.write({
        '.shinsa/improve/trail.jsonl': project.read('.shinsa/improve/trail.jsonl').replace('more numbers', 'fewer'),
      }),
  ],
  [
    'the agent after it was registered',
    'agent: is not the one that was registered',
    (project) => project.write({ 'agent.mjs': agentOf(2) }),
  ],
]

describe('shinsa improve', () => {
  it('says better of a change that is, keeps it as the baseline, and not better of none', async () => {
    const project = await begunProject()
    expect(project.read('.shinsa/improve/open-cases.jsonl').trim().split('\n')).toHaveLength(20)
    expect(project.read('.shinsa/improve/sealed')).not.toContain('What is')
    await registered(project, 1)
    expect((await improve(project, 'confirm')).stderr).toContain('was not tried on the open cases')
    expect((await improve(project, 'try')).stdout).toContain('this is no proof')
    const confirmed = await improve(project, 'confirm')
    expect(confirmed.stdout).toContain('change 1: better +')
    expect(confirmed).toMatchObject({ exitCode: 0 })

    await registered(project, 1)
    await improve(project, 'try')
    const again = await improve(project, 'confirm')
    expect(again.stdout).toContain('change 2: not better on the open cases; no look was spent')
    expect(again).toMatchObject({ exitCode: 1 })
    const { state } = JSON.parse((await improve(project, 'log', '--json')).stdout) as { state: object }
    expect(state).toMatchObject({ looks: 1, betters: 1, changes: 2 })
  })

  it('writes nothing down of a step that was interrupted', async () => {
    const outside = newProject()
    const file = JSON.stringify(join(outside.folder, 'interrupt'))
    const interrupted = (every: number) =>
      `import { existsSync, rmSync } from 'node:fs'\nconst stop = () => { rmSync(${file}); process.kill(process.pid, 'SIGINT') }\n${agentOf(every).replace('{', `{ if (existsSync(${file})) stop();`)}`
    const project = newProject({ ...files, 'agent.mjs': interrupted(3) })
    async function stoppedAndDone(...args: readonly string[]): Promise<void> {
      outside.write({ interrupt: '' })
      const before = (await improve(project, 'log')).stdout
      const { exitCode, stderr } = await improve(project, ...args)
      expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 130, stderr: expect.stringContaining('by Ctrl-C') })
      expect((await improve(project, 'log')).stdout).toBe(before)
      expect(await improve(project, ...args)).toMatchObject({ exitCode: 0 })
    }
    await stoppedAndDone('init', 'cases.jsonl', '--may-change', 'agent.mjs')
    project.write({ 'agent.mjs': interrupted(1) })
    await improve(project, 'register', '--what', 'x', '--why', 'y')
    await stoppedAndDone('try')
    await stoppedAndDone('confirm')
    await stoppedAndDone('accept-change', '--by', 'Ada', '--why', 'y')
  })

  it('names whatever was tampered with', async () => {
    const project = await begunProject()
    await registered(project, 1)
    await improve(project, 'try')
    const state = ['linked/far.mjs', '.shinsa/improve/open-cases.jsonl', '.shinsa/improve/trail.jsonl']
    const kept = [...Object.keys(files), ...state].map((name) => [name, project.read(name)] as const)
    const sealed = readFileSync(join(project.folder, '.shinsa/improve/sealed'))
    const agent = project.read('agent.mjs')
    for (const [what, named, tamper] of tamperings) {
      tamper(project)
      const { stdout, exitCode } = await improve(project, 'confirm')
      expect({ what, exitCode, stdout }).toEqual({ what, exitCode: 1, stdout: expect.stringContaining(named) })
      expect(stdout).toContain('not comparable')
      for (const added of ['recorded-tools.jsonl', '.env']) rmSync(join(project.folder, added), { force: true })
      project.write({ ...Object.fromEntries(kept), 'agent.mjs': agent })
      writeFileSync(join(project.folder, '.shinsa/improve/sealed'), sealed)
    }
    expect(await improve(project, 'confirm')).toMatchObject({ exitCode: 0 })
  })

  it('names variables that were set since, in checks and in the agent', async () => {
    const project = await begunProject()
    project.write({ 'agent.mjs': `const { AGENT_MOOD } = process.env\n${agentOf(1)}` })
    await improve(project, 'register', '--what', 'x', '--why', 'y')
    await improve(project, 'try')
    const variables = { AGENT_MOOD: 'good', CHECK_LIMIT: '9', TZ: 'Asia/Tokyo', NODE_OPTIONS: '--no-warnings' }
    const { stdout } = await project.start(['improve', 'confirm'], { environment: variables }).ended
    expect(stdout).toContain('agent: is not the one that was registered')
    for (const name of ['CHECK_LIMIT', 'TZ', 'NODE_OPTIONS']) expect(stdout).toContain(`variable ${name}: `)
  })

  it('names a trail with other looks, whether its lines fit together again or an earlier one is put back', async () => {
    const project = await begunProject()
    await registered(project, 2)
    await improve(project, 'try')
    const folder = join(project.folder, '.shinsa/improve')
    cpSync(folder, join(project.folder, '.shinsa/earlier'), { recursive: true })
    await improve(project, 'confirm')
    const lines = project.read('.shinsa/improve/trail.jsonl').trim().split('\n').slice(0, 2)
    let previous = ''
    const forged = lines.map((line) => {
      const text = JSON.stringify({ ...JSON.parse(line), previous }).replace('"alpha":0.05', '"alpha":0.9')
      previous = createHash('sha256').update(text).digest('hex')
      return `${text}\n`
    })
    project.write({ '.shinsa/improve/trail.jsonl': forged.join('') })
    for (const verb of ['try', 'confirm'])
      expect((await improve(project, verb)).stdout).toContain('trail: has been changed')
    cpSync(join(project.folder, '.shinsa/earlier'), folder, { recursive: true })
    expect((await improve(project, 'confirm')).stdout).toContain('sealed cases: have been changed')
  })

  it('names sealed cases that an earlier goal has looked at, until a person signs it', async () => {
    const project = await begunProject()
    await registered(project, 2)
    await improve(project, 'try')
    await improve(project, 'confirm')
    rmSync(join(project.folder, '.shinsa/improve'), { recursive: true })
    await improve(project, 'init', 'cases.jsonl', '--may-change', 'agent.mjs')
    const refused = await improve(project, 'register', '--what', 'x', '--why', 'y')
    expect(refused.stdout).toContain('sealed cases: an earlier goal has looked at 10')
    await improve(project, 'accept-change', '--by', 'Ada', '--why', 'there are no others')
    expect(await improve(project, 'register', '--what', 'x', '--why', 'y')).toMatchObject({ exitCode: 0 })
  })

  it('takes no answer that cannot be evaluated for an improvement', async () => {
    const called = `toolCalls: [{ name: 'add', args: { a } }]`
    const agent = (isRight: string, other: string) =>
      `export default (text) => { const a = Number(text.match(/\\d+/)[0]); return ${isRight} ? { response: '', ${called} } : ${other} }\n`
    const rows = Array.from({ length: 60 }, (_, a) => ({
      id: `case-${a}`,
      question: `What is ${a} and ${a + 1}?`,
      expected_tools: [{ name: 'add', args: { a } }],
    }))
    const project = newProject({
      'cases.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      'agent.mjs': agent('a % 2 === 0', `{ response: '', toolCalls: [] }`),
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { tool_trajectory_avg_score: 1 } }\n`,
    })
    await improve(project, 'init', 'cases.jsonl', '--may-change', 'agent.mjs')
    // Right as often as before, and silent about its calls where it is wrong.
    project.write({ 'agent.mjs': agent('a % 2 === 1', `'told nothing'`) })
    await improve(project, 'register', '--what', 'x', '--why', 'y')
    await improve(project, 'try')
    expect((await improve(project, 'confirm')).exitCode).not.toBe(0)
  })

  it('takes no attempt that cannot be evaluated for one that was not made', async () => {
    const attempts = 'globalThis.asked ??= {}; const nth = (asked[text] = (asked[text] ?? 0) + 1);'
    const agent = (answer: string) =>
      `export default (text) => { const a = Number(text.match(/\\d+/)[0]); ${attempts} return ${answer} }\n`
    const right = `{ response: '', toolCalls: [{ name: 'add', args: { a } }] }`
    const rows = Array.from({ length: 60 }, (_, a) => ({
      id: `case-${a}`,
      question: `What is ${a} and ${a + 1}?`,
      expected_tools: [{ name: 'add', args: { a } }],
    }))
    const project = newProject({
      'cases.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      'agent.mjs': agent(`nth === 1 ? { response: '', toolCalls: [] } : ${right}`),
      'shinsa.config.mjs': `export default { concurrency: 1, target: './agent.mjs', criteria: { tool_trajectory_avg_score: 1 } }\n`,
    })
    await improve(project, 'init', 'cases.jsonl', '--may-change', 'agent.mjs')
    // Two of three attempts are right, as before, and of the third nothing is known.
    project.write({ 'agent.mjs': agent(`nth === 2 ? 'told nothing' : ${right}`) })
    await improve(project, 'register', '--what', 'x', '--why', 'y')
    await improve(project, 'try')
    expect((await improve(project, 'confirm')).stdout).toContain('cannot tell yet')
  })

  it('takes no attempt for lost that could not be evaluated before either, and counts both', async () => {
    const attempts = 'globalThis.asked ??= {}; const nth = (asked[text] = (asked[text] ?? 0) + 1);'
    const agent = (isRight: string) =>
      `export default (text) => { const a = Number(text.match(/\\d+/)[0]); ${attempts} ` +
      `return nth === 2 ? 'told nothing' : { response: '', toolCalls: ${isRight} ? [{ name: 'add', args: { a } }] : [] } }\n`
    const rows = Array.from({ length: 60 }, (_, a) => ({
      id: `case-${a}`,
      question: `What is ${a} and ${a + 1}?`,
      expected_tools: [{ name: 'add', args: { a } }],
    }))
    const project = newProject({
      'cases.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      'agent.mjs': agent('a % 2'),
      'shinsa.config.mjs': `export default { concurrency: 1, target: './agent.mjs', criteria: { tool_trajectory_avg_score: 1 } }\n`,
    })
    const begun = await improve(project, 'init', 'cases.jsonl', '--may-change', 'agent.mjs')
    expect(begun.stdout).toContain('20 repeats of sealed cases could not be evaluated: of a change, only further ones')
    project.write({ 'agent.mjs': agent('true') })
    await improve(project, 'register', '--what', 'x', '--why', 'y')
    await improve(project, 'try')
    const { stdout } = await improve(project, 'confirm')
    expect(stdout).toContain('change 1: better')
    expect(stdout).toContain('20 repeats of sealed cases could not be evaluated, which is no success')
  })

  it('says of how many cases the baseline is unknown, and counts none of them as lost before', async () => {
    const right = `{ response: '', toolCalls: [{ name: 'add', args: { a } }] }`
    const wrong = `{ response: '', toolCalls: [] }`
    const rows = Array.from({ length: 120 }, (_, a) => ({
      id: `case-${a}`,
      question: `What is ${a} and ${a + 1}?`,
      expected_tools: [{ name: 'add', args: { a } }],
    }))
    const project = newProject({
      'cases.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      'agent.mjs': toldBy(`a === 0 ? 'told nothing' : ${wrong}`),
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { tool_trajectory_avg_score: 1 } }\n`,
    })
    const begun = await improve(project, 'init', 'cases.jsonl', '--may-change', 'agent.mjs')
    expect(begun.stdout).toMatch(/[01] open and [01] sealed cases could not be evaluated: they are in no comparison/)
    const step = async (answer: string) => {
      project.write({ 'agent.mjs': toldBy(answer) })
      await improve(project, 'register', '--what', 'x', '--why', 'y')
      await improve(project, 'try')
      return improve(project, 'confirm')
    }
    // Of half of the cases nobody knows how they came out, which is how the new baseline does in them.
    const first = await step(`a % 2 ? 'told nothing' : a % 10 ? ${right} : ${wrong}`)
    expect(first.stdout).toMatch(/: better .*\d+ sealed cases could not be evaluated/s)
    const second = await step(`a % 2 ? ${right} : a % 20 ? ${right} : ${wrong}`)
    expect(second.stdout).toContain('cannot tell yet')
  })

  it('shows the mean of a goal that should go down as it is, and refuses a pass rate that should', async () => {
    const project = newProject(files)
    const init = ['init', 'cases.jsonl', '--may-change', 'agent.mjs', '--direction', 'down']
    expect((await improve(project, ...init)).stderr).toContain('--direction down is about the mean of a metric')
    expect((await improve(project, ...init, '--goal', 'exact_match')).stdout).toMatch(/the baseline has (?:25|30|35) %/)
  })

  it.each([
    ['loaded', 'const text = readFileSync(file)', 'text'],
    ['asked', '', 'readFileSync(file)'],
  ])('names an agent that reads the cases when it is %s', async (_when, first, then) => {
    const project = await begunProject()
    const file = `const file = new URL('cases.jsonl', import.meta.url)`
    const code = `import { readFileSync } from 'node:fs'\n${file}\n${first}\nexport default () => String(${then})\n`
    project.write({ 'agent.mjs': code })
    const entry = await improve(project, 'register', '--what', 'x', '--why', 'y')
    const { stdout } = await improve(project, 'try')
    expect(entry.stdout + stdout).toMatch(/cases\.jsonl:? was read while the agent was asked/)
  })

  it('refuses what cannot be the agent alone', async () => {
    const project = newProject(files)
    for (const path of ['.', 'no-such-agent.mjs', 'cases.jsonl', '../agent.mjs']) {
      const { exitCode, stderr } = await improve(project, 'init', 'cases.jsonl', '--may-change', path)
      expect({ path, exitCode, stderr }).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(`--may-change ${path} is no file or folder of the agent alone`),
      })
    }
  })

  it('goes on when a person has signed what changed, and when the dataset was put away', async () => {
    const project = await begunProject()
    rmSync(join(project.folder, 'cases.jsonl'))
    project.write({ 'expectations.json': '{"limit": 9}\n' })
    const refused = await improve(project, 'register', '--what', 'x', '--why', 'y')
    expect(refused.stdout).toContain('file expectations.json: has changed')
    expect(refused.stdout).not.toContain('cases.jsonl')
    const signed = await improve(project, 'accept-change', '--by', 'Ada', '--why', 'the limit was wrong')
    expect(signed.stdout).toContain('Ada signed what has changed')
    await registered(project, 1)
  })

  it('refuses a goal that no case can be evaluated by, and too few cases', async () => {
    const project = newProject({ ...files, 'few.jsonl': files['cases.jsonl'].split('\n').slice(0, 6).join('\n') })
    const strange = await improve(
      project,
      'init',
      'cases.jsonl',
      '--may-change',
      'agent.mjs',
      '--goal',
      'no_such_metric',
    )
    expect(strange).toMatchObject({ exitCode: 2 })
    expect(strange.stderr).toContain('no sealed case could be evaluated by no_such_metric')
    const few = await improve(project, 'init', 'few.jsonl', '--may-change', 'agent.mjs')
    const idle = await improve(project, 'try', '--goal', 'pass-rate')
    expect(idle.stderr).toContain('--goal has no effect with improve try')
    expect(few.stderr).toContain('6 cases are too few to seal a part of them')
    project.write({ 'one.jsonl': '{"id":"a","prompt":"2"}\n' })
    const one = await improve(project, 'init', 'one.jsonl', '--may-change', 'agent.mjs')
    expect(one.stderr).toContain('1 case is too few to seal a part of them')
  })

  it.each([
    ['ids', `export default (text, { caseId }) => /^case-/.test(caseId) ? answer(text) : 'no'`],
    [
      'the very text',
      `export default (text) => text === \`What is \${text.match(/\\d+/g).join(' and ')}?\` ? answer(text) : 'no'`,
    ],
  ])('names an agent that knows cases by %s', async (_by, code) => {
    const project = await begunProject()
    const answer = `const answer = (text) => String(text.match(/\\d+/g).reduce((sum, one) => sum + Number(one), 0))`
    project.write({ 'agent.mjs': `${answer}\n${code}\n` })
    await improve(project, 'register', '--what', 'x', '--why', 'y')
    const { stdout } = await improve(project, 'try')
    expect(stdout).toMatch(
      /the agent may know cases by heart: \d+ of \d+ came out worse under another id, .*: case-\d+/,
    )
  })

  it('names the agent’s own files that hold cases', async () => {
    const project = await begunProject()
    const open = JSON.parse(project.read('.shinsa/improve/open-cases.jsonl').split('\n')[0] ?? '') as {
      eval_id: string
    }
    project.write({ 'agent.mjs': `${agentOf(1)}// ${open.eval_id}\n` })
    await improve(project, 'register', '--what', 'x', '--why', 'y')
    const { stdout } = await improve(project, 'try')
    expect(stdout).toContain(`agent.mjs: ${open.eval_id}`)
    expect(stdout).toContain('cases again under another id, with other white space: no difference beyond chance')
  })
})
