import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isObject } from '../../src/core/basics/is-object.ts'
import type { RunStore } from '../../src/core/index.ts'
import { openSqliteStore } from '../../src/stores/index.ts'
import { type PostgresServer, startPostgres } from '../postgres/start-postgres.ts'
import { type Project, newProject } from './run-shinsa.ts'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(async () => server.stop())

describe('a store on PostgreSQL', () => {
  it('is named by --store, SHINSA_STORE or the config, in that order, and its password is never printed', async () => {
    const project = newProject(files)
    const [flagged, fromEnvironment, fromConfig] = [
      await server.newSchema(),
      await server.newSchema(),
      await server.newSchema(),
    ]
    const environment = { SHINSA_STORE: fromEnvironment, STORE: fromConfig }
    project.write({ 'shinsa.config.ts': "export default { store: '${STORE}' }" })
    const outcomes = [
      await project.start(['run', 'cases.jsonl', '-t', './agent.mjs', '--store', flagged], { environment }).ended,
      await project.start(['run', 'cases.jsonl', '-t', './agent.mjs', '-n', '2'], { environment }).ended,
      await project.start(['run', 'cases.jsonl', '-t', './agent.mjs', '-n', '3'], {
        environment: { STORE: fromConfig },
      }).ended,
    ]
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1])
    expect(existsSync(join(project.folder, '.shinsa', 'runs.db'))).toBe(false)
    const repeats = []
    for (const store of [flagged, fromEnvironment, fromConfig]) {
      const { stdout } = await project.runHere('list', '--json', '--store', store)
      repeats.push(JSON.parse(stdout).map((run: { plan: { repeat: number } }) => run.plan.repeat))
      outcomes.push(await project.runHere('show', 'latest', '--json', '--store', store))
      outcomes.push(await project.runHere('list', '--store', store.replace(/:\d+\//, ':1/')))
    }
    expect(repeats).toEqual([[1], [2], [3]])
    expect(outcomes.at(-1)?.stderr).toContain('cannot be reached')
    outcomes.push(await project.start(['list'], { environment: { SHINSA_STORE: await server.newSchema() } }).ended)
    expect(outcomes.at(-1)?.stdout).toMatch(/^There are no runs in postgres:.+ yet/)
    for (const { stdout, stderr } of outcomes) expect(stdout + stderr).not.toMatch(/p@ss|p%40ss/)
  })

  it('gives runs to a file and takes them back, byte for byte', async () => {
    const project = newProject(files)
    await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '-n', '2', '--name', '審査')
    await project.runHere('run', 'cases.jsonl:row-1', '-t', './agent.mjs')
    await project.runHere('labels', 'add', 'latest', 'row-1', 'pass', '--by', 'reviewer-1', '--comment', '良い')
    const view = { name: '失敗のみ', address: 'only=failed&q=%5C' }
    await withStore(project, '.shinsa/runs.db', async (store) => store.keepView(view))
    const address = await server.newSchema()
    const copies = [
      await project.runHere('store', 'copy', '.shinsa/runs.db', address),
      await project.runHere('store', 'copy', '.shinsa/runs.db', address),
      await project.runHere('store', 'copy', address, 'back.db'),
      await project.runHere('store', 'copy', 'nowhere.db', address),
      await project.runHere('store', 'copy', 'back.db', address, 'no-run'),
    ]
    expect(copies.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 2, 2])
    expect(copies.map(({ stdout, stderr }) => stdout + stderr)).toMatchInlineSnapshot(`
      [
        "2 runs copied, 0 were there already
      ",
        "0 runs copied, 2 were there already
      ",
        "2 runs copied, 0 were there already
      ",
        "error: there is no run store PROJECT/nowhere.db
      ",
        "error: the store has no run no-run
      ",
      ]
    `)
    const exports = await Promise.all(
      ['.shinsa/runs.db', address, 'back.db'].map(async (store) => exportsOf(project, store)),
    )
    expect(exports[1]).toEqual(exports[0])
    expect(exports[2]).toEqual(exports[0])
    expect(await withStore(project, 'back.db', async (store) => store.views())).toEqual([view])
  })
})

async function withStore<Result>(
  { folder }: Project,
  file: string,
  work: (store: RunStore) => Promise<Result>,
): Promise<Result> {
  const store = openSqliteStore(join(folder, file))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

describe('the demos on PostgreSQL', () => {
  it.each([
    ['examples/demo/tea-shop.evalset.json', '--config', 'examples/demo/shinsa.config.ts'],
    ['examples/document-review/en/quick_start_suite.json'],
    ['examples/runbook-assistant/eval_dataset.json'],
  ])('come out as they do in a file, alone and by workers, but for ids and times: %s', async (dataset, ...config) => {
    const project = newProject()
    const [file = '', ...others] = [dataset, ...config].map((part) => (part.startsWith('--') ? part : join(root, part)))
    const exported = []
    for (const store of ['runs.db', await server.newSchema()]) {
      // In a process of its own: where an agent broke is told without who asked it.
      const { stderr } = await project.run('run', file, ...others, '--store', store, '--output', 'run.json')
      expect(stderr).not.toContain('error:')
      exported.push(
        withoutTimes(JSON.parse((await project.runHere('show', 'latest', '--json', '--store', store)).stdout)),
      )
    }
    const address = await server.newSchema()
    const worker = project.start(['worker', '--store', address])
    const { stderr } = await project.start(['run', file, ...others, '--store', address, '--queue']).ended
    expect(stderr).not.toContain('error:')
    exported.push(
      withoutTimes(JSON.parse((await project.runHere('show', 'latest', '--json', '--store', address)).stdout)),
    )
    worker.child.kill('SIGTERM')
    expect((await worker.ended).exitCode).toBe(0)
    expect(exported.slice(1)).toEqual([exported[0], exported[0]])
  })
})

/** A value without what differs between two runs of the same: ids, how long things took, and whether workers were asked for. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (!isObject(value)) return value
  if (value['unit'] === 'seconds') return { metric: value['metric'] }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      /(?:Seconds|Ms|At)$|^(?:runId|processId|queue|labels)$/.test(key) ? [] : [[key, withoutTimes(part)]],
    ),
  )
}

const root = join(import.meta.dirname, '..', '..')

async function exportsOf(project: Project, store: string): Promise<readonly string[]> {
  const list = (await project.runHere('list', '--json', '--store', store)).stdout
  const runs = JSON.parse(list) as readonly { readonly plan: { readonly runId: string } }[]
  const exported = [list, (await project.runHere('labels', 'export', '--store', store)).stdout]
  for (const { plan } of runs)
    for (const format of ['json', 'csv', 'junit'])
      exported.push((await project.runHere('show', plan.runId, '--format', format, '--store', store)).stdout)
  return exported
}

const files = {
  'cases.jsonl': '{"question":"Capital of France?","answer":"Paris"}\n{"question":"首都は？","answer":"東京"}\n',
  'agent.mjs': "export default () => 'Paris'",
}
