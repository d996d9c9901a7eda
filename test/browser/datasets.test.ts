import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { evalSet, newProject, turn, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

const shop = evalSet(
  {
    tea: [turn('Is there tea?', 'Yes.', [{ name: 'look', args: { repository: 1 } }])],
    coffee: [turn('Is there coffee?', 'No.')],
  },
  'shop',
)

const csv = (buffer: string) => ({ name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(buffer) })

function shopProject(): Project {
  return newProject({ 'shop.evalset.json': shop, 'old.test.json': [{ query: 'Tea?', reference: 'Yes' }] })
}

type SavedCase = { readonly eval_id: string; readonly conversation: readonly Record<string, unknown>[] }

function savedCases(project: Project, file = 'shop.evalset.json'): readonly (SavedCase & Record<string, unknown>)[] {
  return (JSON.parse(project.read(file)) as { eval_cases: (SavedCase & Record<string, unknown>)[] }).eval_cases
}

async function openDataset(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

describe.each(languages)('the datasets in %s', (language) => {
  const say = saying(language)

  it('are browsed, and a case is added, corrected as it is written, edited and removed', async () => {
    const project = shopProject()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/datasets')
    await page.getByRole('searchbox').fill('old.test')
    await expect.poll(async () => page.getByRole('grid').getByRole('row').count()).toBe(2)
    expect(await barriers()).toEqual([])
    await page.getByRole('searchbox').fill('')
    await openDataset(page, 'shop.evalset.json')
    const rows = page.getByRole('grid', { name: say('Cases##number') }).getByRole('row')
    await expect.poll(async () => rows.count()).toBe(3)
    await page.getByLabel(say('Filter the rows')).fill('coffee?')
    await expect.poll(async () => rows.count()).toBe(2)
    await page.getByLabel(say('Filter the rows')).fill('')

    await page.getByRole('link', { name: say('Add a case') }).click()
    const dialog = page.getByRole('dialog', { name: say('New case') })
    await dialog.getByLabel(say('Id'), { exact: true }).fill('tea')
    await dialog.getByText(say('Another case already has this id.')).waitFor()
    await dialog.getByLabel(say('Initial state (JSON)')).fill('{"basket": ')
    await dialog.getByText(say('This is not JSON.')).waitFor()
    await dialog.getByRole('button', { name: say('Save') }).click()
    await dialog.getByText(say('Required.')).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
    expect(await barriers()).toEqual([])

    await dialog.getByLabel(say('Id'), { exact: true }).fill('cocoa')
    await dialog.getByLabel(say('Initial state (JSON)')).fill('{"basket": ["milk"]}')
    await dialog.getByLabel(say('What the user says')).fill('<b>Is there cocoa?</b>')
    await dialog.getByLabel(say('Expected answer')).fill('Yes, hot.')
    await dialog.getByLabel(say('Tool calls are expected as listed')).check()
    await dialog.getByRole('button', { name: say('Add a call') }).click()
    await dialog.getByLabel(say('Call {number}: tool', { number: 1 })).fill('look')
    await dialog.getByLabel(say('Call {number}: arguments (JSON)', { number: 1 })).fill('{"shelf": 2}')
    await expect.poll(() => dialog.locator('[aria-invalid="true"]').count()).toBe(0)
    await dialog.getByRole('button', { name: say('Save') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(async () => rows.count()).toBe(4)
    expect(savedCases(project)[2]).toMatchObject({
      eval_id: 'cocoa',
      conversation: [{ intermediate_data: { tool_uses: [{ name: 'look', args: { shelf: 2 } }] } }],
      session_input: { state: { basket: ['milk'] } },
    })

    await page.getByRole('link', { name: 'coffee', exact: true }).click()
    const coffee = page.getByRole('dialog', { name: say('Case {id}', { id: 'coffee' }) })
    await coffee.getByRole('button', { name: say('JSON##view') }).click()
    const json = coffee.getByLabel(say('The whole case as JSON'))
    const text = await json.inputValue()
    await json.fill(text.replace('"conversation"', '"conversations"'))
    await coffee.getByText(say('{path}: unknown key.', { path: 'conversations' })).waitFor()
    await json.fill(text.replace('No.', 'Tomorrow.'))
    await coffee.getByRole('button', { name: say('Save') }).click()
    await coffee.waitFor({ state: 'hidden' })
    await page.getByText('Tomorrow.').waitFor()

    await page.getByRole('link', { name: 'tea', exact: true }).click()
    const tea = page.getByRole('dialog', { name: say('Case {id}', { id: 'tea' }) })
    await tea.getByRole('button', { name: say('Remove the case') }).click()
    await tea.getByRole('button', { name: say('Cancel') }).click()
    await tea.getByRole('button', { name: say('Remove the case') }).click()
    expect(await barriers()).toEqual([])
    await tea.getByRole('button', { name: say('Remove##from the file'), exact: true }).click()
    await tea.waitFor({ state: 'hidden' })
    await expect.poll(async () => rows.count()).toBe(3)
    expect(savedCases(project).map(({ eval_id }) => eval_id)).toEqual(['coffee', 'cocoa'])
    expect(troubles).toEqual([])
  })

  it('are taken in and given out', async () => {
    const project = shopProject()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/datasets')
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles(csv('id,question\n1,Tea?\n1,Coffee?\n'))
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('shop.csv')
    expect(await barriers()).toEqual([])
    await chooser.setInputFiles(csv('id,question,answer\n1,Tea?,Yes\n2,Coffee?,No\n'))
    await page.getByRole('heading', { level: 1, name: 'shop.csv' }).waitFor()
    expect(project.read('shop.csv')).toContain('Coffee?')

    await page.getByRole('button', { name: say('Copy and export') }).click()
    const dialog = page.getByRole('dialog', { name: say('Copy and export') })
    await dialog.getByText(say('This format holds everything.')).waitFor()
    await dialog.getByLabel(say('Format')).selectOption('review-suite')
    await dialog.getByText(say('This format cannot hold:')).waitFor()
    expect(await barriers()).toEqual([])
    await dialog.getByLabel(say('Format')).selectOption('case-lines')
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('link', { name: say('Download') }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('shop.jsonl')
    expect(readFileSync(await download.path(), 'utf8').split('\n')).toHaveLength(3)
    await dialog.getByLabel(say('Name of the copy')).fill('copy.jsonl')
    await dialog.getByRole('button', { name: say('Save in the project') }).click()
    await page.getByRole('heading', { level: 1, name: 'copy.jsonl' }).waitFor()
    // A link of the page that is fetched elsewhere is no error of ours.
    expect(troubles.filter((trouble) => !trouble.includes('400'))).toEqual([])
  })

  it('take a case made of a result, with its initial state', async () => {
    const [tea] = shop.eval_cases
    const project = newProject({
      'agent.mjs': 'export default (question) => question.toUpperCase()\n',
      'stateful.evalset.json': {
        eval_set_id: 'stateful',
        eval_cases: [{ ...tea, session_input: { app_name: 'shop', user_id: 'u', state: { basket: ['milk'] } } }],
      },
    })
    await project.runHere('run', 'stateful.evalset.json', '--target', './agent.mjs')
    const { page, goto, url, barriers, troubles } = await openApp(project, { language })
    const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
    await goto(`/runs/${runs[0]?.runId}/cases/0/0`)
    await page.getByRole('button', { name: say('Add to dataset') }).click()
    const dialog = page.getByRole('dialog', { name: say('Add to dataset') })
    await dialog.getByLabel(say('Into')).selectOption({ label: say('a new dataset …') })
    await dialog.getByLabel(say('Name of the new dataset')).fill('from runs')
    expect(await barriers()).toEqual([])
    await dialog.getByRole('button', { name: say('Open in the editor') }).click()
    const written = page.getByRole('dialog', { name: say('New case') })
    await expect.poll(() => written.getByLabel(say('Expected answer')).inputValue()).toBe('IS THERE TEA?')
    expect(JSON.parse(await written.getByLabel(say('Initial state (JSON)')).inputValue())).toEqual({ basket: ['milk'] })
    await written.getByRole('button', { name: say('Save') }).click()
    await written.waitFor({ state: 'hidden' })
    expect(savedCases(project, 'from runs.evalset.json')).toMatchObject([
      { eval_id: 'tea-1', session_input: { state: { basket: ['milk'] } } },
    ])
    expect(troubles).toEqual([])
  })

  it('keep the calls of a turn that is removed out of the others', async () => {
    const { page, goto, troubles } = await openApp(shopProject(), { language })
    await goto('/datasets')
    await openDataset(page, 'shop.evalset.json')
    await page.getByRole('link', { name: 'tea' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: say('Add a turn') }).click()
    await dialog.getByRole('button', { name: say('Remove turn {number}', { number: 1 }) }).click()
    await dialog.getByLabel(say('Tool calls are expected as listed')).check()
    await dialog.getByText(say('None: the agent shall call no tool.')).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('what is written and not saved', () => {
  it('outlives a reload and a way back, and is only thrown away when asked', async () => {
    const { page, goto, barriers, troubles } = await openApp(shopProject())
    await goto('/datasets')
    await openDataset(page, 'shop.evalset.json')
    await page.getByRole('link', { name: 'tea', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Case tea' })
    await dialog.getByLabel('Expected answer').fill('Yes, green.')
    await page.reload()
    await dialog.getByText('These are changes that were not saved before.').waitFor()
    await expect.poll(() => dialog.getByLabel('Expected answer').inputValue()).toBe('Yes, green.')
    await page.goBack()
    await page.getByText('Unsaved changes').waitFor()
    expect(await barriers()).toEqual([])
    await page.getByRole('link', { name: 'Case 1', exact: true }).click()
    await page.keyboard.press('Escape')
    await dialog.getByText('Leave without saving?').waitFor()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard the changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0)
    expect(troubles).toEqual([])
  })

  it('is kept when the file was changed meanwhile, and saved over it only knowingly', async () => {
    const project = shopProject()
    const { page, goto } = await openApp(project)
    await goto('/datasets')
    await openDataset(page, 'shop.evalset.json')
    await page.getByRole('link', { name: 'tea', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Case tea' })
    await dialog.getByLabel('Expected answer').fill('Yes, green.')
    const [tea, coffee] = shop.eval_cases
    project.write({
      'shop.evalset.json': {
        ...shop,
        eval_cases: [coffee, { ...tea, conversation: [turn('Is there tea?', 'Only black.')] }],
      },
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    const refused = dialog.getByText('the file was changed meanwhile')
    await refused.waitFor()
    // However long the form is, it is said where the eye is.
    const place = await refused.evaluate((said) => {
      const { top, bottom } = said.getBoundingClientRect()
      return { isBelowTop: top >= 0, isAboveBottom: bottom <= innerHeight }
    })
    expect(place).toEqual({ isBelowTop: true, isAboveBottom: true })
    await dialog.getByRole('button', { name: 'Reload the case' }).click()
    await dialog.getByText('Somebody changed this case meanwhile. Saving replaces what they wrote.').waitFor()
    await expect.poll(() => dialog.getByLabel('Expected answer').inputValue()).toBe('Yes, green.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(savedCases(project).map(({ eval_id }) => eval_id)).toEqual(['coffee', 'tea'])
    expect(project.read('shop.evalset.json')).toContain('Yes, green.')
  })
})

describe('large and old datasets', () => {
  it('show ten thousand cases, of which few are in the page at a time', async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `case-${index}`)
    const large = evalSet(Object.fromEntries(ids.map((id) => [id, [turn(`${id}?`, 'Yes.')]])))
    const { page, goto } = await openApp(newProject({ 'large.evalset.json': large }))
    await goto('/datasets')
    await openDataset(page, 'large.evalset.json')
    await page.getByText('10,000 of 10,000').waitFor()
    const rows = page.getByRole('grid', { name: 'Cases' }).getByRole('row')
    await expect.poll(() => rows.count()).toBeLessThan(60)
    await rows.nth(1).focus()
    await page.keyboard.press('End')
    await page.getByRole('link', { name: 'case-9999', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Case case-9999' }).waitFor()
  })

  it('are read only where their format is not written any more, and say so', async () => {
    const project = newProject({
      'old.test.json': [{ query: 'Tea?', reference: 'Yes' }],
      'x.evalset.json': '{"eval_set_id": 3}',
    })
    const { page, goto, barriers, troubles } = await openApp(project, { viewport: { width: 390, height: 800 } })
    await goto('/datasets')
    await page.getByText('1 file that cannot be read').click()
    await page.getByText('x.evalset.json:1').waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await openDataset(page, 'old.test.json')
    await page.getByText('An old format').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Add a case' }).count()).toBe(0)
    await page.getByRole('grid').getByRole('link').first().click()
    await page.getByRole('dialog').getByText('"Tea?"').waitFor()
    expect(await barriers()).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(troubles).toEqual([])
  })
})
