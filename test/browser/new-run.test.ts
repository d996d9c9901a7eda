import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agents, loudSet, newProject, turn, until } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

describe.each(languages)('a new run in %s', (language) => {
  const say = saying(language)

  it('is chosen, estimated, begun, watched, stopped, resumed, and ends with a verdict', async () => {
    const project = teaShop()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/new')
    await page.getByRole('heading', { name: say('Estimate') }).waitFor()
    expect(await barriers()).toEqual([])
    const dataset = page.getByLabel(say('Dataset'), { exact: true })
    await dataset.selectOption({ label: await labelOf(dataset, /^slow\.evalset\.json/) })
    await page.getByRole('heading', { name: say('Estimate') }).waitFor()
    await page.getByLabel(say('Target'), { exact: true }).selectOption({ label: 'slow' })
    await page.getByLabel(say('Judge'), { exact: true }).selectOption({ label: 'embedded' })
    await page.getByRole('checkbox', { name: 'tool_trajectory_avg_score' }).uncheck()
    await page.getByLabel(say('Repeats')).fill('2')
    await page.getByText(/3 .*2.* 6/).waitFor()
    await page.getByText(say('No paid models')).waitFor()
    await page.getByLabel(say('Name of the run')).fill('夜のお茶')
    expect(await barriers()).toEqual([])

    await page.reload()
    await page.getByText(/3 .*2.* 6/).waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: 'tool_trajectory_avg_score' }).isChecked()).toBe(false)
    await expect.poll(() => page.getByLabel(say('Target'), { exact: true }).inputValue()).toBe('slow')
    await page.getByLabel(say('Name of the run')).fill('夜のお茶')
    await page.getByRole('button', { name: say('Start the run') }).click()

    await page.getByRole('heading', { level: 1, name: '夜のお茶' }).waitFor()
    await until(() => existsSync(join(project.folder, 'asked')))
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: say('Stop the run') }).click()
    await page.getByRole('heading', { name: say('Interrupted, so there is no verdict') }).waitFor()
    await expect.poll(() => page.getByRole('grid', { name: say('Cases') }).textContent()).not.toContain(say('Running'))
    expect(await barriers()).toEqual([])
    project.write({ go: '' })
    await page.getByRole('button', { name: say('Resume the run') }).click()
    await page.getByRole('heading', { name: say('Passed the gate') }).waitFor()
    const rows = page.getByRole('grid', { name: say('Cases') }).getByRole('row')
    // Three cases, each with both of its repeats in one row.
    await expect.poll(async () => rows.count()).toBe(4)
    await expect.poll(() => page.getByRole('button', { name: say('Resume the run') }).count()).toBe(0)
    expect(troubles).toEqual([])
  })

  it('begins with a dataset that asks an agent, of which some cases can be chosen', async () => {
    const { page, goto, barriers, troubles } = await openApp(teaShop(), { language })
    await goto('/new')
    await page.getByRole('heading', { name: say('Estimate') }).waitFor()
    const offered = await page.getByLabel(say('Dataset'), { exact: true }).locator('option').allTextContents()
    expect(offered.join(' ')).not.toContain('said.jsonl')
    await page.getByText(say('Which cases, and how many at once')).click()
    await page.getByLabel(say('Ids of cases (with * and ?)')).fill('la*')
    await page.getByLabel(say('Only the first')).fill('1')
    await expect.poll(() => page.url()).toContain('filter=la')
    await page
      .locator('dd')
      .filter({ hasText: /^1 .*1.* 1/ })
      .waitFor()
    await expect
      .poll(() => page.getByLabel(say('On the command line')).inputValue())
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
    const threshold = page.getByLabel(say('Threshold of {metric}', { metric: 'response_match_score' }))
    expect(await threshold.getAttribute('placeholder')).toBe('0.9')
    await page.getByLabel(say('Config'), { exact: true }).selectOption({ label: 'strict_config.json' })
    await page.getByRole('checkbox', { name: 'tool_call_f1' }).waitFor()
    expect(await threshold.getAttribute('placeholder')).toBe('1')
    await page.getByRole('checkbox', { name: 'tool_call_f1' }).uncheck()
    await threshold.fill('0.5')
    await expect.poll(() => page.url()).toContain('thresholds=response_match_score%3D0.5')
    await page.reload()
    await expect.poll(() => threshold.inputValue()).toBe('0.5')
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: say('Start the run') }).click()
    await page.getByRole('heading', { name: say('Passed the gate') }).waitFor()
    const provenance = page.getByRole('region', { name: say('Provenance') })
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
    await page.getByText(`${say('Judge')}: gpt-4o`).waitFor()
    const start = page.getByRole('button', { name: say('Start the run') })
    await start.click()
    expect(page.url()).toContain('/new')
    expect(
      await page
        .getByLabel(say('Limit in US dollars'))
        .evaluate((input: HTMLInputElement) => input.validity.valueMissing),
    ).toBe(true)
    expect(await barriers()).toEqual([])
    await page.getByLabel(say('Limit in US dollars')).pressSequentially('0.05')
    await expect.poll(() => page.url()).toContain('limit=0.05')
    await expect.poll(() => page.getByLabel(say('Limit in US dollars')).inputValue()).toBe('0.05')
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
    await page.getByRole('heading', { name: say('Choose a target') }).waitFor()
    const start = page.getByRole('button', { name: say('Start the run') })
    await expect.poll(() => start.isDisabled()).toBe(true)
    expect(await barriers()).toEqual([])
    await page.getByLabel(say('Target'), { exact: true }).selectOption({ label: 'loud' })
    await page.getByRole('heading', { name: say('Estimate') }).waitFor()
    await expect.poll(() => start.isEnabled()).toBe(true)

    project.write({ 'shinsa.config.mjs': 'export default {}' })
    await goto('/new')
    await page.getByRole('heading', { name: say('There is no agent to evaluate yet') }).waitFor()
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
    await expect.poll(() => page.getByRole('button', { name: say('Start the run') }).isDisabled()).toBe(true)
    const unreadable = page.getByRole('region', { name: say('Files that are not used') })
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
