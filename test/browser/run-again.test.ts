import { describe, expect, it } from 'vitest'
import { evaluate } from '../../src/public/index.ts'
import { join } from 'node:path'
import { agents, loudSet, newProject } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

describe.each(languages)('cases that are run again from the page, in %s', (language) => {
  const say = saying(language)

  it('are a new run, which says what became of them, by keyboard alone', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs' }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'wrong', coffee: 'right', cocoa: 'wrong' }),
    })
    await project.runHere('run', 'tea.evalset.json', '--name', 'before')
    project.write({
      'agent.mjs': `export default (question) => ({
        response: question.endsWith('tea') ? 'something else entirely' : 'no',
        toolCalls: [],
      })`,
    })
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/')
    await page.getByRole('link', { name: 'before' }).click()
    const again = page.getByRole('button', { name: say('Run again what did not pass') })
    await again.press('Enter')
    const dialog = page.getByRole('dialog', { name: say('Run again') })
    await dialog.getByText(/2 .*1.* 2/).waitFor()
    expect(await dialog.getByLabel(say('The same on the command line')).inputValue()).toMatch(
      /^shinsa rerun \d{8}-\d{6}-\w{4}$/,
    )
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true)
    await again.press('Enter')
    await dialog.getByRole('button', { name: say('Start the new run') }).press('Enter')
    await page
      .getByText(
        say('{count} {count|case|cases} again: {better} better, {worse} worse', { better: 1, worse: 0, count: 2 }),
      )
      .waitFor()
    const rows = page.getByRole('grid', { name: say('Cases') }).getByRole('row')
    await expect.poll(async () => rows.count()).toBe(3)
    expect(await barriers()).toEqual([])
    await page.getByRole('link', { name: say('Compare both') }).click()
    await page.getByRole('heading', { name: say('Case by case') }).waitFor()
    expect(troubles).toEqual([])
  })

  it('are one case, from its own page', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs' }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right', 'green, hot': 'wrong' }),
    })
    await project.runHere('run', 'tea.evalset.json', '--name', 'before')
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/')
    await page.getByRole('link', { name: 'before' }).click()
    await page.getByRole('link', { name: 'green, hot' }).click()
    await page.getByRole('heading', { level: 1, name: 'green, hot' }).waitFor()
    expect(await page.getByLabel(say('On the command line')).inputValue()).toMatch(/^shinsa show \S+ 'green, hot'$/)
    await page.getByRole('button', { name: say('Run again'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: say('Run again') })
    expect(await dialog.getByLabel(say('The same on the command line')).inputValue()).toContain("--filter 'green? hot'")
    expect(await barriers()).toEqual([])
    await dialog.getByRole('button', { name: say('Start the new run') }).click()
    await page
      .getByText(
        say('{count} {count|case|cases} again: {better} better, {worse} worse', { better: 0, worse: 0, count: 1 }),
      )
      .waitFor()
    expect(troubles).toEqual([])
  })

  it('say before what is not as it was, and after what could not be compared', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { response_match_score: 0.9 } }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'wrong', coffee: 'wrong' }),
    })
    await project.runHere('run', 'tea.evalset.json', '--name', 'before')
    project.write({
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { response_match_score: 0 } }`,
      'tea.evalset.json': loudSet({ tea: 'right', coffee: 'wrong' }),
    })
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/')
    await page.getByRole('link', { name: 'before' }).click()
    await page.getByRole('button', { name: say('Run again what did not pass') }).click()
    const dialog = page.getByRole('dialog', { name: say('Run again') })
    const differs = dialog.getByRole('list', { name: say('Not as it was in that run') })
    expect(await differs.innerText()).toMatch(/response_match_score: .*0.9 → 0/)
    expect(await barriers()).toEqual([])
    await dialog.getByRole('button', { name: say('Start the new run') }).click()
    await page
      .getByText(
        say('{count} {count|case|cases} again: {better} better, {worse} worse', { better: 1, worse: 0, count: 2 }),
      )
      .waitFor()
    await page.getByText(say('{count} not compared: of other content, or not evaluated', { count: 1 })).waitFor()
    await page.getByText(say('Settings differ too, which may explain it.')).waitFor()
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('cost no more than is allowed, and say so before', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs', judge: 'embedded', criteria: { final_response_match_v2: 0.5 } }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'wrong' }),
      '.env': 'OPENAI_API_KEY=none\n',
    })
    await project.runHere('run', 'tea.evalset.json', '--name', 'before')
    project.write({
      'shinsa.config.mjs': `export default { target: './agent.mjs', judge: 'gpt-4o', criteria: { final_response_match_v2: 0.5 } }`,
    })
    const { page, goto, barriers } = await openApp(project, { language, viewport: { width: 390, height: 844 } })
    await goto('/')
    await page.getByRole('link', { name: 'before' }).click()
    await page.getByRole('button', { name: say('Run again what did not pass') }).click()
    const dialog = page.getByRole('dialog', { name: say('Run again') })
    const limit = dialog.getByLabel(say('Limit in US dollars'))
    await limit.waitFor()
    await dialog.getByRole('button', { name: say('Start the new run') }).click()
    expect(await limit.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await barriers()).toEqual([])
  })

  it('are refused with the reason where only code has the agent', async () => {
    const project = newProject({ 'tea.evalset.json': loudSet({ tea: 'right' }) })
    const store = join(project.folder, '.shinsa', 'runs.db')
    await evaluate({ cwd: project.folder, store, dataset: 'tea.evalset.json', agent: () => 'no tea', name: 'in code' })
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/')
    await page.getByRole('link', { name: 'in code' }).click()
    await page.getByRole('button', { name: say('Run again what did not pass') }).click()
    const dialog = page.getByRole('dialog', { name: say('Run again') })
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByRole('button', { name: say('Start the new run') }).count()).toBe(0)
    expect(await dialog.getByLabel(say('On the command line, with what the project has now')).inputValue()).toContain(
      'shinsa rerun',
    )
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })
})
