import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from '../../web/src/words/en.ts'
import { pageWordsJa } from '../../web/src/words/ja.ts'
import { agents, loudSet, newProject, turn, until } from '../e2e/run-shinsa.ts'
import { fillTemplate } from '../../src/core/basics/message.ts'
import { languages } from './languages.ts'
import { openApp } from './open-app.ts'

const tables = { en, ja: pageWordsJa }

describe.each(languages)('a new run in %s', (language) => {
  const { newRun, run, runs, verdict } = tables[language]

  it('is chosen, estimated, begun, watched, stopped, resumed, and ends with a verdict', async () => {
    const project = teaShop()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/new')
    await page.getByRole('heading', { name: newRun.estimate }).waitFor()
    expect(await barriers()).toEqual([])
    const dataset = page.getByLabel(runs.dataset, { exact: true })
    await dataset.selectOption({ label: await labelOf(dataset, /^slow\.evalset\.json/) })
    await page.getByRole('heading', { name: newRun.estimate }).waitFor()
    await page.getByLabel(runs.target, { exact: true }).selectOption({ label: 'slow' })
    await page.getByLabel(newRun.judge, { exact: true }).selectOption({ label: 'embedded' })
    await page.getByRole('checkbox', { name: 'tool_trajectory_avg_score' }).uncheck()
    await page.getByLabel(run.repeat).fill('2')
    await page.getByText(/3 .*2.* 6/).waitFor()
    await page.getByText(newRun.free).waitFor()
    await page.getByLabel(newRun.name).fill('夜のお茶')
    expect(await barriers()).toEqual([])

    await page.reload()
    await page.getByText(/3 .*2.* 6/).waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: 'tool_trajectory_avg_score' }).isChecked()).toBe(false)
    await expect.poll(() => page.getByLabel(runs.target, { exact: true }).inputValue()).toBe('slow')
    await page.getByLabel(newRun.name).fill('夜のお茶')
    await page.getByRole('button', { name: newRun.start }).click()

    await page.getByRole('heading', { level: 1, name: '夜のお茶' }).waitFor()
    await until(() => existsSync(join(project.folder, 'asked')))
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: run.stop }).click()
    await page.getByRole('heading', { name: run.interrupted }).waitFor()
    await expect.poll(() => page.getByRole('grid', { name: run.cases }).textContent()).not.toContain(verdict.running)
    expect(await barriers()).toEqual([])
    project.write({ go: '' })
    await page.getByRole('button', { name: run.resume }).click()
    await page.getByRole('heading', { name: run.passed }).waitFor()
    const rows = page.getByRole('grid', { name: run.cases }).getByRole('row')
    // Three cases, each with both of its repeats in one row.
    await expect.poll(async () => rows.count()).toBe(4)
    await expect.poll(() => page.getByRole('button', { name: run.resume }).count()).toBe(0)
    expect(troubles).toEqual([])
  })

  it('begins with a dataset that asks an agent, of which some cases can be chosen', async () => {
    const { page, goto, barriers, troubles } = await openApp(teaShop(), { language })
    await goto('/new')
    await page.getByRole('heading', { name: newRun.estimate }).waitFor()
    const offered = await page.getByLabel(runs.dataset, { exact: true }).locator('option').allTextContents()
    expect(offered.join(' ')).not.toContain('said.jsonl')
    await page.getByText(newRun.which).click()
    await page.getByLabel(newRun.filter).fill('la*')
    await page.getByLabel(newRun.first).fill('1')
    await expect.poll(() => page.url()).toContain('filter=la')
    await page
      .locator('dd')
      .filter({ hasText: /^1 .*1.* 1/ })
      .waitFor()
    await expect
      .poll(() => page.getByLabel(run.exportCommand).inputValue())
      .toMatch(/^shinsa run slow\.evalset\.json --filter late --first 1/)
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('has another config of the project, and other thresholds, for this run', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { response_match_score: 0.9 } }`,
      'agent.mjs': `export default () => 'one two three four'`,
      'tea.csv': 'id,prompt,reference\na,hello,one two three five\n',
      'strict_config.json': { criteria: { response_match_score: 1, tool_call_f1: 0.5 } },
    })
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/new')
    const threshold = page.getByLabel(fillTemplate(newRun.thresholdOf, { metric: 'response_match_score' }))
    expect(await threshold.getAttribute('placeholder')).toBe('0.9')
    await page
      .getByLabel(tables[language].provenance.config, { exact: true })
      .selectOption({ label: 'strict_config.json' })
    await page.getByRole('checkbox', { name: 'tool_call_f1' }).waitFor()
    expect(await threshold.getAttribute('placeholder')).toBe('1')
    await page.getByRole('checkbox', { name: 'tool_call_f1' }).uncheck()
    await threshold.fill('0.5')
    await expect.poll(() => page.url()).toContain('thresholds=response_match_score%3D0.5')
    await page.reload()
    await expect.poll(() => threshold.inputValue()).toBe('0.5')
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: newRun.start }).click()
    await page.getByRole('heading', { name: run.passed }).waitFor()
    const provenance = page.getByRole('region', { name: run.details })
    await expect.poll(() => provenance.textContent()).toMatch(/response_match_score.{0,20}0\.5/)
    // And which file said what is measured.
    await provenance.getByText(/^strict_config\.json \([0-9a-f]{12}\)$/).waitFor()
    expect(troubles).toEqual([])
  })

  it('that costs money is not begun without a limit', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './agent.mjs', judge: 'gpt-4o', criteria: { final_response_match_v2: 0.5 } }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right' }),
      '.env': 'OPENAI_API_KEY=none\n',
    })
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/new')
    await page.getByText(`${newRun.judge}: gpt-4o`).waitFor()
    const start = page.getByRole('button', { name: newRun.start })
    await start.click()
    expect(page.url()).toContain('/new')
    expect(await page.getByLabel(run.limit).evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(
      true,
    )
    expect(await barriers()).toEqual([])
    await page.getByLabel(run.limit).pressSequentially('0.05')
    await expect.poll(() => page.url()).toContain('limit=0.05')
    await expect.poll(() => page.getByLabel(run.limit).inputValue()).toBe('0.05')
    expect(troubles).toEqual([])
  })

  it('asks for a target where the config names none, and that is no error', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { targets: { loud: './agent.mjs' } }`,
      'agent.mjs': agents.loud,
      'tea.evalset.json': loudSet({ tea: 'right' }),
    })
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/new')
    await page.getByRole('heading', { name: newRun.chooseTarget }).waitFor()
    const start = page.getByRole('button', { name: newRun.start })
    await expect.poll(() => start.isDisabled()).toBe(true)
    expect(await barriers()).toEqual([])
    await page.getByLabel(runs.target, { exact: true }).selectOption({ label: 'loud' })
    await page.getByRole('heading', { name: newRun.estimate }).waitFor()
    await expect.poll(() => start.isEnabled()).toBe(true)

    project.write({ 'shinsa.config.mjs': 'export default {}' })
    await goto('/new')
    await page.getByRole('heading', { name: newRun.noTarget }).waitFor()
    await expect.poll(() => start.isDisabled()).toBe(true)
    expect(troubles).toEqual([])
  })

  it('says what is wrong before it is begun, on a phone too', async () => {
    const project = newProject({
      'shinsa.config.mjs': `export default { target: './gone.mjs' }`,
      'lonely.csv': 'prompt,reference\nhello,hello\n',
      'broken.evalset.json': '{"eval_set_id": 7}',
    })
    const { page, goto, barriers } = await openApp(project, { language, viewport: { width: 390, height: 800 } })
    await goto('/new')
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByRole('button', { name: newRun.start }).isDisabled()).toBe(true)
    const unreadable = page.getByRole('region', { name: newRun.unreadable })
    await expect.poll(() => unreadable.textContent()).toContain('broken.evalset.json')
    await expect.poll(() => unreadable.textContent()).not.toContain(project.folder)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await barriers()).toEqual([])
  })
})

/** A project with two datasets, and an agent that waits for a file `go` before it answers a second case. */
function teaShop() {
  return newProject({
    'shinsa.config.mjs': `export default { target: './agent.mjs', targets: { slow: './slow.mjs' }, concurrency: 1 }`,
    'agent.mjs': agents.loud,
    'slow.mjs': agents.waiting,
    'slow.evalset.json': loudSet({ early: 'right', late: 'right', last: 'right' }),
    'tea.evalset.json': loudSet({ tea: 'right' }),
    'said.jsonl': JSON.stringify({ eval_id: 'tea', invocations: [turn('say tea', 'SAY TEA')] }),
  })
}

async function labelOf(select: ReturnType<Awaited<ReturnType<typeof openApp>>['page']['getByLabel']>, name: RegExp) {
  const labels = await select.locator('option').allTextContents()
  return labels.find((label) => name.test(label)) ?? ''
}
