import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newProject, until, type Project } from './run-shinsa.ts'

/** Leaves a mark where it is run. */
const foreign = `import { writeFileSync } from 'node:fs'
writeFileSync(new URL('EXECUTED', import.meta.url), '')
export default {}
`
const foreignMetric = foreign.replace('export default {}', 'export const mine = () => 1')
const table = 'id,question,answer\na,tea,TEA\n'
const loud = 'export default (question) => question.toUpperCase()\n'
const naming = { criteria: { mine: 0.5 }, custom_metrics: { mine: { code_config: { name: 'checks.mine' } } } }

function wasRun(project: Project, folder: string): boolean {
  return existsSync(join(project.folder, folder, 'EXECUTED'))
}

describe('a config is run', () => {
  it.each(['ts', 'mts', 'js', 'mjs'])('not beside a dataset (%s), and that is said', async (ending) => {
    const project = newProject({ 'agent.mjs': loud, 'dl/q.csv': table, [`dl/shinsa.config.${ending}`]: foreign })
    const { exitCode, stderr } = await project.run('run', 'dl/q.csv', '-t', './agent.mjs')
    expect(exitCode).toBe(0)
    expect(wasRun(project, 'dl')).toBe(false)
    expect(stderr.split('\n').slice(1, 3)).toEqual([
      `warning: dl/shinsa.config.${ending} is not run: code is run only from the project’s own config`,
      `hint: If it is yours, name it: --config dl/shinsa.config.${ending}`,
    ])
  })

  it('where it is named', async () => {
    const project = newProject({ 'agent.mjs': loud, 'dl/q.csv': table, 'dl/shinsa.config.mjs': foreign })
    const args = ['run', 'dl/q.csv', '-t', './agent.mjs', '--config', 'dl/shinsa.config.mjs']
    const { exitCode, stderr } = await project.run(...args)
    expect([exitCode, wasRun(project, 'dl'), stderr.includes('is not run')]).toEqual([0, true, false])
  })

  it('in the working directory and above it, up to the root of the repository', async () => {
    const project = newProject({
      'shinsa.config.mjs': foreign,
      'packages/one/agent.mjs': loud,
      'packages/one/q.csv': table,
      'vendor/other/.git/HEAD': '',
      'vendor/other/agent.mjs': loud,
      'vendor/other/q.csv': table,
    })
    const inPackage = await project.start(['run', 'q.csv', '-t', './agent.mjs'], { cwd: 'packages/one' }).ended
    expect([inPackage.exitCode, wasRun(project, '.')]).toEqual([0, true])
    rmSync(join(project.folder, 'EXECUTED'))
    // Another repository is another project.
    const inOther = await project.start(['run', 'q.csv', '-t', './agent.mjs'], { cwd: 'vendor/other' }).ended
    expect([inOther.exitCode, wasRun(project, '.')]).toEqual([0, false])
  })

  it('outside of a repository only in the working directory', async () => {
    const project = newProject({ 'shinsa.config.mjs': foreign, 'below/agent.mjs': loud, 'below/q.csv': table })
    rmSync(join(project.folder, '.git'), { recursive: true })
    const below = await project.start(['run', 'q.csv', '-t', './agent.mjs'], { cwd: 'below' }).ended
    expect([below.exitCode, wasRun(project, '.')]).toEqual([0, false])
    const here = await project.run('run', 'below/q.csv', '-t', './below/agent.mjs')
    expect([here.exitCode, wasRun(project, '.')]).toEqual([0, true])
  })

  it.each([[['labels', 'list']], [['list']], [['doctor']]])('by no other command: %j', async (args) => {
    const project = newProject({ 'dl/q.csv': table, 'dl/shinsa.config.mjs': foreign })
    await project.run(...args)
    expect(wasRun(project, 'dl')).toBe(false)
  })

  it('not by the page, which lists what it passed over', async () => {
    const project = newProject({
      'dl/q.csv': table,
      'dl/shinsa.config.mjs': foreign,
      'dl/deep/q.jsonl': '{"question":"tea"}\n',
      'dl/deep/shinsa.config.ts': foreign,
    })
    const running = project.start(['serve', '--port', '0'])
    let printed = ''
    running.child.stdout?.on('data', (text: string) => (printed += text))
    await until(() => /http:\/\/\S+/.test(printed))
    const [url = ''] = /http:\/\/\S+/.exec(printed) ?? []
    const answer = await fetch(`${url}api/datasets`)
    const { datasets, unreadable } = (await answer.json()) as {
      datasets: { id: string; name: string }[]
      unreadable: { name: string }[]
    }
    for (const { id } of datasets.filter(({ name }) => name.startsWith('dl/'))) {
      for (const path of [`api/datasets/${id}`, `api/choices?dataset=${id}`]) await (await fetch(url + path)).text()
    }
    running.child.kill('SIGTERM')
    await running.ended
    expect([wasRun(project, 'dl'), wasRun(project, 'dl/deep')]).toEqual([false, false])
    expect(unreadable).toMatchInlineSnapshot(`
      [
        {
          "name": "dl/deep/shinsa.config.ts",
          "problem": {
            "code": "config",
            "hint": {
              "text": "If it is yours, name it: --config {file}",
              "values": {
                "file": "dl/deep/shinsa.config.ts",
              },
            },
            "sentence": {
              "text": "{file} is not run: code is run only from the project’s own config",
              "values": {
                "file": "dl/deep/shinsa.config.ts",
              },
            },
          },
        },
        {
          "name": "dl/shinsa.config.mjs",
          "problem": {
            "code": "config",
            "hint": {
              "text": "If it is yours, name it: --config {file}",
              "values": {
                "file": "dl/shinsa.config.mjs",
              },
            },
            "sentence": {
              "text": "{file} is not run: code is run only from the project’s own config",
              "values": {
                "file": "dl/shinsa.config.mjs",
              },
            },
          },
        },
      ]
    `)
  })
})

describe('code that a test_config.json names is run', () => {
  const files = {
    'agent.mjs': loud,
    'evals/q.csv': table,
    'evals/test_config.json': naming,
    'evals/checks.mjs': foreignMetric,
  }

  it('not in a folder that nobody trusts', async () => {
    const project = newProject(files)
    const { exitCode, stderr } = await project.run('run', 'evals/q.csv', '-t', './agent.mjs')
    expect([exitCode, wasRun(project, 'evals')]).toEqual([2, false])
    expect(stderr).toMatchInlineSnapshot(`
      "error: evals is not trusted, so its code (checks.mine) is not run
      hint: If it is yours, write trust: ["evals"] into shinsa.config.ts, or name its test_config.json: --config FILE
      "
    `)
  })

  it.each(['evals/', '.', 'evals/../evals'])('in a folder that the config trusts: %s', async (trusted) => {
    const project = newProject({ ...files, 'shinsa.config.mjs': `export default { trust: ['${trusted}'] }` })
    const { exitCode } = await project.run('run', 'evals/q.csv', '-t', './agent.mjs')
    expect([exitCode, wasRun(project, 'evals')]).toEqual([0, true])
  })

  it.each([
    ['another one', 'other'],
    ['one that is not there', 'nothing'],
    ['a name that only begins alike', 'eval'],
  ])('not where the config trusts %s', async (_what, trusted) => {
    const project = newProject({
      ...files,
      'other/x': '',
      'eval/x': '',
      'shinsa.config.mjs': `export default { trust: ['${trusted}'] }`,
    })
    const { exitCode } = await project.run('run', 'evals/q.csv', '-t', './agent.mjs')
    expect([exitCode, wasRun(project, 'evals')]).toEqual([2, false])
  })

  it('not where a link in a trusted folder leads out of it', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'shinsa-outside-'))
    onTestFinished(() => rmSync(outside, { recursive: true }))
    writeFileSync(join(outside, 'q.csv'), table)
    writeFileSync(join(outside, 'test_config.json'), JSON.stringify(naming))
    writeFileSync(join(outside, 'checks.mjs'), foreignMetric)
    const project = newProject({ 'agent.mjs': loud, 'shinsa.config.mjs': "export default { trust: ['evals'] }" })
    mkdirSync(join(project.folder, 'evals'))
    symlinkSync(outside, join(project.folder, 'evals', 'linked'))
    const { exitCode } = await project.run('run', 'evals/linked/q.csv', '-t', './agent.mjs')
    expect([exitCode, existsSync(join(outside, 'EXECUTED'))]).toEqual([2, false])
  })

  it('where the file is named', async () => {
    const project = newProject(files)
    const args = ['run', 'evals/q.csv', '-t', './agent.mjs', '--config', 'evals/test_config.json']
    const { exitCode } = await project.run(...args)
    expect([exitCode, wasRun(project, 'evals')]).toEqual([0, true])
  })
})
