import { describe, expect, it } from 'vitest'
import { agents, loudSet, newProject } from './run-shinsa.ts'

describe('shinsa export --view', () => {
  it('writes exactly what the page would show, and says which part that is and how it came out', async () => {
    const project = await ranProject()
    const view = ['--view', '?only=failed&sort=-case']
    expect(await project.runHere('export', 'latest', ...view, '--output', 'part.json')).toMatchObject({ exitCode: 0 })
    const part = JSON.parse(project.read('part.json')) as {
      view: object
      run: { summary: { results: { total: number } } }
      results: { evalCase: { id: string } }[]
    }
    expect(part.view).toMatchObject({ filter: 'only=failed', shown: 2, of: 3, passed: 0, evaluated: 2 })
    expect(part.results.map(({ evalCase }) => evalCase.id)).toEqual(['tea', 'cocoa'])
    expect(part.run.summary.results.total).toBe(3)

    await project.runHere('export', 'latest', '--view', 'q=COFFEE', '--output', 'part.csv')
    const [head, ...lines] = project.read('part.csv').trim().split('\r\n')
    expect(head).toMatch(/,filter$/)
    expect(lines).toEqual([expect.stringMatching(/^coffee,.*,q=COFFEE \(1 of 3 results\)$/)])
  })

  it('keeps all repeats of a case that stand in one row', async () => {
    const project = await ranProject('--repeat', '2')
    await project.runHere('export', 'latest', '--view', 'only=passed', '--output', 'part.json')
    expect(JSON.parse(project.read('part.json'))).toMatchObject({ view: { shown: 2, of: 6, passed: 2 } })
  })

  it('is refused where nothing is left out, nothing fits, or a format could not say so', async () => {
    const project = await ranProject()
    const refused = async (...args: string[]) => (await project.runHere('export', 'latest', ...args)).stderr
    expect(await refused('--view', 'sort=case')).toMatch(/^error: "sort=case" filters nothing\n/)
    expect(await refused('--view', 'q=nothing-has-it')).toMatch(/fits q=nothing-has-it\n$/)
    expect(await refused('--view', 'only=failed', '--format', 'junit')).toBe(
      'error: a view of a run is written as html, json or csv, not as junit\n',
    )
  })
})

async function ranProject(...args: readonly string[]) {
  const project = newProject({
    'agent.mjs': agents.loud,
    'drinks.evalset.json': loudSet({ tea: 'wrong', coffee: 'right', cocoa: 'wrong' }),
  })
  await project.runHere('run', 'drinks.evalset.json', '--target', './agent.mjs', ...args)
  return project
}
