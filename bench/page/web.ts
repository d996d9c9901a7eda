import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { browserToLaunch } from '../../test/browser/browser-to-launch.ts'
import { generateCases } from '../generate.ts'
import { measureCli, median, slowdown } from '../measure.ts'
import { runIdsAt, serve } from './serve-page.ts'

const count = 10_000
const written = count.toLocaleString('en')

/** The page over a run of 10,000 cases in a real browser: when its table stands there, how it scrolls, and its report as a file. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  const browser = await chromium.launch(browserToLaunch())
  try {
    await makeRun(folder)
    await measureServed(folder, browser)
    console.log(`meanwhile a loop took ${slowdown().toFixed(1)} times as long as alone`)
    await measureReport(folder, browser)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
}

async function makeRun(folder: string): Promise<void> {
  await writeFile(join(folder, 'shinsa.config.ts'), 'export default {}\n')
  const { cases, transcripts } = await generateCases(folder, count)
  const { exitCode, stderr } = await measureCli(
    ['run', cases, '--target', `recorded:${transcripts}`, '--fail-on', 'none', '--name', 'bench'],
    folder,
  )
  if (exitCode !== 0) throw new Error(stderr)
}

async function measureServed(folder: string, browser: Browser): Promise<void> {
  const cold: number[] = []
  const warm: number[] = []
  let scripts = 0
  for (let time = 0; time < 3; time += 1) {
    const { url, stop } = await serve(folder)
    const page = await openPage(browser)
    const address = `${url}runs/${(await runIdsAt(url))[0]}`
    cold.push(await firstRow(page, address))
    scripts = await bytesOfScripts(page)
    warm.push(await firstRow(page, address))
    if (time === 2) {
      await measureScrolling(page)
      await measureTable(page)
    }
    await page.close()
    await stop()
  }
  console.log(`first row of ${count}, cold: ${Math.round(median(cold))} ms (${wholes(cold)})   (aim: under 1000 ms)`)
  console.log(`first row of ${count}, warm: ${Math.round(median(warm))} ms (${wholes(warm)})   (aim: under 500 ms)`)
  console.log(`scripts for the page of a run: ${kib(scripts)} KiB over the wire   (aim: under 300 KiB)`)
}

async function measureReport(folder: string, browser: Browser): Promise<void> {
  const file = join(folder, 'report.html')
  const { seconds, peakMiB, exitCode, stderr } = await measureCli(['export', 'latest', '--html', file], folder)
  if (exitCode !== 0) throw new Error(stderr)
  const { size } = await stat(file)
  console.log(
    `report of ${count} cases: ${(size / 2 ** 20).toFixed(1)} MiB, written in ${seconds.toFixed(2)} s, peak ${peakMiB.toFixed(0)} MiB`,
  )
  const times: number[] = []
  for (let time = 0; time < 3; time += 1) {
    const page = await openPage(browser)
    await page.goto(pathToFileURL(file).href)
    const link = page.getByRole('link', { name: 'bench' })
    const hash = await link.getAttribute('href')
    await page.close()
    const fresh = await openPage(browser)
    times.push(await firstRow(fresh, `${pathToFileURL(file).href}${hash}`))
    await fresh.close()
  }
  console.log(`first row from the file: ${Math.round(median(times))} ms (${wholes(times)})`)
}

/** Notes when the first row of a table stands there, by the page's own clock. */
export async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript(`{
    const look = () => {
      if (document.querySelector('[role=row][data-index]') === null) requestAnimationFrame(look)
      else globalThis.firstRowMs = performance.now()
    }
    requestAnimationFrame(look)
  }`)
  return page
}

export async function firstRow(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('[role=row][data-index]').first().waitFor({ timeout: 60_000 })
  return Number(await page.evaluate('globalThis.firstRowMs'))
}

async function bytesOfScripts(page: Page): Promise<number> {
  return Number(
    await page.evaluate(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    ),
  )
}

const frames = 600

/** Two rows a frame, all rows being there. */
async function measureScrolling(page: Page): Promise<void> {
  await page.getByText(`${written} of ${written}`).waitFor({ timeout: 60_000 })
  const { times, tasks } = (await page.evaluate(`new Promise((resolve) => {
    const tasks = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
    const table = document.querySelector('[role=grid]')
    const times = []
    let before
    const step = (now) => {
      if (before !== undefined) times.push(now - before)
      before = now
      table.scrollTop += 104
      if (times.length === ${frames}) resolve({ times, tasks })
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)) as { readonly times: readonly number[]; readonly tasks: readonly number[] }
  const sorted = times.toSorted((a, b) => a - b)
  const over = (ms: number) => `${((100 * times.filter((one) => one > ms).length) / times.length).toFixed(1)} %`
  // A display of 60 Hz gives a frame 16.7 ms; its clock is not exact.
  console.log(
    `scrolling ${frames} frames: median ${median(times).toFixed(1)} ms, p95 ${(sorted[Math.floor(frames * 0.95)] ?? Number.NaN).toFixed(1)} ms, over 17.5 ms ${over(17.5)}, over 34 ms ${over(34)}; tasks over 50 ms: ${tasks.length === 0 ? 'none' : wholes(tasks)}   (aim: none)`,
  )
}

/** From the press to the frame that shows its outcome, by the page's own clock. */
async function measureTable(page: Page): Promise<void> {
  const steps = {
    sort: `[...document.querySelectorAll('[role=columnheader] .table-sort')].find(({ textContent }) => textContent.startsWith('Case')).click()`,
    filter: setField('input[type=search]', 'order a77'),
    unfilter: setField('input[type=search]', ''),
    verdict: `[...document.querySelectorAll('.workbench-verdicts button')].find(({ textContent }) => textContent.startsWith('Failed'))?.click()`,
    group: setField('select', 'reason'),
  }
  for (const [name, step] of Object.entries(steps)) {
    const ms = Number(
      await page.evaluate(`new Promise((resolve) => {
        const begun = performance.now()
        ;(() => { ${step} })();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
      })`),
    )
    console.log(`${name} of ${count} rows: ${Math.round(ms)} ms   (aim: under 100 ms)`)
  }
}

function wholes(values: readonly number[]): string {
  return values.map(Math.round).join(', ')
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(0)
}

/** Puts a value into a field as a person does, so that React hears of it. */
function setField(field: 'select' | 'input[type=search]', value: string): string {
  return `
    const field = document.querySelector('.workbench-bar > .row > ${field}')
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, '${value}')
    field.dispatchEvent(new Event('${field === 'select' ? 'change' : 'input'}', { bubbles: true }))`
}
