import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/stores/index.ts'
import { newProject, type Project } from '../e2e/run-shinsa.ts'
import { appendHostileRun } from './hostile-run.ts'
import { hostileTexts } from './hostile-texts.ts'
import { openApp, openReport, type App } from './open-app.ts'

const [first, second] = ['hostile-1', 'hostile-2'] as const
const positions = Object.keys(hostileTexts).keys()

// Beside each other, what one case shows is shown twice; some of them are enough.
const besides = Object.values(hostileTexts).filter((text, index) => index % 5 === 0 && text.length < 1000)

/** Every page that shows what runs say; whoever adds one adds it here. */
const pages: readonly string[] = [
  '/',
  `/runs/${first}`,
  `/runs/${first}?sort=-case`,
  `/runs/${second}`,
  `/calibration?run=${first}`,
  `/compare?first=${first}&second=${second}`,
  ...positions.map((position) => `/runs/${first}/cases/${position}/0`),
  ...besides.map((text) => `/compare?first=${first}&second=${second}&case=${encodeURIComponent(text.toWellFormed())}`),
]

describe('hostile texts in every field', () => {
  it('stay texts on every page, at 1280 and at 390 pixels', { timeout: 900_000 }, async () => {
    const project = await hostileProject()
    const app = await openApp(project)
    const addresses = pages.map((path) => new URL(path, app.url).href)
    expect(await harmOn(app, addresses)).toEqual([])
  })

  it('stay texts in a report', { timeout: 900_000 }, async () => {
    const project = await hostileProject()
    const { exitCode } = await project.runHere('export', first, second, '--html', 'r.html')
    expect(exitCode).toBe(0)
    const app = await openReport(join(project.folder, 'r.html'))
    const addresses = pages.map((path) => `${app.url}#${path}`)
    expect(await harmOn(app, addresses)).toEqual([])
  })

  it('stay texts on the pages that only a server has', { timeout: 900_000 }, async () => {
    const project = await hostileProject({
      // A reviewer whose answer says again what it was asked.
      'shinsa.config.mjs': `export default { targets: { 'document-reviewer': (task) => {
        const { check_description: said } = JSON.parse(task)
        return JSON.stringify({ result: 'fail', confidence: 0.9, explanation: said, citations: [said.slice(0, 300)] })
      } } }`,
      '<img src=x onerror=canary()>.evalset.json': JSON.stringify(evalSet()),
      'runbooks/<svg onload=canary()>.md': besides.map((text) => `## ${text}\n\n1. Phishing: ${text}\n`).join('\n'),
    })
    const app = await openApp(project)
    const post = postTo(app.url)
    const [label = ''] = besides
    for (const [position, text] of besides.entries()) {
      await post('labels', {
        runId: first,
        position,
        repeat: 0,
        passed: false,
        blind: false,
        comment: text,
        corrected: text,
        author: label.slice(0, 200),
      })
    }
    const { documentId } = await post('reviews/documents', {
      name: '<img src=x onerror=canary()>.md',
      content: Buffer.from(besides.join('\n\n').toWellFormed()).toString('base64'),
    })
    const reviews: string[] = []
    for (const text of besides) {
      const check = { checkName: text.toWellFormed().trim() || 'x', checkDescription: text.toWellFormed() }
      const { reviewId } = await post('reviews', { documentIds: [documentId], ...check, languageName: 'English' })
      reviews.push(`/reviews?review=${reviewId}`)
    }
    await post('runbook/index', {})
    const answer = await fetch(new URL('api/datasets', app.url))
    const { datasets } = (await answer.json()) as { datasets: { id: string; name: string }[] }
    const dataset = datasets.find(({ name }) => name.includes('<img'))
    expect(dataset).toBeDefined()
    const live = [
      `/labels?run=${first}`,
      `/labels?run=${first}&show=all`,
      '/datasets',
      `/datasets?dataset=${dataset?.id}`,
      ...besides.map((_, position) => `/datasets?dataset=${dataset?.id}&case=${position}`),
      // A case in which a text is found, and the whole row of a trace that has it.
      ...besides.flatMap((text, position) => [
        `/?cases=${encodeURIComponent(text.toWellFormed().slice(0, 40))}`,
        `/runs/${first}/cases/${position}/0?row=1.2`,
      ]),
      '/new',
      '/reviews',
      ...reviews,
      '/runbook',
    ]
    expect(
      await harmOn(
        app,
        live.map((path) => new URL(path, app.url).href),
      ),
    ).toEqual([])
    for (const text of ['phishing', ...besides.filter((one) => one.trim() !== '')]) {
      await app.page.getByRole('textbox').first().fill(text)
      await app.page.keyboard.press('Enter')
      await expect.poll(() => app.page.getByRole('textbox').first().inputValue(), { timeout: 60_000 }).toBe('')
    }
    for (const width of [1280, 390]) {
      await app.page.setViewportSize({ width, height: 900 })
      expect(await harmIn(app.page, width)).toEqual([])
    }
  })
})

function evalSet() {
  return {
    eval_set_id: 'hostile',
    name: besides[0],
    eval_cases: besides.map((text, index) => ({
      eval_id: `${index} ${text}`,
      conversation: [
        { user_content: { role: 'user', parts: [{ text }] }, final_response: { role: 'model', parts: [{ text }] } },
      ],
    })),
  }
}

function postTo(url: string) {
  return async (path: string, body: unknown): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(new URL(`api/${path}`, url), { method: 'POST', headers, body: JSON.stringify(body) })
    const said = (await response.json()) as Record<string, string>
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(said).slice(0, 500)}`)
    return said
  }
}

async function hostileProject(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = newProject(files)
  written ??= await hostileStore(join(project.folder, '.shinsa', 'runs.db'))
  project.write({ '.shinsa/runs.db': written })
  return project
}

/** The store with both runs, 140 megabytes: it is made once. */
let written: Buffer | undefined

async function hostileStore(place: string): Promise<Buffer> {
  const store = openSqliteStore(place)
  try {
    await appendHostileRun(store, first, hostileTexts, { ofRun: 10_000 })
    await appendHostileRun(store, second, hostileTexts, { ofRun: Infinity })
  } finally {
    await store.close()
  }
  return readFileSync(place)
}

async function harmOn({ page, troubles }: App, addresses: readonly string[]): Promise<readonly string[]> {
  // Texts of a megabyte take their time.
  page.setDefaultTimeout(60_000)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      canary: () => {
        document.documentElement.dataset['executed'] = 'true'
      },
    })
  })
  const found: string[] = []
  const loaded = new Set<string>()
  let widths = [1280, 390]
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const address of addresses) {
    const kind = kindOf(address)
    if (loaded.has(kind)) await goThere(page, address)
    else await page.goto(address)
    loaded.add(kind)
    await page.locator('h1').first().waitFor()
    await expect.poll(() => page.locator('.loading').count(), { timeout: 60_000 }).toBe(0)
    await openEverything(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      for (const trouble of await harmIn(page, width)) found.push(`${address.slice(0, 120)} at ${width}: ${trouble}`)
    }
    // The next one is as wide as this one was at last, and then the other way.
    widths = widths.toReversed()
  }
  return [...found, ...dialogs, ...troubles]
}

/** Of each kind of page one is loaded from its address; others of the kind are gone to as links do it. */
function kindOf(address: string): string {
  const { pathname, search, hash } = new URL(address)
  if (hash !== '') return 'report'
  return `${pathname.replaceAll(/\d+/g, '0')} ${[...new URLSearchParams(search).keys()].join(' ')}`
}

/** @returns when the page shows the place, or that it is loading it */
async function goThere(page: Page, address: string): Promise<void> {
  await page.evaluate(async (to) => {
    if (new URL(to).hash === '') {
      history.pushState(null, '', to)
      return
    }
    if (to === location.href) return
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
    location.href = to
    await changed
  }, address)
  expect(page.url()).toBe(new URL(address).href)
}

async function openEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}

/** What the texts became, beside texts. */
async function harmIn(page: Page, width: number): Promise<readonly string[]> {
  return page.evaluate((wanted) => {
    const troubles: string[] = []
    const { documentElement } = document
    if (documentElement.dataset['executed'] !== undefined) troubles.push('something was executed')
    if (documentElement.scrollWidth > wanted) troubles.push(`is ${documentElement.scrollWidth} pixels wide`)
    const foreign =
      '#app :is(script, style, link, meta, base, iframe, object, embed, img, picture, video, audio, math, form[action], foreignObject), [onerror], [onload], [onfocus], [onmouseover], [ontoggle]'
    for (const element of document.querySelectorAll(foreign)) troubles.push(`has ${element.outerHTML.slice(0, 100)}`)
    for (const link of document.querySelectorAll('a')) {
      const isOurs = link.origin === location.origin && /^(?:https?|file):$/.test(link.protocol)
      if (!isOurs) troubles.push(`links to ${link.href.slice(0, 100)}`)
    }
    if (Object.keys(Object.prototype).length > 0 || 'polluted' in {})
      troubles.push('the prototype of objects was changed')
    return troubles
  }, width)
}
