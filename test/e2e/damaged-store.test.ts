import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { agents, loudSet, newProject, type Project } from './run-shinsa.ts'

const set = loudSet({ one: 'right', two: 'right', three: 'right' })

type Ran = { readonly project: Project; readonly ids: readonly string[] }

const files = { 'agent.ts': agents.loud, 'a.evalset.json': set }

async function runTwice(): Promise<Ran> {
  const project = newProject(files)
  for (const name of ['before', 'after'])
    await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', name)
  const runs = JSON.parse((await project.runHere('list', '--json')).stdout) as { plan: { runId: string } }[]
  return { project, ids: runs.map(({ plan }) => plan.runId) }
}

/** A project with a copy of the store of one in which it was run twice; its runs are there to be read, not to be resumed. */
async function ranTwice(): Promise<Ran> {
  copied ??= copyOf(await runTwice())
  return { project: newProject({ ...files, ...copied.store }), ids: copied.ids }
}

let copied: ReturnType<typeof copyOf> | undefined

function copyOf({ project: { folder }, ids }: Ran) {
  const entries = readdirSync(join(folder, '.shinsa'), { withFileTypes: true }).filter((entry) => entry.isFile())
  const store = entries.map(({ name }) => [`.shinsa/${name}`, readFileSync(join(folder, '.shinsa', name))])
  return { store: Object.fromEntries(store) as Readonly<Record<string, Buffer>>, ids }
}

function damage(project: Project, sql: string): void {
  const database = new DatabaseSync(join(project.folder, '.shinsa', 'runs.db'))
  database.exec(sql)
  database.close()
}

describe('a run whose row is damaged', () => {
  it('is named, and the others are listed and shown as ever', async () => {
    const { project, ids } = await ranTwice()
    damage(project, `UPDATE runs SET plan = '{"runId": ' WHERE id = '${ids[1]}'`)
    const { exitCode, stdout, stderr } = await project.runHere('list')
    expect(exitCode).toBe(0)
    expect(stdout).toContain(`${ids[0]} after`)
    expect(stderr).toBe(`warning: what the store says about run ${ids[1]} is not readable\n`)
    expect(JSON.parse((await project.runHere('list', '--json')).stdout)).toHaveLength(1)
    expect(await project.run('show', 'after')).toMatchObject({ exitCode: 0 })
    expect((await project.run('show', String(ids[1]))).stderr).toMatch(/is not readable\nhint: .*not affected/)
  })
})

describe('a damaged row of what a run cost', () => {
  it.each(['not json', '[]', 'null', '{"toolCalls": "three"}'])(
    'is named and not counted; the run opens: %s',
    async (cost) => {
      const { project, ids } = await runTwice()
      damage(project, `INSERT INTO spending (run, cost) VALUES (2, '${cost}'), (2, '{"toolCalls": 3}')`)
      expect(await project.runHere('show', 'after')).toMatchObject({ exitCode: 0 })
      expect(await project.runHere('resume', 'after')).toMatchObject({ exitCode: 0 })
      expect(await project.runHere('export', 'after', '-f', 'json')).toMatchObject({ exitCode: 0 })
      expect((await project.runHere('list')).stderr).toBe(
        `warning: a part of what run ${ids[0]} cost is not readable and not counted\n`,
      )
    },
  )
})

describe('a case whose rows are damaged', () => {
  it.each(['case-start', 'invocation', 'scores', 'case-end'])(
    'in its %s is named and counts as not evaluated; all else is given',
    async (type) => {
      for (const body of ['not json', '{"caseId":"', '{}', 'null', '[1]']) {
        const { project } = await ranTwice()
        damage(project, `UPDATE events SET body = '${body}' WHERE run = 2 AND position = 1 AND type = '${type}'`)
        const shown = await project.runHere('show', 'after', 'two')
        expect(shown.exitCode).toBe(0)
        expect(shown.stdout).toContain(`the ${type} of the case at position 1, repeat 0, is not readable`)
        const json = JSON.parse((await project.runHere('export', 'after', '-f', 'json')).stdout) as {
          results: { evalCase: { id: string }; verdict: string }[]
        }
        expect(json.results.map(({ evalCase, verdict }) => `${evalCase.id} ${verdict}`)).toEqual([
          'one passed',
          'two not-evaluated',
          'three passed',
        ])
        for (const format of ['html', 'junit', 'markdown', 'csv', 'adk', 'strands', 'transcripts']) {
          expect(await project.runHere('export', 'after', '-f', format, '-o', 'out')).toMatchObject({ exitCode: 0 })
        }
      }
    },
    120_000,
  )

  it('is compared as what could not be evaluated', async () => {
    const { project } = await ranTwice()
    damage(project, `UPDATE events SET body = '[' WHERE run = 2 AND position = 1 AND type = 'case-end'`)
    const { exitCode, stdout } = await project.runHere('compare', 'before', 'after')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('two')
  })
})
