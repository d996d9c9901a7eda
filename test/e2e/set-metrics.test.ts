import { expect, it } from 'vitest'
import type { RunDetail } from '../../src/server/api/runs.ts'
import { newProject } from './run-shinsa.ts'

const long = { timeout: 60_000 }

const config = `
const any = { safeParse: (data) => ({ success: true, data }) }
export default {
  setMetrics: [
    {
      name: 'cost_per_success',
      schema: any,
      start() {
        let [successes, calls] = [0, 0]
        return {
          add({ verdict, cost }) {
            successes += verdict === 'passed' ? 1 : 0
            calls += (cost.toolCalls ?? 0) + 3
          },
          summary: () => ({ successes, perSuccess: successes === 0 ? null : calls / successes, note: 'made\\u001b[31m up' }),
        }
      },
    },
    { name: 'broken', schema: any, start: () => ({ add() { throw new Error('no such column') }, summary: () => 1 }) },
  ],
}
`

const files = {
  'shinsa.config.ts': config,
  'agent.ts': 'export default (question) => (question === "Capital of Japan?" ? "Tokyo" : "I do not know")',
  'capitals.csv': 'question,answer\nCapital of Japan?,Tokyo\nCapital of Peru?,Lima\n',
}

it(
  'shows what a project’s own set metric says in terminal, JSON, Markdown and page, and says which one broke',
  long,
  async () => {
    const project = newProject(files)
    const { outcome, document } = await project.runJson('capitals.csv', '--target', './agent.ts')
    expect(document.run.summary?.sets).toEqual({
      cost_per_success: { successes: 1, perSuccess: 6, note: 'made\u001b[31m up' },
    })
    expect(outcome.exitCode).toBe(1)
    const { stdout } = await project.runHere('show', 'latest')
    const lines = stdout.split('\n')
    const from = lines.indexOf('cost_per_success')
    expect(lines.slice(from, from + 4).join('\n')).toMatchInlineSnapshot(`
      "cost_per_success
      successes:   1
      perSuccess:  6
      note:        made␛[31m up"
    `)
    expect(stdout).toContain('Note: the set metric broken says nothing: no such column')
    const exported = await project.runHere('export', 'latest', '--output', 'run.md')
    expect(exported.exitCode).toBe(0)
    expect(project.read('run.md')).toContain('| perSuccess | 6 |')

    const address = new URL(`/api/runs/${document.run.plan.runId}`, await project.serveHere())
    const { sections = [] } = (await (await fetch(address)).json()) as RunDetail
    expect(sections.map(({ title }) => title?.values)).toEqual([{ name: 'cost_per_success' }])
  },
)

it('refuses two of one name, and what is no set metric', long, async () => {
  const project = newProject({ ...files, 'shinsa.config.ts': config.replace("'broken'", "'cost_per_success'") })
  const twins = await project.runHere('run', 'capitals.csv', '--target', './agent.ts')
  expect(twins).toMatchObject({ exitCode: 2 })
  expect(twins.stderr).toContain('there are two set metrics named cost_per_success')
  project.write({ 'shinsa.config.ts': 'export default { setMetrics: [{ name: "half" }] }' })
  // The config is another one now, which only another process reads.
  const half = await project.run('run', 'capitals.csv', '--target', './agent.ts')
  expect(half).toMatchObject({ exitCode: 2 })
  expect(half.stderr).toContain('setMetrics.0: { name: string, schema: z.…')
})
