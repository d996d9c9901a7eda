import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Run } from '../../src/core/index.ts'
import { RunDocument } from '../../src/reporters/json.ts'
import { newProject, type Project } from './run-shinsa.ts'

const answers = { good: 'right', bad: 'wrong', broken: 'right' }

function caseLines(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .map(([id, text]) =>
      JSON.stringify({
        eval_id: id,
        conversation: [{ user_content: { parts: [{ text: id }] }, final_response: { parts: [{ text }] } }],
      }),
    )
    .join('\n')
}

const agent = `import { existsSync } from 'node:fs'
export default async (message) => {
  if (message === 'broken' && !existsSync('mended')) throw new Error('not yet')
  return 'right'
}`

const files = {
  'cases.jsonl': caseLines(answers),
  'agent.mjs': agent,
  'test_config.json': { criteria: { exact_match: 1 } },
}

async function runsOf(project: Project): Promise<readonly Run[]> {
  return JSON.parse((await project.runHere('list', '--json')).stdout) as Run[]
}

describe('rerun', () => {
  it('plays the cases that did not pass as a run of its own, and says what that shows', async () => {
    const project = newProject(files)
    await project.runHere('run', 'cases.jsonl', '--target', './agent.mjs', '--name', 'before', '--repeat', '2')
    project.write({ mended: '' })
    const { exitCode, stdout } = await project.runHere('rerun', 'before')
    expect(exitCode).toBe(1)
    expect(
      stdout
        .split('\n')
        .slice(-3)
        .join('\n')
        .replaceAll(/\d{8}-\d{6}-\w{4}/g, 'RUN'),
    ).toMatchInlineSnapshot(`
      "1 of 2 cases that were played again passes now
      They were chosen for how they came out, so some pass by chance: shinsa compare RUN RUN shows both, and a run of all cases says whether the agent is better.
      "
    `)
    const [after, before] = await runsOf(project)
    expect(after?.plan).toMatchObject({
      repeat: 2,
      dataset: { selected: ['bad', 'broken'] },
      target: { name: './agent.mjs' },
    })
    expect(before?.plan.name).toBe('before')
    const errors = await project.runHere(
      'rerun',
      before?.plan.runId ?? '',
      '--only',
      'error',
      '--repeat',
      '1',
      '--json',
    )
    const { results } = RunDocument.parse(JSON.parse(errors.stdout))
    expect(results.map(({ evalCase, verdict }) => [evalCase.id, verdict])).toEqual([['broken', 'passed']])
    expect(errors.exitCode).toBe(0)
    const none = await project.runHere('rerun', 'latest')
    expect(none).toMatchObject({ exitCode: 0, stdout: 'no case of the run came out as failed, error, not-evaluated\n' })
    for (const filter of ['nobody', 'no*']) {
      const odd = await project.runHere('rerun', 'latest', '--filter', filter)
      expect([odd.exitCode, odd.stderr]).toEqual([
        2,
        expect.stringContaining(`no case of the run fits "${filter}"\nhint: There`),
      ])
    }
    expect(await runsOf(project)).toHaveLength(3)
    expect((await project.runHere('rerun', 'latest', '--only', 'wrong')).stderr).toContain(
      '--only takes one of failed, error, not-evaluated, passed, not "wrong"',
    )
  })
})

describe('delete and prune', () => {
  it('delete nothing without leave, and then the run with all of it', async () => {
    const project = newProject({ ...files, 'cases.jsonl': caseLines({ ...answers, long: 'x'.repeat(200_000) }) })
    const store = join(project.folder, '.shinsa', 'runs.db')
    await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '--name', 'one')
    await project.runHere('labels', 'add', 'one', 'good', 'pass')
    const before = statSync(store).size
    const asked = await project.runHere('delete', 'one')
    expect(asked.exitCode).toBe(2)
    expect(asked.stderr.replaceAll(/\d{8}-\d{6}-\w{4}/g, 'RUN')).toMatchInlineSnapshot(`
      "to be deleted: RUN (one)
      with 1 label that people gave
      error: nothing is deleted unless somebody agrees, and nobody is there to be asked
      hint: Agree with --yes.
      "
    `)
    expect(await runsOf(project)).toHaveLength(1)
    const gone = await project.runHere('delete', 'one', '--yes')
    expect(gone).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^1 run deleted, 0\.[2-9] MB freed\n$/) })
    expect(await runsOf(project)).toEqual([])
    expect(before - statSync(store).size).toBeGreaterThan(200_000)
  })

  it('ask which run before they ask a store', async () => {
    const store = ['--store', 'postgres://nobody@127.0.0.1:1/none']
    const { exitCode, stderr } = await newProject().runHere('delete', ...store)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('error: which run?') })
  })

  it('delete a run that cannot be read any more', async () => {
    const project = newProject(files)
    await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
    const [run] = await runsOf(project)
    const database = new DatabaseSync(join(project.folder, '.shinsa', 'runs.db'))
    database.exec(`UPDATE runs SET plan = '{'`)
    database.close()
    const { runId = '' } = run?.plan ?? {}
    expect((await project.runHere('delete', runId, '--yes')).exitCode).toBe(0)
    expect((await project.runHere('list')).stderr).toBe('')
  })

  it('prune what is both old and not among the newest, but not what is at work', async () => {
    const project = newProject(files)
    for (const name of ['oldest', 'old', 'active', 'new']) {
      await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '--name', name)
    }
    const database = new DatabaseSync(join(project.folder, '.shinsa', 'runs.db'))
    const age = database.prepare(
      `UPDATE runs SET created = $at, plan = json_set(plan, '$.createdAt', $at) WHERE plan ->> 'name' = $name`,
    )
    for (const name of ['oldest', 'old', 'active']) age.run({ at: '2026-01-01T00:00:00.000Z', name })
    database
      .prepare(`UPDATE runs SET status = 'running', process = ? WHERE plan ->> 'name' = 'active'`)
      .run(process.pid)
    database.close()
    const left = async () => (await runsOf(project)).map(({ plan }) => plan.name).toSorted()
    expect((await project.runHere('prune', '--keep', '4', '--older', '30d', '--yes')).stdout).toBe(
      'there is no such run\n',
    )
    expect((await project.runHere('prune', '--older', '90')).stderr).toContain(
      '--older takes an age such as 12h, 90d or 8w, not "90"',
    )
    expect((await project.runHere('prune')).exitCode).toBe(2)
    await project.runHere('prune', '--keep', '1', '--older', '30d', '--yes')
    expect(await left()).toEqual(['active', 'new'])
    await project.runHere('prune', '--keep', '0', '--yes')
    expect(await left()).toEqual(['active'])
  })
})
