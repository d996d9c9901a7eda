import { describe, expect, it } from 'vitest'
import type { RunComparison } from '../../src/core/index.ts'
import { loudSet, newProject, type Project } from './run-shinsa.ts'

describe('compare with several runs', () => {
  it('holds each against the first, with p-values for all of them together', async () => {
    const project = await threeRuns()
    const { exitCode, stdout } = await project.runHere('compare', 'today', 'half', 'mute', '--fail-on-worse')
    expect(exitCode).toBe(1)
    const heads = stdout.split('\n').filter((line) => line.endsWith(' against today'))
    expect(heads).toEqual(['half against today', 'mute against today'])
    expect(stdout.match(/by Holm$/gm)).toHaveLength(2)
    const together = JSON.parse(
      (await project.runHere('compare', 'today', 'half', 'mute', '--json')).stdout,
    ) as readonly RunComparison[]
    const alone = JSON.parse((await project.runHere('compare', 'today', 'half', '--json')).stdout) as RunComparison
    expect(together[0]).toMatchObject({ test: { p: alone.test?.p }, worse: alone.worse, cases: alone.cases })
    const [, mute] = together
    expect(mute?.test?.adjustedP).toBeCloseTo(2 * (mute?.test?.p ?? 1), 12)
  })

  it('writes a table for spreadsheets, a text for a pull request, or a page, by the ending of the file', async () => {
    const project = await threeRuns()
    for (const file of ['c.csv', 'c.md', 'c.html']) {
      const { exitCode, stdout } = await project.runHere('compare', 'today', 'half', 'mute', '--output', file)
      expect([file, exitCode, stdout]).toEqual([file, 0, ''])
    }
    const [head, ...lines] = project.read('c.csv').trimEnd().split('\r\n')
    expect(head).toBe('baseline,run,case,change,baseline verdict,verdict,exact_match baseline,exact_match')
    expect(lines).toHaveLength(24)
    expect(lines.map((line) => line.split(',').slice(2).join(','))[0]).toBe('c0,worse,passed,failed,1,0')
    expect(project.read('c.md')).toContain('## half against today\n')
    expect(project.read('c.html').match(/id="comparison\//g)).toHaveLength(6)
    const refused = await project.runHere('compare', 'today', 'half', '--output', 'c.pdf')
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the ending of c.pdf') })
  })
})

/** `today` answers everything, `half` every second question, `mute` nothing. */
async function threeRuns(): Promise<Project> {
  const ids = Array.from({ length: 12 }, (_, index) => `c${index}`)
  const project = newProject({
    'today.ts': 'export default (question: string) => question.toUpperCase()\n',
    'half.ts':
      'export default (question: string) => (Number(question.slice(5)) % 2 === 0 ? "…" : question.toUpperCase())\n',
    'mute.ts': 'export default () => "…"\n',
    'test_config.json': { criteria: { exact_match: 1 } },
    'a.evalset.json': loudSet(Object.fromEntries(ids.map((id) => [id, 'right']))),
  })
  for (const name of ['today', 'half', 'mute']) {
    await project.runHere('run', 'a.evalset.json', '-t', `./${name}.ts`, '--name', name)
  }
  return project
}
