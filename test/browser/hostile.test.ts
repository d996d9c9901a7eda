import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/stores/index.ts'
import { newProject } from '../e2e/run-shinsa.ts'
import type { Project } from '../e2e/run-shinsa.ts'
import { appendHostileRun } from './hostile-run.ts'
import { hostileTexts } from './hostile-texts.ts'
import { openApp, openReport } from './open-app.ts'
import type { App } from './open-app.ts'

const [first, second] = ['hostile-1', 'hostile-2'] as const
const positions = Object.keys(hostileTexts).keys()

// Beside each other, what one case shows is shown twice; some of them are enough.
const besides = Object.values(hostileTexts).filter((text, index) => index % 5 === 0 && text.length < 1000)

/** Every page that shows what runs say; whoever adds one adds it here. */
const pages: readonly string[] = [
  '/',
  `/runs/${first}`,
  `/runs/${first}?sort=-case`,
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
    const { exitCode } = await project.run('export', first, second, '--html', 'r.html')
    expect(exitCode).toBe(0)
    const app = await openReport(join(project.folder, 'r.html'))
    const addresses = pages.map((path) => `${app.url}#${path}`)
    expect(await harmOn(app, addresses)).toEqual([])
  })
})

async function hostileProject(): Promise<Project> {
  const project = newProject()
  const store = openSqliteStore(join(project.folder, '.shinsa', 'runs.db'))
  try {
    await appendHostileRun(store, first, hostileTexts)
    await appendHostileRun(store, second, hostileTexts)
  } finally {
    await store.close()
  }
  return project
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
  for (const address of addresses) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(address)
    await page.locator('h1').first().waitFor()
    await expect.poll(() => page.locator('.loading').count(), { timeout: 60_000 }).toBe(0)
    await openEverything(page)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const trouble of await harmIn(page, width)) found.push(`${address.slice(0, 120)} at ${width}: ${trouble}`)
    }
  }
  return [...found, ...dialogs, ...troubles]
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
      '#app :is(script, style, link, meta, base, iframe, object, embed, img, picture, video, audio, math, form, foreignObject), [onerror], [onload], [onfocus], [onmouseover], [ontoggle]'
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
