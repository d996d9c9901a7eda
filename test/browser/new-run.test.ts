import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from '../../web/src/words/en.ts'
import { ja } from '../../web/src/words/ja.ts'
import { agents, loudSet, newProject, turn, until } from '../e2e/run-shinsa.ts'
import { openApp } from './open-app.ts'

const tables = { en, ja }

describe.each(['en', 'ja'] as const)('a new run in %s', (language) => {
  const { newRun, run, verdict } = tables[language]

  it('is chosen, estimated, begun, watched, stopped, resumed, and ends with a verdict', async () => {
    const project = teaShop()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/new')
    await page.getByRole('heading', { name: newRun.estimate }).waitFor()
    expect(await barriers()).toEqual([])
    const dataset = page.getByLabel(newRun.dataset, { exact: true })
    await dataset.selectOption({ label: await labelOf(dataset, /^slow\.evalset\.json/) })
    await page.getByRole('heading', { name: newRun.estimate }).waitFor()
    await page.getByLabel(newRun.target, { exact: true }).selectOption({ label: 'slow' })
    await page.getByLabel(newRun.judge, { exact: true }).selectOption({ label: 'embedded' })
    await page.getByRole('checkbox', { name: 'tool_trajectory_avg_score' }).uncheck()
    await page.getByLabel(newRun.repeat).fill('2')
    await page.getByText(/3 .*2.* 6/).waitFor()
    await page.getByText(newRun.free).waitFor()
    await page.getByLabel(newRun.name).fill('夜のお茶')
    expect(await barriers()).toEqual([])

    await page.reload()
    await page.getByText(/3 .*2.* 6/).waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: 'tool_trajectory_avg_score' }).isChecked()).toBe(false)
    await expect.poll(() => page.getByLabel(newRun.target, { exact: true }).inputValue()).toBe('slow')
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
    const offered = await page.getByLabel(newRun.dataset, { exact: true }).locator('option').allTextContents()
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
    await page.getByLabel(newRun.target, { exact: true }).selectOption({ label: 'loud' })
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
    'slow.mjs': `import { existsSync, writeFileSync } from 'node:fs'
      export default async (question, { signal }) => {
        if (question.endsWith('late')) writeFileSync('asked', '')
        while (question.endsWith('late') && !existsSync('go')) {
          signal?.throwIfAborted()
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        return question.toUpperCase()
      }`,
    'slow.evalset.json': loudSet({ early: 'right', late: 'right', last: 'right' }),
    'tea.evalset.json': loudSet({ tea: 'right' }),
    'said.jsonl': JSON.stringify({ eval_id: 'tea', invocations: [turn('say tea', 'SAY TEA')] }),
  })
}

async function labelOf(select: ReturnType<Awaited<ReturnType<typeof openApp>>['page']['getByLabel']>, name: RegExp) {
  const labels = await select.locator('option').allTextContents()
  return labels.find((label) => name.test(label)) ?? ''
}
