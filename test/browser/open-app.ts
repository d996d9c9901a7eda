import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page, type Request } from 'playwright-core'
import type { AxeResults, RunOptions } from 'axe-core'
import { onTestFinished } from 'vitest'
import { until, type Project } from '../e2e/run-shinsa.ts'
import { browserToLaunch } from './browser-to-launch.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A browser at the page of a project, which `shinsa serve` serves in the process of the test. */
export type App = {
  readonly page: Page
  readonly url: string
  /** Opens a place of the app and waits until it shows something. */
  goto(path: string): Promise<void>
  /** Waits until all that the place has asked for is here and shown, however long that takes. */
  settled(): Promise<void>
  /** What axe finds serious or critical on what is shown; `least` all that it finds, `rules` by these only. */
  barriers(options?: { readonly least?: boolean; readonly rules?: readonly string[] }): Promise<readonly string[]>
  /** Errors of the page, breaches of its policy, and requests to anybody else. */
  readonly troubles: readonly string[]
}

type Options = Pick<BrowserContextOptions, 'colorScheme' | 'viewport' | 'permissions' | 'extraHTTPHeaders'> & {
  readonly language?: 'en' | 'ja'
}

/** What `shinsa serve` is told. */
type Serving = { readonly flags?: readonly string[] }

/** Serves a project and opens a page on it, both gone when the test is. */
export async function openApp(project: Project, { flags = [], ...options }: Options & Serving = {}): Promise<App> {
  return openAt(await project.serveHere(...flags), options)
}

/** Opens a page on a server that the test has started itself. */
export async function openServer(url: string, options: Options = {}): Promise<App> {
  return openAt(url, options)
}

/** Opens a report from the disk; places in it are hashes. Any request but for the file itself is trouble. */
export async function openReport(file: string, options: Options = {}): Promise<App> {
  return openAt(pathToFileURL(file).href, options)
}

// One for all files of a worker, with which it ends; what pages keep (storage, permissions, schemes) is of each page's own context.
let browser: Promise<Browser> | undefined

async function openAt(url: string, { language = 'en', ...context }: Options): Promise<App> {
  browser ??= chromium.launch(browserToLaunch())
  const tabs = await (await browser).newContext({ locale: language === 'ja' ? 'ja-JP' : 'en-GB', ...context })
  const page = await tabs.newPage()
  onTestFinished(() => tabs.close())
  // Only what never comes runs into it.
  page.setDefaultTimeout(120_000)
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (said) => said.type() === 'error' && troubles.push(said.text()))
  page.on('request', (request) => request.url().startsWith(url) || troubles.push(`asked ${request.url()}`))
  const open = openRequests(page)
  return {
    page,
    url,
    troubles,
    async goto(path) {
      await page.goto(new URL(path, url).href)
      await page.locator('h1, .state h2').first().waitFor()
    },
    async settled() {
      let asked: number
      do {
        await until(() => open.size() === 0)
        asked = open.asked()
        await page.locator('.loading').first().waitFor({ state: 'detached' })
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      } while (open.size() > 0 || open.asked() > asked)
    },
    async barriers({ least = false, rules = [] } = {}) {
      // More than half a megabyte: once for each document.
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
      const { violations } = await page.evaluate(
        async (runOnly) =>
          // What passes is not described: that takes axe as long as finding what does not.
          (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run({
            resultTypes: ['violations'],
            ...(runOnly.length > 0 && { runOnly: { type: 'rule', values: [...runOnly] } }),
          }),
        rules,
      )
      return violations
        .filter(({ impact }) => least || impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n  ')}`)
    },
  }
}

/** What a page waits for; a stream of events stays open, and is nothing that it waits for. */
function openRequests(page: Page) {
  const open = new Set<Request>()
  let asked = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    asked += 1
    open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return { size: () => open.size, asked: () => asked }
}
