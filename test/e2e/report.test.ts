import { describe, expect, it } from 'vitest'
import { agents, loudSet, newProject, type Project } from './run-shinsa.ts'

describe('shinsa export --html', () => {
  it('writes the file that is named, or one with the id of the run', async () => {
    const project = await projectWithRun()
    expect(await project.run('export', 'loud run', '--html', 'out.html')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'out.html is written\n',
    })
    const unnamed = await project.runHere('export', 'latest', '--html')
    expect(unnamed.stderr).toMatch(/^\d{8}-\d{6}-\w{4}\.html is written\n$/)
    const report = project.read('out.html')
    expect(project.read(unnamed.stderr.split(' ')[0] ?? '')).toBe(report)
    expect(report).toMatch(/^<!doctype html>\n[^]*<title>loud run – Shinsa<\/title>[^]*<\/body>\n<\/html>\n$/)
    expect(report).not.toContain(project.folder)
  })

  it('takes the format from the ending, writes to standard output, and refuses what contradicts', async () => {
    const project = await projectWithRun()
    await project.runHere('export', 'latest', '--output', 'out.html')
    expect((await project.runHere('export', 'latest', '--format', 'html')).stdout).toBe(project.read('out.html'))
    expect(await project.runHere('export', 'latest', '--html', '--format', 'junit')).toMatchObject({
      exitCode: 2,
      stderr: 'error: --html and --format junit contradict each other\n',
    })
  })
})

it('shinsa export writes a table', async () => {
  const project = await projectWithRun()
  await project.runHere('export', 'latest', '--output', 'out.csv')
  const lines = project.read('out.csv').split('\r\n')
  // What stands further right was measured, and is another time tomorrow.
  expect(lines.map((line) => line.split(',').slice(0, 5).join(','))).toEqual([
    'case,repeat,verdict,question,answer',
    'coffee,1,passed,say coffee,SAY COFFEE',
    'tea,1,failed,say tea,SAY TEA',
    '',
  ])
})

async function projectWithRun(): Promise<Project> {
  const project = newProject({
    'agent.mjs': agents.loud,
    'loud.evalset.json': loudSet({ coffee: 'right', tea: 'wrong' }),
  })
  await project.run('run', 'loud.evalset.json', '--target', './agent.mjs', '--name', 'loud run')
  return project
}
