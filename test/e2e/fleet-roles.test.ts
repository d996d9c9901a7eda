import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type PostgresServer } from '../postgres/start-postgres.ts'
import { codeBlocks, root } from '../docs/markdown.ts'
import { newProject } from './run-shinsa.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => server.stop())

it('the grants of docs/fleet.md let readers read, writers play a queued run to its end, and neither do more', async () => {
  const project = newProject({
    'cases.csv': 'prompt,expected_response\none,ONE\ntwo,TWO\nthree,no\n',
    'agent.mjs': 'export default (text) => text.toUpperCase()',
    'tea.mjs': 'export default () => "tea"',
  })
  const admin = await server.newDatabase()
  const database = new URL(admin).pathname.slice(1)
  const addressOf = (role: string) => `postgres://${role}:${role}@127.0.0.1:${server.port}/${database}`
  const as = async (role: string, ...args: readonly string[]) => project.run(...args, '--store', addressOf(role))
  await server.execute(
    `CREATE ROLE team LOGIN PASSWORD 'team'; GRANT CREATE ON DATABASE ${database} TO team;
     CREATE ROLE ann LOGIN PASSWORD 'ann'; CREATE ROLE bo LOGIN PASSWORD 'bo'; CREATE ROLE eve LOGIN PASSWORD 'eve'`,
  )
  // What the page says before the grants: whoever owns the store opens all of it once.
  expect((await as('team', 'list')).exitCode).toBe(0)
  expect(await as('team', 'worker', '--until-idle')).toMatchObject({ exitCode: 0 })
  await server.execute(grants(), { database })

  const runArgs = ['run', 'cases.csv', '-t', './agent.mjs', '--fail-on', 'error']
  const watching = project.start([...runArgs, '--queue', '--store', addressOf('ann')])
  const workers = [1, 2, 3].map(() => project.start(['worker', '-j', '2', '--store', addressOf('ann')]))
  const { exitCode, stderr } = await watching.ended
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('error:')])
  for (const { child } of workers) child.kill('SIGTERM')
  for (const { ended } of workers) expect(await ended).toMatchObject({ exitCode: 0 })
  // What comes later is theirs too.
  expect(await as('ann', 'run', 'cases.csv', '-t', './tea.mjs', '--fail-on', 'error')).toMatchObject({ exitCode: 0 })
  const runs = JSON.parse((await as('bo', 'list', '--json')).stdout) as readonly { plan: { runId: string } }[]
  expect(runs).toHaveLength(2)
  const ids = runs.map(({ plan }) => plan.runId).toReversed()
  expect((await as('bo', 'compare', ...ids)).stdout).toContain('2 worse')
  expect((await as('bo', 'show', 'latest', '--json')).exitCode).toBe(0)

  for (const [role, ...args] of [
    ['bo', ...runArgs],
    ['bo', ...runArgs, '--queue'],
    ['bo', 'worker', '--until-idle'],
    ['bo', 'labels', 'add', 'latest', 'row-1', 'pass'],
    ['bo', 'delete', 'latest', '--yes'],
    ['eve', 'list'],
  ] as const) {
    const { exitCode: code, stderr: said } = await as(role, ...args)
    expect([args, code, said]).toEqual([
      args,
      3,
      expect.stringMatching(/refuses this role a right: .*docs\/fleet\.md/s),
    ])
  }
  await expect(executeAs('bo', 'DELETE FROM shinsa.runs', database)).rejects.toThrow('permission denied')
  await expect(executeAs('bo', 'SELECT * FROM shinsa_queue.job', database)).rejects.toThrow('permission denied')
  await expect(executeAs('ann', 'DROP TABLE shinsa.runs', database)).rejects.toThrow('must be owner')
  await expect(executeAs('ann', 'CREATE TABLE shinsa.mine (a int)', database)).rejects.toThrow('permission denied')
})

async function executeAs(role: string, sql: string, database: string) {
  return server.execute(`SET ROLE ${role}; ${sql}`, { database })
}

/** The block of SQL, as it stands on the page. */
function grants(): string {
  const path = 'docs/fleet.md'
  const blocks = codeBlocks({ path, text: readFileSync(join(root, path), 'utf8') }).filter(
    ({ language }) => language === 'sql',
  )
  expect(blocks).toHaveLength(1)
  return blocks[0]?.code ?? ''
}
