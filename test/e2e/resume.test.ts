import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Run } from '../../src/core/index.ts'
import { isProcessAlive } from '../../src/files/index.ts'
import { RunDocument } from '../../src/reporters/json.ts'
import { createRandom } from '../../src/statistics/index.ts'
import { type Project, type Running, agents, evalSet, loudSet, newProject, turn, until } from './run-shinsa.ts'

const concurrency = 3
const kills = 20

/** Writes down every question before it answers, and counts the questions of a conversation in its state. */
const agent = `
  import { appendFileSync } from 'node:fs'
  import { setTimeout } from 'node:timers/promises'
  export default async (text, { caseId, history, session }) => {
    appendFileSync('asked.jsonl', JSON.stringify({ process: process.pid, caseId, turn: history.length }) + '\\n')
    await setTimeout(60 + Math.random() * 240)
    session.state.questions = (session.state.questions ?? 0) + 1
    return {
      response: text.toUpperCase() + ' ' + session.state.questions,
      toolCalls: [{ name: 'shout', args: { text } }],
      usage: { inputTokens: text.length, outputTokens: 7 },
    }
  }`

const cases = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => {
    const questions = index % 3 === 0 ? ['first', 'second'] : ['only']
    const answer = (question: string, place: number) => (index % 7 === 5 ? 'silence' : `${question} ${place + 1}`)
    const turns = questions.map((kind, place) => {
      const question = `${kind} question ${index}`
      return turn(question, answer(question.toUpperCase(), place), [{ name: 'shout', args: { text: question } }])
    })
    return [`case_${index}`, turns] as const
  }),
)
const files = { 'agent.ts': agent, 'a.evalset.json': evalSet(cases) }
const startRun = ['run', 'a.evalset.json', '-t', './agent.ts', '-j', String(concurrency), '--json']
const resumeRun = ['resume', 'latest', '--json']

type Question = { readonly process: number; readonly caseId: string; readonly turn: number }

describe('a run that is killed with kill -9', () => {
  it(`${kills} times at random moments, and resumed each time, ends as one that was never interrupted`, async () => {
    const random = createRandom(20_261_121)
    const untouched = newProject(files).start(startRun)
    let left = kills
    while (left > 0) {
      const project = newProject(files)
      const { stdout, killed } = await runWithKills(project, left, random)
      left -= killed.length
      expect(withoutChance(stdout)).toEqual(withoutChance((await untouched.ended).stdout))
      checkQuestions(questionsOf(project), killed)
    }
    expect(left).toBe(0)
  })

  it('begins a cut-off conversation anew when its target cannot continue, and only that one', async () => {
    const project = newProject({
      // Answers at once, except that `second` waits until the file `go` is there.
      'agent.sh': [
        'while read -r line; do',
        '  question=$(printf "%s" "$line" | sed \'s/.*"message":"\\([^"]*\\)".*/\\1/\')',
        '  echo "$question" >> asked.txt',
        '  if [ "$question" = second ]; then while [ ! -e go ]; do sleep 0.05; done; fi',
        '  echo "{\\"response\\":\\"$question!\\",\\"toolCalls\\":[]}"',
        'done',
        '',
      ].join('\n'),
      'a.evalset.json': evalSet({
        done: [turn('before', 'before!')],
        cut: [turn('first', 'first!'), turn('second', 'second!')],
      }),
    })
    const running = project.start(['run', 'a.evalset.json', '-t', 'command:sh agent.sh', '-j', '1'])
    await until(() => existsSync(join(project.folder, 'asked.txt')) && project.read('asked.txt').includes('second'))
    running.child.kill('SIGKILL')
    await running.ended
    project.write({ go: '' })
    expect(await project.run('resume', 'latest')).toMatchObject({ exitCode: 0 })
    expect(project.read('asked.txt').trim().split('\n')).toEqual(['before', 'first', 'second', 'first', 'second'])
  })
})

describe('Ctrl-C', () => {
  it('keeps what is done and exits with 130; resuming asks the rest', async () => {
    const project = newProject(files)
    const running = project.start(startRun)
    await until(() => questionsOf(project).length >= 10)
    running.child.kill('SIGINT')
    const stopped = await running.ended
    expect(stopped.exitCode).toBe(130)
    expect(stopped.stderr).toContain('stopping; what is done is kept (Ctrl-C again quits at once)')
    const { run, results } = RunDocument.parse(JSON.parse(stopped.stdout))
    expect(run).toMatchObject({ status: 'interrupted', summary: { results: { error: 0 }, gate: { passed: false } } })
    expect(results.length).toBeGreaterThan(0)
    expect(run.summary?.unfinished).toBe(30 - results.length)

    const resumed = await project.start(resumeRun).ended
    const whole = RunDocument.parse(JSON.parse(resumed.stdout))
    expect(whole.run).toMatchObject({ status: 'finished', summary: { unfinished: 0 } })
    for (const result of results) expect(whole.results).toContainEqual(result)
    checkQuestions(questionsOf(project), [Number(running.child.pid)])
  })

  it('leaves no program behind, not even one that does not listen', async () => {
    const program = fileURLToPath(new URL('../fixtures/targets/hangs.mjs', import.meta.url))
    const project = newProject({ 'a.evalset.json': loudSet({ one: 'right' }) })
    const running = project.start(['run', 'a.evalset.json', '-t', `command:"${process.execPath}" "${program}" pids`])
    await until(() => existsSync(join(project.folder, 'pids')) && project.read('pids') !== '')
    running.child.kill('SIGINT')
    expect(await running.ended).toMatchObject({ exitCode: 130 })
    expect(project.read('pids').split(' ').map(Number).filter(isProcessAlive)).toEqual([])
  })
})

describe('resume', () => {
  it('asks nothing again of a run that is finished', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': loudSet({ one: 'right' }) })
    await project.run('run', 'a.evalset.json', '-t', './agent.ts')
    project.write({ 'agent.ts': agents.broken })
    expect(await project.run('resume', 'latest')).toMatchObject({ exitCode: 0 })
  })

  it('refuses a run whose dataset changed', async () => {
    const project = newProject(files)
    await killAfter(project, 1)
    project.write({ 'a.evalset.json': evalSet({ other: [turn('q', 'a')] }) })
    const { exitCode, stderr } = await project.run('resume', 'latest')
    expect(exitCode).toBe(2)
    expect(stderr.replace(/\d{8}-\d{6}-\w{4}/, 'RUN')).toMatchInlineSnapshot(`
      "error: run RUN cannot go on: its dataset changed since
      hint: Start a new run with \`shinsa run\`; the old one stays as it is.
      "
    `)
  })

  it('refuses a run whose metrics changed', async () => {
    const project = newProject(files)
    await killAfter(project, 1)
    project.write({ 'test_config.json': { criteria: { exact_match: 1 } } })
    const { exitCode, stderr } = await project.run('resume', 'latest')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('cannot go on: its metrics changed since')
  })

  it('refuses a run that is at work in a living process', async () => {
    const project = newProject(files)
    const running = project.start(startRun)
    await until(() => questionsOf(project).length > 0)
    const { exitCode, stderr } = await project.run('resume', 'latest')
    expect(exitCode).toBe(2)
    expect(stderr.replace(/\d{8}-\d{6}-\w{4}/, 'RUN').replace(String(running.child.pid), 'PID')).toMatchInlineSnapshot(`
      "error: run RUN is at work in process PID
      hint: Wait for it, or stop it with Ctrl-C where it runs; --force if that process is another program.
      "
    `)
    running.child.kill('SIGKILL')
    await running.ended
  })
})

describe('two processes', () => {
  it('may run into one store at the same time', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': loudSet(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`c${index}`, 'right']))),
    })
    const runs = ['first', 'second', 'third'].map((name) =>
      project.start(['run', 'a.evalset.json', '-t', './agent.ts', '--name', name]),
    )
    expect((await Promise.all(runs.map(({ ended }) => ended))).map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
    const listed = JSON.parse((await project.run('list', '--json')).stdout) as Run[]
    expect(listed.map(({ plan }) => plan.name).toSorted()).toEqual(['first', 'second', 'third'])
    for (const { status, summary } of listed) {
      expect({ status, passed: summary?.results.passed }).toEqual({ status: 'finished', passed: 200 })
    }
  })
})

/** Starts, kills and resumes until the run ends by itself. @returns its document and the processes that were killed */
async function runWithKills(project: Project, most: number, random: () => number) {
  const killed: number[] = []
  let next = startRun
  while (true) {
    const running = project.start(next)
    const wasKilled = killed.length < most && (await killWithin(running, 50 + random() * 1450))
    if (wasKilled) killed.push(Number(running.child.pid))
    const { exitCode, stdout, stderr } = await running.ended
    // Killed before it had written down that it begins: there is nothing to resume yet.
    const nothingThere = exitCode === 2 && stderr.includes('there is no run "latest"')
    next = nothingThere ? startRun : resumeRun
    if (wasKilled || nothingThere) continue
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1 })
    return { stdout, killed }
  }
}

async function killWithin({ child, ended }: Running, milliseconds: number): Promise<boolean> {
  const timer = new AbortController()
  const inTime = await Promise.race([setTimeout(milliseconds, true, { signal: timer.signal }), ended.then(() => false)])
  timer.abort()
  return inTime && child.exitCode === null && child.kill('SIGKILL')
}

async function killAfter(project: Project, questions: number): Promise<void> {
  const running = project.start(startRun)
  await until(() => questionsOf(project).length >= questions)
  running.child.kill('SIGKILL')
  await running.ended
}

function questionsOf(project: Project): readonly Question[] {
  if (!existsSync(join(project.folder, 'asked.jsonl'))) return []
  return project
    .read('asked.jsonl')
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Question)
}

/**
 * Only what was in flight when a process was stopped may be asked again, at most one question for each place it had, and
 * no conversation goes back behind an answer.
 */
function checkQuestions(asked: readonly Question[], stopped: readonly number[]): void {
  const again = asked.filter((question, index) => asked.slice(index + 1).some((later) => isSame(question, later)))
  expect(stopped).toEqual(expect.arrayContaining(again.map((question) => question.process)))
  for (const process of stopped) {
    expect(again.filter((question) => question.process === process).length).toBeLessThanOrEqual(concurrency)
  }
  for (const [caseId, turns] of Object.entries(cases)) {
    const order = asked.filter((question) => question.caseId === caseId).map((question) => question.turn)
    expect({ caseId, order }).toEqual({ caseId, order: order.toSorted() })
    expect({ caseId, turns: new Set(order) }).toEqual({ caseId, turns: new Set(turns.keys()) })
  }
}

function isSame(one: Question, other: Question): boolean {
  return one.caseId === other.caseId && one.turn === other.turn
}

const chance = new Set(['runId', 'createdAt', 'processId', 'endedAt', 'durationMs', 'durationSeconds', 'agentSeconds'])

/** A run's document without its ids, dates and durations. */
function withoutChance(text: string): unknown {
  const document = RunDocument.parse(JSON.parse(text))
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isDuration(item)).map(strip)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([key]) => !chance.has(key))
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]))
  }
  return strip(document)
}

function isDuration(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'metric' in value && value.metric === 'invocation_duration_v1'
}
