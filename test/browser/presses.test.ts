import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { fillTemplate as fill } from '../../src/core/basics/message.ts'
import { newProject, type Project } from '../e2e/run-shinsa.ts'
import { startModelServer } from '../e2e/model-server.ts'
import { openApp } from './open-app.ts'

const viewport = { width: 1440, height: 900 }

describe('how many presses it takes', () => {
  it('to read ten answers of a run: none', async () => {
    const { page, goto, url, troubles } = await openApp(await project(), { viewport })
    const [run] = await runsOf(url)
    await goto(`/runs/${run?.runId}`)
    await page.locator('[data-index="9"]').waitFor()
    for (let at = 0; at < 10; at += 1) {
      const row = page.locator(`[data-index="${at}"]`)
      await row
        .getByText(/^(ORDER \d+|no idea)$/)
        .first()
        .waitFor()
      expect(await bottomOf(row)).toBeLessThanOrEqual(900)
    }
    expect(troubles).toEqual([])
  })

  it('to see what got worst between two runs, with both answers on the screen: two at most', async () => {
    const { page, goto, press, presses, barriers, troubles } = await counted(await project())
    await goto('/')
    await press(page.getByRole('link', { name: fill('{run} ⇄ before', { run: 'hasty' }) }))
    const worst = page.locator('[data-index="0"]')
    await worst.getByText('ORDER 3', { exact: true }).waitFor()
    await worst.getByText('no idea', { exact: true }).waitFor()
    await worst.getByText('worse').waitFor()
    expect(await bottomOf(worst)).toBeLessThanOrEqual(900)
    expect(presses()).toBeLessThanOrEqual(2)
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('to try another prompt on five cases and keep it as an arm: eight at most', async () => {
    const home = await project()
    const { page, goto, press, presses, barriers, troubles, url } = await counted(home)
    await goto('/')
    await press(page.getByRole('link', { name: 'Try', exact: true }))
    const prompt = page.getByLabel('prompt', { exact: true })
    expect(await prompt.inputValue()).toBe('be hasty')
    await press(prompt)
    await prompt.fill('be careful')
    await page.getByText('No paid models').waitFor()
    await press(page.getByRole('button', { name: fill('Play it on {count} {count|case|cases}', { count: 5 }) }))
    const grid = page.getByRole('grid', { name: 'Case by case' })
    await grid.getByText('no idea').first().waitFor()
    await grid.getByText('ORDER 3', { exact: true }).waitFor()
    await page
      .getByRole('note')
      .getByText(/^1 variant was tried on 5 cases/)
      .waitFor()
    await press(page.getByRole('button', { name: 'Keep as an arm' }))
    await page
      .getByText(fill('{name} is a target now, for new runs and for shinsa run --target', { name: 'variant 1' }))
      .waitFor()
    expect(presses()).toBeLessThanOrEqual(8)
    expect(await barriers()).toEqual([])
    expect(JSON.parse(readFileSync(join(home.folder, 'variants.json'), 'utf8'))).toEqual({
      'variant 1': { variant: { prompt: 'be careful' } },
    })
    // It is no measure of the agent, and says so wherever runs are counted.
    const tried = (await runsOf(url)).filter(({ trial }) => trial !== undefined)
    expect(tried.map(({ name, planned, inTrend, gatePassed }) => [name, planned, inTrend, gatePassed])).toEqual([
      ['variant 1', 5, false, undefined],
      ['today', 5, false, undefined],
    ])
    // Kept, it is asked by its name.
    const again = await home.runHere('run', 'orders.csv', '--target', 'variant 1', '--name', 'whole')
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining('12 of 12 cases passed')])
    // One press plays both where nobody has looked.
    await press(
      page.getByRole('button', { name: fill('Confirm on the rest: {count} {count|case|cases}', { count: 7 }) }),
    )
    await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor()
    expect(troubles).toEqual([])
  })
})

it('a prompt that was begun is still there in another language, and after a reload', async () => {
  const { page, goto, troubles } = await openApp(await project(), { viewport })
  await goto('/try')
  const prompt = page.getByLabel('prompt', { exact: true })
  await prompt.fill('be careful')
  await page.getByLabel('Language').selectOption('ja')
  await page.getByRole('heading', { level: 1, name: '試す' }).waitFor()
  expect(await prompt.inputValue()).toBe('be careful')
  await page.reload()
  await prompt.waitFor()
  expect(await prompt.inputValue()).toBe('be careful')
  await prompt.fill('')
  await page.reload()
  await prompt.waitFor()
  expect(await prompt.inputValue()).toBe('')
  expect(troubles).toEqual([])
})

it('numbers that are none and repeats that are not whole do not leave the form of a variant', async () => {
  const home = await project()
  home.write({
    'agent.mjs': `export const vary = { temperature: 0.5, strict: true }
      export const agentFor = (varied) => async () => JSON.stringify(varied)`,
  })
  const { page, goto, troubles } = await openApp(home, { viewport })
  await goto('/try')
  const repeats = page.getByLabel('Repeats')
  const send = page.getByRole('button', { name: /^Play it on/ })
  await repeats.fill('1.5')
  await page.getByText('No paid models').waitFor()
  await send.click()
  expect(await repeats.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false)
  await repeats.fill('1')
  const temperature = page.getByLabel('temperature')
  await temperature.fill('')
  await send.click()
  expect(await temperature.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false)
  await temperature.fill('0.7')
  await page.getByLabel('strict').selectOption('false')
  await send.click()
  await page.getByText('{"temperature":0.7,"strict":false}').first().waitFor()
  expect(troubles).toEqual([])
})

it('a prompt that was begun does not stand for one that the agent was given since', async () => {
  const home = await project()
  const { page, goto, troubles } = await openApp(home, { viewport })
  await goto('/try')
  const prompt = page.getByLabel('prompt', { exact: true })
  await prompt.fill('be careful')
  home.write({ 'agent.mjs': readFileSync(join(home.folder, 'agent.mjs'), 'utf8').replace('be hasty', 'be kind') })
  await page.reload()
  await prompt.waitFor()
  expect(await prompt.inputValue()).toBe('be kind')
  expect(troubles).toEqual([])
})

it('arms of an evaluation open beside each other', async () => {
  const home = newProject({
    'a.eval.mjs': `import { evaluation } from 'shinsa/testing'
      const cases = ['one', 'two'].map((ask) => ({ id: ask, ask, answer: ask.toUpperCase() }))
      export default evaluation('words', { cases, arms: { loud: (text) => text.toUpperCase(), silent: () => 'no' } })`,
  })
  await home.runHere('run', 'a.eval.mjs')
  const { page, goto, troubles } = await openApp(home, { viewport })
  await goto('/')
  await page.getByRole('link', { name: 'words: silent', exact: true }).click()
  const heads = page.getByRole('grid', { name: 'Case by case' }).getByRole('columnheader')
  await expect.poll(async () => heads.count()).toBe(3)
  expect(troubles).toEqual([])
})

/** Twelve questions; who is hasty does not know every third answer. */
it('nothing changed is not played, and a variant is held against the agent of today, not of then', async () => {
  const home = await project()
  const { page, goto, troubles } = await openApp(home, { viewport })
  await goto('/try')
  const prompt = page.getByLabel('prompt', { exact: true })
  const send = page.getByRole('button', { name: /^Play it on/ })
  await send.click()
  await page.getByText('Nothing is changed yet').waitFor()
  await prompt.fill('be careful')
  await send.click()
  const heads = page.getByRole('grid', { name: 'Case by case' }).getByRole('columnheader')
  await expect
    .poll(() => heads.allTextContents())
    .toEqual(['Case', expect.stringMatching(/today/), expect.stringMatching(/variant 1/)])
  // What was the agent of today is one variant more as soon as it is another.
  home.write({ 'agent.mjs': readFileSync(join(home.folder, 'agent.mjs'), 'utf8').replace('be hasty', 'be kind') })
  await page.reload()
  await expect.poll(() => prompt.inputValue()).toBe('be kind')
  expect(await heads.count()).toBe(0)
  await prompt.fill('be careful')
  await send.click()
  await expect.poll(() => heads.count()).toBe(5)
  await page.getByText('3 variants were tried on 5 cases').waitFor()
  expect(troubles).toEqual([])
})

it('the rest of the cases has a limit of its own where judging costs money', async () => {
  const { url } = await startModelServer(() => 'valid')
  const home = await project()
  home.write({
    '.env': `OPENAI_API_KEY=unknown\nOPENAI_BASE_URL=${url}`,
    'shinsa.config.mjs': `export default {
      target: './agent.mjs', criteria: { final_response_match_v2: 1 }, judge: 'gpt-4o' }`,
  })
  const { page, goto, troubles } = await openApp(home, { viewport })
  await goto('/try')
  await page.getByLabel('prompt', { exact: true }).fill('be careful')
  const limit = page.getByLabel('Limit in US dollars')
  await limit.fill('1')
  await page.getByRole('button', { name: /^Play it on/ }).click()
  const rest = page.locator('form', { has: page.getByRole('button', { name: 'Confirm on the rest: 7 cases' }) })
  await rest.getByLabel('Limit in US dollars').fill('1')
  await rest.getByRole('button').click()
  await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor()
  expect(troubles).toEqual([])
})

it('an arm takes the name of no target that is there', async () => {
  const home = await project()
  const { page, goto, troubles } = await openApp(home, { viewport })
  await goto('/try')
  await page.getByLabel('prompt', { exact: true }).fill('be careful')
  await page.getByRole('button', { name: /^Play it on/ }).click()
  const keep = page.getByRole('button', { name: 'Keep as an arm' })
  await keep.click()
  await page.getByText('variant 1 is a target now').waitFor()
  await keep.click()
  await page.getByRole('alert').getByText('there is a target variant 1 already').waitFor()
  expect(troubles.filter((said) => !said.includes('400'))).toEqual([])
})

it('the agent of today is played anew where its run was stopped: half of its answers are not beside a variant', async () => {
  const home = await project()
  const agent = readFileSync(join(home.folder, 'agent.mjs'), 'utf8')
  home.write({
    slow: '',
    'agent.mjs': `import { existsSync } from 'node:fs'
      ${agent.replace('=> {', "=> {\nif (existsSync('slow')) await new Promise((done) => setTimeout(done, 60_000))")}`,
  })
  const { page, goto, url, troubles } = await openApp(home, { viewport })
  await goto('/try')
  const send = page.getByRole('button', { name: /^Play it on/ })
  await page.getByLabel('prompt', { exact: true }).fill('be careful')
  await send.click()
  await expect.poll(async () => (await runsOf(url)).filter(({ trial }) => trial !== undefined).length).toBe(2)
  for (const { runId } of (await runsOf(url)).slice(0, 2))
    await page.request.post(new URL(`/api/runs/${runId}/cancel`, url).href, {
      headers: { origin: new URL(url).origin },
    })
  await expect.poll(async () => (await runsOf(url)).filter(({ state }) => state === 'running').length).toBe(0)
  rmSync(join(home.folder, 'slow'))
  await page.reload()
  await send.click()
  await page.getByText(/^2 variants were tried on 5 cases/).waitFor()
  await page.getByRole('grid', { name: 'Case by case' }).waitFor()
  const today = (await runsOf(url)).filter(({ name }) => name === 'today')
  expect(today.map(({ state }) => state)).toEqual(['finished', 'interrupted'])
  expect(troubles).toEqual([])
})

it('any variant can be kept, not the newest alone, and says what it changes', async () => {
  const home = await project()
  const { page, goto, barriers, troubles } = await openApp(home, { viewport })
  await goto('/try')
  const prompt = page.getByLabel('prompt', { exact: true })
  const note = page.getByRole('note')
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await prompt.fill(`be careful ${number}`)
    await page.getByRole('button', { name: /^Play it on/ }).click()
    await expect.poll(() => note.textContent()).toMatch(new RegExp(`^${number} `))
    await page.getByRole('button', { name: 'Keep as an arm' }).waitFor()
  }
  expect(await note.textContent()).toContain('newest 5')
  await page.getByLabel('Variant').selectOption('variant 1')
  await page.getByText('be careful 1', { exact: true }).waitFor()
  expect(await barriers()).toEqual([])
  await page.getByRole('button', { name: 'Keep as an arm' }).click()
  await page.getByText('variant 1 is a target now').waitFor()
  expect(JSON.parse(home.read('variants.json'))).toEqual({ 'variant 1': { variant: { prompt: 'be careful 1' } } })
  await page.getByRole('button', { name: 'Confirm on the rest: 7 cases' }).click()
  await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor()
  await page.getByText('variant 1, the rest').first().waitFor()
  expect(troubles).toEqual([])
})

async function project(): Promise<Project> {
  const cases = Array.from(
    { length: 12 },
    (_, index) => `case ${index + 1},Where is order ${index + 1}?,ORDER ${index + 1}`,
  )
  const home = newProject({
    'agent.mjs': `export const vary = { prompt: 'be hasty' }
      export const agentFor = ({ prompt }) => async (question) => {
        const order = Number(/\\d+/.exec(question)[0])
        return prompt === 'be hasty' && order % 3 === 0 ? 'no idea' : 'ORDER ' + order
      }`,
    'careful.mjs': "export default async (question) => 'ORDER ' + /\\d+/.exec(question)[0]",
    'shinsa.config.mjs': "export default { target: './agent.mjs', criteria: { exact_match: 1 } }",
    'orders.csv': ['id,question,answer', ...cases].join('\n'),
  })
  await home.runHere('run', 'orders.csv', '--target', './careful.mjs', '--name', 'careful')
  await home.runHere('run', 'orders.csv', '--name', 'hasty')
  return home
}

async function counted(home: Project) {
  const app = await openApp(home, { viewport })
  let count = 0
  return {
    ...app,
    presses: () => count,
    async press(what: ReturnType<Page['locator']>): Promise<void> {
      count += 1
      await what.click()
    },
  }
}

async function bottomOf(row: ReturnType<Page['locator']>): Promise<number> {
  return row.evaluate((element) => element.getBoundingClientRect().bottom)
}

type Row = {
  runId: string
  state: string
  name: string
  planned: number
  inTrend: boolean
  gatePassed?: boolean
  trial?: unknown
}

async function runsOf(url: string): Promise<readonly Row[]> {
  return ((await (await fetch(new URL('/api/runs', url))).json()) as { runs: Row[] }).runs
}
