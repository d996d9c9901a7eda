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

describe('shinsa show --view', () => {
  it('tells of exactly the results that the page would show, the passed ones too, in both languages', async () => {
    const project = await ranProject('--name', '飲み物')
    const shown = async (...args: string[]) => {
      const { stdout, exitCode } = await project.runHere('show', 'latest', ...args)
      return `${exitCode} ${stdout}`.replaceAll(/\d{8}-\d{6}-\w{4}/g, 'RUN')
    }
    expect(await shown('--view', 'case=coffee')).toMatchInlineSnapshot(`
      "0 飲み物
      1 of 3 results, filtered by case=coffee
      Of these 1 of 1 evaluated passed, 100 % (95 % interval 20–100 %)
      ✓ coffee  “say coffee”

      Verdict, gate and metrics are those of the whole run: shinsa show RUN
      "
    `)
    expect(await shown('--view', 'only=failed', '--lang', 'ja')).toMatchInlineSnapshot(`
      "0 飲み物
      結果 3 件中 2 件（絞り込み: only=failed）
      このうち 2 件中 0 件が合格、0 %（95 % 信頼区間 0–66 %）

      ✗ tea  “say tea”
        response_match_score: 0 はしきい値 0.8 未満です: 参照回答との ROUGE-1 は 0 です（0.8 以上が必要）
          期待  something else entirely
          実際  SAY TEA

      ✗ cocoa  “say cocoa”
        response_match_score: 0 はしきい値 0.8 未満です: 参照回答との ROUGE-1 は 0 です（0.8 以上が必要）
          期待  something else entirely
          実際  SAY COCOA

      判定、ゲート、評価指標は実行全体のものです: shinsa show RUN
      "
    `)
    const json = await project.runHere('show', 'latest', '--view', 'only=failed', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ view: { shown: 2, of: 3 }, results: [{}, {}] })
    const refused = await project.runHere('show', 'latest', '--view', 'only=failed', '--reporter', 'markdown')
    expect(refused.stderr).toBe('error: a view of a run is written as html, json or csv, not as markdown\n')
    const beside = await project.runHere('show', 'latest', 'tea', '--view', 'only=failed')
    expect(beside.stderr).toContain('--view')
  })

  it('says how many are left out of a long one, and --all has them', async () => {
    const project = newProject({
      'agent.mjs': agents.loud,
      'many.evalset.json': loudSet(Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`case-${at}`, 'right']))),
    })
    await project.runHere('run', 'many.evalset.json', '--target', './agent.mjs')
    const { stdout } = await project.runHere('show', 'latest', '--view', 'only=passed')
    expect(stdout).toContain('25 of 25 results, filtered by only=passed')
    expect(stdout).toContain('and 5 more: --all shows them')
    const all = await project.runHere('show', 'latest', '--view', 'only=passed', '--all')
    expect(all.stdout.match(/^✓ case-/gm)).toHaveLength(25)
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
