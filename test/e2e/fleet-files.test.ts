import { cpSync, existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RunDocument } from '../../src/reporters/json.ts'
import { startPostgres, type PostgresServer } from '../postgres/start-postgres.ts'
import { newProject, until, type Project } from './run-shinsa.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => server.stop())

const examples = join(import.meta.dirname, '..', '..', 'examples')
const agent = 'export default (text) => text.toUpperCase()'
const cases = Array.from({ length: 30 }, (_, index) =>
  JSON.stringify({
    id: `case-${index}`,
    question: `word ${index} 語`,
    answer: index % 5 === 0 ? 'no' : `WORD ${index} 語`,
  }),
)

const said = (role: string, text: string) => ({ role, parts: [{ text }] })
const turn = (text: string) => ({ user_content: said('user', text), final_response: said('model', text) })
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** A place for the store, and the command line in folders of their own that know it. */
async function fleetIn(project: Project) {
  const environment = { SHINSA_STORE: await server.newDatabase() }
  const start = (cwd: string, ...args: readonly string[]) => project.start(args, { cwd, environment })
  const run = async (cwd: string, ...args: readonly string[]) => start(cwd, ...args).ended
  return {
    environment,
    start,
    run,
    async results(cwd: string) {
      const { stdout } = await run(cwd, 'show', 'latest', '--json')
      return RunDocument.parse(JSON.parse(stdout)).results.map(({ evalCase, verdict, scores, transcript }) => ({
        id: evalCase.id,
        verdict,
        scores: scores.filter(({ status }) => status !== 'measured').map((score) => [score.metric, score.status]),
        said: transcript.invocations.map(({ finalResponse }) => finalResponse?.parts),
      }))
    },
  }
}

describe('workers without the files of a run', () => {
  it('read the dataset from the store, beside one that has it', async () => {
    const project = newProject({
      'whole/sets/cases.jsonl': `${cases.join('\n')}\n`,
      ...Object.fromEntries(['whole', 'bare', 'other/deep'].map((place) => [`${place}/agent.mjs`, agent])),
    })
    const { start, run, results } = await fleetIn(project)
    const args = ['run', 'sets/cases.jsonl', '-t', './agent.mjs', '--fail-on', 'error']
    expect((await run('whole', ...args)).exitCode).toBe(0)
    const alone = await results('whole')
    const workers = ['whole', 'bare', 'other/deep'].map((place) => start(place, 'worker', '-j', '2'))
    expect(await run('whole', ...args, '--queue')).toMatchObject({ exitCode: 0 })
    expect(await results('whole')).toEqual(alone)
    for (const { child } of workers) child.kill('SIGTERM')
    for (const { ended } of workers) expect((await ended).stderr).not.toContain('leaving')

    // By one that has nothing at all. What it fetched is thrown away when the run is over.
    const fetched = () => globSync('bare/.shinsa/files/*/sets/cases.jsonl', { cwd: project.folder })
    const watching = start('whole', ...args, '--queue')
    const bare = start('bare', 'worker')
    expect((await watching.ended).exitCode).toBe(0)
    await until(() => existsSync(join(project.folder, 'bare/.shinsa/files')) && fetched().length === 0)
    bare.child.kill('SIGTERM')
    await bare.ended
    expect(await results('whole')).toEqual(alone)
    expect(existsSync(join(project.folder, 'bare', 'sets'))).toBe(false)
  })

  it('pass over what others play of a dataset and a recording that are too large to keep', async () => {
    const padding = `${' '.repeat(6000)}}\n`
    const ids = Array.from({ length: 860 }, (_, index) => (index % 7 === 0 ? `語 "${index}"` : `case ${index}`))
    const recorded = ids.map((id, index) => ({
      eval_id: id,
      invocations: [turn(index % 5 === 0 ? 'something else' : id)],
    }))
    const project = newProject({
      // Spaces make the file as large as text would, and its cases not.
      'whole/cases.jsonl': lines(ids.map((id) => ({ eval_id: id, conversation: [turn(id)] }))).replaceAll(
        '}\n',
        padding,
      ),
      'whole/transcripts.jsonl': lines([
        ...recorded.slice(400, 500),
        ...recorded.slice(0, 400),
        ...recorded.slice(500),
      ]),
      'whole/test_config.json': JSON.stringify({ criteria: { response_match_score: 0.8 } }),
    })
    const { start, run, results } = await fleetIn(project)
    const args = ['run', 'cases.jsonl', '-t', 'recorded:transcripts.jsonl', '--repeat', '2', '--fail-on', 'error']
    expect((await run('whole', ...args)).exitCode).toBe(0)
    const alone = await results('whole')
    const workers = [start('whole', 'worker'), start('whole', 'worker', '-j', '3')]
    expect(await run('whole', ...args, '--queue')).toMatchObject({ exitCode: 0 })
    expect(await results('whole')).toEqual(alone)
    for (const { child } of workers) child.kill('SIGTERM')
    for (const { ended } of workers) expect((await ended).stderr).not.toContain('leaving')
  })

  it.each([
    ['documents', 'document-review/en', 'quick_start_suite.json', []],
    ['runbooks', 'runbook-assistant', 'eval_dataset.json', ['--first', '4']],
  ] as const)('read %s too', async (_what, example, dataset, flags) => {
    const project = newProject({ 'bare/.keep': '' })
    cpSync(join(examples, example), join(project.folder, 'whole'), { recursive: true })
    const { start, run, results } = await fleetIn(project)
    const args = ['run', dataset, '--fail-on', 'error', ...flags]
    await run('whole', ...args)
    const alone = await results('whole')
    const worker = start('bare', 'worker', '-j', '2')
    const { stderr } = await run('whole', ...args, '--queue')
    worker.child.kill('SIGTERM')
    expect(stderr).not.toContain('reason:')
    expect((await worker.ended).stderr).toContain('playing')
    expect(await results('whole')).toEqual(alone)
    expect(alone.length).toBeGreaterThan(2)
  })

  it('are refused by name where one differs, and recorded answers are found wherever the project lies', async () => {
    const answers = cases.slice(0, 3).map((line, index) => {
      const { id } = JSON.parse(line) as { id: string }
      const invocations = [
        { user_content: said('user', `word ${index} 語`), final_response: said('model', `WORD ${index} 語`) },
      ]
      return JSON.stringify({ eval_id: id, invocations })
    })
    const project = newProject({
      'whole/cases.jsonl': `${cases.slice(0, 3).join('\n')}\n`,
      'whole/answers.jsonl': `${answers.join('\n')}\n`,
      'other/cases.jsonl': `${cases.slice(0, 3).join('\n')}\n`,
      'other/answers.jsonl': `${answers.join('\n').replace('WORD 1', 'WORD 7')}\n`,
      'bare/.keep': '',
    })
    const { start, run, results } = await fleetIn(project)
    const args = ['run', 'cases.jsonl', '-t', 'recorded:answers.jsonl', '--fail-on', 'error']
    expect(await run('whole', ...args)).toMatchObject({ exitCode: 0 })
    const alone = await results('whole')
    const [other, watching] = [start('other', 'worker'), start('whole', ...args, '--queue')]
    let heard = ''
    other.child.stderr?.on('data', (text: string) => (heard += text))
    await until(() => heard.includes('reason:'))
    other.child.kill('SIGTERM')
    expect(heard).toContain('reason: another dataset: answers.jsonl\n')
    const bare = start('bare', 'worker')
    expect((await watching.ended).exitCode).toBe(0)
    bare.child.kill('SIGTERM')
    await bare.ended
    expect(await results('whole')).toEqual(alone)
  })

  it.each([
    ['a path that leads out', `UPDATE "shinsa_fleet".run_file SET path = '../../../stolen.jsonl'`],
    ['a path of another machine', `UPDATE "shinsa_fleet".run_file SET path = 'C:\\stolen.jsonl'`],
    ['another content', `UPDATE "shinsa_fleet".file_part SET body = convert_to('{"question":"a"}', 'UTF8')`],
    ['more than was said', `UPDATE "shinsa_fleet".file_part SET body = convert_to(repeat('x', 5000000), 'UTF8')`],
    ['a size beyond all', `UPDATE "shinsa_fleet".run_file SET bytes = 9000000000000`],
  ])('write nothing that somebody put into the store: %s', async (_what, sql) => {
    const project = newProject({
      'a/b/whole/cases.jsonl': `${cases.slice(0, 3).join('\n')}\n`,
      ...Object.fromEntries(['whole', 'bare'].map((place) => [`a/b/${place}/agent.mjs`, agent])),
    })
    const { start, environment } = await fleetIn(project)
    const watching = start('a/b/whole', 'run', 'cases.jsonl', '-t', './agent.mjs', '--queue')
    let heard = ''
    watching.child.stderr?.on('data', (text: string) => (heard += text))
    await until(() => heard.includes('0 of 3'))
    await server.execute(sql, { database: new URL(environment.SHINSA_STORE).pathname.slice(1) })
    const bare = start('a/b/bare', 'worker')
    await until(() => heard.includes('is not what it says'))
    bare.child.kill('SIGTERM')
    await bare.ended
    watching.child.kill('SIGINT')
    await watching.ended
    const written = globSync('**/*', { cwd: project.folder }).filter(
      (path) => !path.endsWith('.mjs') && /\.[a-z]+$/.test(path),
    )
    expect(written).toEqual(['a/b/whole/cases.jsonl'])
  })
})
