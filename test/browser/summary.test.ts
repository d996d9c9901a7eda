import { describe, expect, it } from 'vitest'
import { agents, loudSet, newProject } from '../e2e/run-shinsa.ts'
import { saying } from './languages.ts'
import { openApp } from './open-app.ts'

describe.each(['en', 'ja'] as const)('the summary of a run in %s', (language) => {
  const say = saying(language)
  it('is reached from the run, says on one sheet what it comes to, and leads to what failed', async () => {
    const project = newProject({
      'agent.mjs': agents.loud,
      'loud.evalset.json': loudSet({ coffee: 'right', tea: 'wrong', cocoa: 'right' }),
    })
    await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs', '--name', 'of today', '--seed', '7')
    const { page, url, goto, barriers, troubles } = await openApp(project, { language })
    const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
    await goto(`/runs/${runs[0]?.runId}`)
    const command = "shinsa run loud.evalset.json --target ./agent.mjs --name 'of today' --seed 7"
    expect(await page.getByLabel(say('Command that runs the same again')).inputValue()).toBe(command)
    await page
      .getByRole('button', { name: say('Copy'), exact: true })
      .last()
      .click()
    await page.getByText(say('The browser does not allow copying here.')).waitFor()
    await page.getByRole('link', { name: say('Summary'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: say('Summary of {run}', { run: 'of today' }) }).waitFor()
    await page.getByRole('heading', { name: say('Failed the gate') }).waitFor()
    await page.getByRole('link', { name: 'tea' }).first().waitFor()
    expect(await barriers()).toEqual([])
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect(sheets).toHaveLength(1)
    await page.getByRole('link', { name: 'tea' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'tea' }).waitFor()
    expect(troubles).toEqual([])
  })
})
